/** What a visit is counted as, and what a search adds to its query: the same whatever holds the rows. */
import type { SessionFact } from './derived-facts.ts'
import { SEARCH_FLAGS } from './derived-facts.ts'
import type { FunnelSums } from './funnel-sums.ts'
import { segmentAt } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

export interface SessionRow {
  first_at: number
  path: string
  device: string
  steps: number
  /** 0 and '' where the place is not known. */
  placed_at: number
  place: string
}

/** In whose days visits are counted, and what they change in the sums. */
export interface Ledger {
  days: ShopDays
  sums: FunnelSums
}

export function countPages({ days, sums }: Ledger, row: SessionRow, paths: Iterable<string>, by: 1 | -1): void {
  const { device, place, steps } = row
  const [day, segment] = [days.dayOf(row.first_at), segmentAt(device, place)]
  for (const path of paths) sums.add({ scope: 'page', day, path, segment, steps, sessions: by })
}

export function countLanding({ days, sums }: Ledger, row: SessionRow, by: 1 | -1): void {
  const { path, steps } = row
  const segment = segmentAt(row.device, row.place)
  sums.add({ scope: 'landing', day: days.dayOf(row.first_at), path, segment, steps, sessions: by })
}

export function isSameVisit(a: SessionRow, b: SessionRow): boolean {
  const isSamePlace = a.place === b.place && a.placed_at === b.placed_at
  return isSamePlace && a.steps === b.steps && a.first_at === b.first_at && a.path === b.path && a.device === b.device
}

/** The visit begins with its earliest event; of two at one time the smaller path, so that order of arrival does not matter. */
export function joinedVisit(before: SessionRow | undefined, fact: SessionFact): SessionRow {
  const placed = { placed_at: fact.placedAtMs ?? 0, place: fact.place ?? '' }
  const given = { first_at: fact.firstAtMs, path: fact.path, device: fact.device, steps: fact.steps, ...placed }
  if (!before) return given
  const earlier = compareStart(given, before) < 0 ? given : before
  return { ...earlier, ...earlierPlace(before, given), steps: before.steps | fact.steps }
}

type Placed = Pick<SessionRow, 'placed_at' | 'place'>

/** Where the visit was first answered; of two at one time the smaller. */
export function earlierPlace(a: Placed, b: Placed): Placed {
  if (a.place === '' || b.place === '') return pick(a.place === '' ? b : a)
  if (a.placed_at !== b.placed_at) return pick(a.placed_at < b.placed_at ? a : b)
  return pick(a.place < b.place ? a : b)
}

const pick = ({ placed_at, place }: Placed): Placed => ({ placed_at, place })

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
