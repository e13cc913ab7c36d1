/** What a visit is counted as, and what a search adds to its query: the same whatever holds the rows. */
import type { SessionFact } from './derived-facts.ts'
import { SEARCH_FLAGS } from './derived-facts.ts'
import type { FunnelSums } from './funnel-sums.ts'
import type { ShopDays } from './shop-days.ts'

export interface SessionRow {
  first_at: number
  path: string
  device: string
  steps: number
}

/** In whose days visits are counted, and what they change in the sums. */
export interface Ledger {
  days: ShopDays
  sums: FunnelSums
}

export function countPages({ days, sums }: Ledger, row: SessionRow, paths: Iterable<string>, by: 1 | -1): void {
  const { device, steps } = row
  const day = days.dayOf(row.first_at)
  for (const path of paths) sums.add({ scope: 'page', day, path, device, steps, sessions: by })
}

export function countLanding({ days, sums }: Ledger, { first_at, path, device, steps }: SessionRow, by: 1 | -1): void {
  sums.add({ scope: 'landing', day: days.dayOf(first_at), path, device, steps, sessions: by })
}

export function isSameVisit(a: SessionRow, b: SessionRow): boolean {
  return a.steps === b.steps && a.first_at === b.first_at && a.path === b.path && a.device === b.device
}

/** The visit begins with its earliest event; of two at one time the smaller path, so that order of arrival does not matter. */
export function joinedVisit(before: SessionRow | undefined, fact: SessionFact): SessionRow {
  const given = { first_at: fact.firstAtMs, path: fact.path, device: fact.device, steps: fact.steps }
  if (!before) return given
  const earlier = compareStart(given, before) < 0 ? given : before
  return { ...earlier, steps: before.steps | fact.steps }
}

export function compareStart(
  a: { first_at: number; path: string; device: string },
  b: { first_at: number; path: string; device: string },
): number {
  if (a.first_at !== b.first_at) return a.first_at - b.first_at
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.device < b.device ? -1 : a.device > b.device ? 1 : 0
}

/** The visit changed: what it was counted as is taken back. `known`: the pages it was counted under. */
export function recountVisit(
  ledger: Ledger,
  before: SessionRow | undefined,
  after: SessionRow,
  known: readonly string[],
): void {
  if (before) {
    countLanding(ledger, before, -1)
    countPages(ledger, before, known, -1)
  }
  countLanding(ledger, after, 1)
  countPages(ledger, after, known, 1)
}

export type SearchFlag = keyof typeof SEARCH_FLAGS
export const FLAGS = Object.keys(SEARCH_FLAGS) as SearchFlag[]

/** What a batch adds to one query on one day: written once. */
export type QueryCount = { day: number; query: string } & Record<SearchFlag, number>

export function countFlags(counts: QueryCount, flags: number): void {
  for (const flag of FLAGS) if (flags & SEARCH_FLAGS[flag]) counts[flag]++
}
