/** A visit's row changes as its events arrive, and the sums over visits change by the difference. */
import { countedSpans, joinVisits, mergeSpans, visitKey } from './activity-spans.ts'
import type { Visit } from './derived-facts.ts'
import type { CountedShop, DerivedSql } from './derived-sql.ts'
import { FUNNELS, VISITS } from './derived-tables.ts'
import { SqlActivitySpans } from './sql-activity-spans.ts'
import { segmentAt } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

interface VisitRow extends Pick<Visit, 'visitor' | 'path' | 'device' | 'place' | 'steps'> {
  first_at: number
  last_at: number
  placed_at: number
  pages: string
}

const SPANS = new SqlActivitySpans<Visit>({
  table: VISITS,
  owner: ['visitor'],
  keyOf: visitKey,
  toSpan: ({ visitor, path, device, place, steps, ...row }: VisitRow) => ({
    ...{ visitor, path, device, place, steps },
    ...{ firstAtMs: row.first_at, lastAtMs: row.last_at, placedAtMs: row.placed_at },
    pages: JSON.parse(row.pages) as string[],
  }),
  toRow: ({ visitor, path, device, place, steps, firstAtMs, lastAtMs, placedAtMs, pages }) => ({
    ...{ visitor, path, device, place, steps, first_at: firstAtMs, last_at: lastAtMs, placed_at: placedAtMs },
    pages: JSON.stringify(pages),
  }),
})

/** `rows` is the number under which the visits are stored if it is not the shop's own. */
export async function addVisits(
  sql: DerivedSql,
  { no, days }: CountedShop,
  given: readonly Visit[],
  rows = no,
): Promise<void> {
  const visits = given.map((visit) => inKeys(sql, visit))
  const near = await SPANS.take(sql, rows, visits)
  const joined = mergeSpans([...near, ...visits], visitKey, joinVisits)
  await SPANS.put(sql, rows, joined)
  const sums = new FunnelSums(days)
  for (const visit of near) sums.count(visit, -1)
  for (const visit of joined) sums.count(visit, 1)
  await sql.put(FUNNELS, no, sums.rows())
}

function inKeys({ keyText }: DerivedSql, visit: Visit): Visit {
  const pages = visit.pages.map(keyText)
  // Usually no page is shortened, and the given list can be used.
  const isStored = pages.every((page, i) => page === visit.pages[i])
  return { ...visit, path: keyText(visit.path), pages: isStored ? visit.pages : [...new Set(pages)].sort() }
}

/** Subtracts visits even if their rows were removed. A page that only they reached is removed. */
export async function eraseVisits(sql: DerivedSql, { no, days }: CountedShop, given: readonly Visit[]): Promise<void> {
  const visits = given.map((visit) => inKeys(sql, visit))
  const near = await SPANS.take(sql, no, visits)
  const sums = new FunnelSums(days)
  for (const visit of countedSpans(visits, near, visitKey)) sums.count(visit, -1)
  await sql.put(FUNNELS, no, sums.rows())
  await sql.run('DELETE FROM funnels WHERE shop = $1 AND sessions <= 0', [no])
}

/** The column `device` of funnels contains a segment. */
interface FunnelSum {
  scope: 'landing' | 'page'
  day: number
  path: string
  device: string
  steps: number
  sessions: number
}

class FunnelSums {
  readonly #days: ShopDays
  readonly #sums = new Map<string, FunnelSum>()

  constructor(days: ShopDays) {
    this.#days = days
  }

  count({ firstAtMs, device, place, steps, path, pages }: Visit, by: 1 | -1): void {
    const counted = { day: this.#days.dayOf(firstAtMs), device: segmentAt(device, place), steps, sessions: by }
    this.#add({ scope: 'landing', path, ...counted })
    for (const page of pages) this.#add({ scope: 'page', path: page, ...counted })
  }

  rows(): FunnelSum[] {
    return [...this.#sums.values()].filter(({ sessions }) => sessions !== 0)
  }

  #add(change: FunnelSum): void {
    const identity = `${change.scope}\n${change.day}\n${change.device}\n${change.steps}\n${change.path}`
    const sum = this.#sums.get(identity)
    if (sum) sum.sessions += change.sessions
    else this.#sums.set(identity, change)
  }
}
