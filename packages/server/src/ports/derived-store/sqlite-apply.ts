/** Writes the facts of a batch. The caller opens the transaction. */
import { earliest, isLaterDay, KEEP_SEARCHES_MS, KEEP_SERVES_MS, KEEP_VISITS_MS, newestOf } from './batch-rules.ts'
import type { DerivedBatch } from './derived-facts.ts'
import type { AttributionWindows } from './derived-records.ts'
import { VISIT_TABLES } from './sqlite-schema.ts'
import { emptyTables, type SqliteTables } from './sqlite-tables.ts'

/** Returns the time of the newest fact. */
export function applyFacts(tables: SqliteTables, shop: number, batch: DerivedBatch): number {
  const { links, conversions } = tables
  const freshLinks = batch.links.filter(([a, b]) => links.add(shop, a, b))
  tables.histories.add(shop, batch.histories)
  tables.totals.add(shop, batch.visitDays)
  tables.visits.add(shop, batch.visits)
  const clicked = tables.searches.add(shop, batch.searches)
  tables.exposures.add(shop, batch.exposures)
  conversions.addTouches(shop, batch.touches)
  const changes = conversions.addConversions(shop, batch.conversions)
  const refunded = conversions.addRefunds(shop, batch.refunds)
  tables.rollups.add(shop, [...batch.rollups, ...clicked, ...changes, ...refunded])
  for (const [subject, fromMs] of earliest(batch.touches)) conversions.reconsider(shop, subject, fromMs)
  for (const [a, b] of freshLinks) {
    conversions.reconsider(shop, a, 0)
    conversions.reconsider(shop, b, 0)
  }
  return newestOf(batch.visits)
}

/**
 * Counts visits again in separate rows, under the negated shop number. The rows that new events add to stay unchanged,
 * so that a new event changes the sums exactly as if everything had been recounted before it.
 */
export function recountFacts(
  tables: SqliteTables,
  shop: number,
  batch: DerivedBatch,
  pending: { until: number; newestAt: number },
): void {
  tables.visits.add(shop, batch.visits, -shop)
  const clicked = tables.searches.add(shop, batch.searches)
  tables.rollups.add(shop, [...batch.rollups, ...clicked])
  const newest = Math.max(pending.newestAt, newestOf(batch.visits))
  if (isLaterDay(newest, pending.newestAt)) tables.visits.prune(-shop, newest - KEEP_VISITS_MS)
  tables.zones.advance(shop, batch.toOffset, newest)
  if (batch.toOffset >= pending.until) emptyTables(tables, -shop, VISIT_TABLES)
}

export function pruneFacts(tables: SqliteTables, shop: number, newestAtMs: number, windows: AttributionWindows): void {
  tables.histories.prune(shop, newestAtMs)
  tables.visits.prune(shop, newestAtMs - KEEP_VISITS_MS)
  tables.searches.prune(shop, newestAtMs - KEEP_SEARCHES_MS)
  tables.conversions.prune(shop, newestAtMs, windows)
  tables.serves.prune(shop, newestAtMs - KEEP_SERVES_MS)
}
