/** Applies a batch, an erasure or a new time zone, under the shop's lock. */
import { earliest, exposuresOf, isLaterDay, newestOf } from './batch-rules.ts'
import { conversionReports } from './conversion-reports.ts'
import type { DerivedBatch, RollupChange, Subject, HistoryFact } from './derived-facts.ts'
import type { AttributionWindows, ErasedPerson } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { DAY_TABLES, DERIVED_TABLES, VISIT_DAYS, VISIT_TABLES, CART_MOVES, HISTORIES } from './derived-tables.ts'
import { type ConversionKey, ConversionWork, eraseConversions, markOfSubjects } from './sql-conversions.ts'
import { dropAside } from './sql-counts.ts'
import type { NewDay } from './sql-prune.ts'
import { addRollups, forgetRollups } from './sql-rollups.ts'
import { addSearches, eraseSearches } from './sql-searches.ts'
import { allServes, anonymizeServes } from './sql-serves.ts'
import { countedShop, type ShopRow, updateShopRow } from './sql-shop-row.ts'
import { addTouches } from './sql-touches.ts'
import { addVisits, eraseVisits } from './sql-visits.ts'
import { shopDays } from './shop-days.ts'
import { explainedFrom, SAME_MOMENT_MS } from './touches.ts'

/** Returns false if the batch does not begin at the shop's offset; the new day if one has begun, for `pruneOld`. */
export async function applyBatch(
  sql: DerivedSql,
  row: ShopRow,
  batch: DerivedBatch,
  windows: AttributionWindows,
): Promise<boolean | NewDay> {
  const { no } = row
  if (row.reached !== batch.fromOffset) return false
  const { replay } = batch
  if (replay !== undefined && !(await dropAside(sql, no, 'event', String(replay)))) return false
  await applyFacts(sql, row, batch)
  const newest = Math.max(row.newestAt, newestOf(batch.visits))
  await updateShopRow(sql, no, `${sql.names.reached} = $2, newest_at = $3`, [batch.toOffset, newest])
  const day = { no, newestAtMs: newest, attributedToMs: row.newestAt, windows }
  return !isLaterDay(newest, row.newestAt) || day
}

async function applyFacts(sql: DerivedSql, row: ShopRow, batch: DerivedBatch): Promise<void> {
  const { no } = row
  const shop = countedShop(row)
  const freshLinks = await sql.addLinks(no, batch.links)
  await addHistories(sql, no, batch.histories)
  await sql.put(VISIT_DAYS, no, batch.visitDays)
  await addVisits(sql, shop, batch.visits)
  const clicked = await addSearches(sql, shop, batch.searches)
  await sql.addExposures(shop, batch.exposures)
  await addTouches(sql, no, batch.touches)
  const changes = await applyConversions(sql, row, batch)
  await addRollups(sql, no, [...batch.rollups, ...clicked, ...changes])
  const touched = earliest(batch.touches)
  for (const subject of freshLinks.flat()) touched.set(subject, 0)
  await reconsider(sql, no, touched, explainedFrom(row.newestAt))
}

async function applyConversions(
  sql: DerivedSql,
  { no, zone }: ShopRow,
  { conversions, refunds }: DerivedBatch,
): Promise<RollupChange[]> {
  const keys: ConversionKey[] = [...conversions, ...refunds.map(({ order }) => ({ kind: 'order', key: order }))]
  if (keys.length === 0) return []
  const work = await ConversionWork.load(sql, no, keys)
  const reports = conversionReports(work, shopDays(zone))
  const changes = [...reports.addConversions(conversions), ...reports.addRefunds(refunds)]
  await work.flush(sql, no)
  return changes
}

/** Marks conversions for attribution, but none before `earliestMs`, because their touches may be gone. */
async function reconsider(
  sql: DerivedSql,
  no: number,
  fromMs: ReadonlyMap<Subject, number>,
  earliestMs = Number.NEGATIVE_INFINITY,
): Promise<void> {
  if (fromMs.size === 0) return
  const around = await sql.walkLinks(no, (links) =>
    [...fromMs].map(([subject, at]) => ({ at, all: links.around(subject) })),
  )
  const asked = new Map<Subject, number>()
  for (const { at, all } of around) {
    for (const one of all)
      asked.set(one, Math.max(earliestMs, Math.min(asked.get(one) ?? Number.POSITIVE_INFINITY, at - SAME_MOMENT_MS)))
  }
  await markOfSubjects(sql, no, asked)
}

/** Counts visits again under the negated shop number, because new events change the current rows. */
export async function recountBatch(
  sql: DerivedSql,
  row: ShopRow,
  batch: DerivedBatch,
  windows: AttributionWindows,
): Promise<boolean | NewDay> {
  const { no, recounted, recountUntil, recountNewestAt } = row
  if (recounted >= recountUntil || recounted !== batch.fromOffset) return false
  const shop = countedShop(row)
  await addVisits(sql, shop, batch.visits, -no)
  const clicked = await addSearches(sql, shop, batch.searches)
  await addRollups(sql, no, [...batch.rollups, ...clicked])
  const newest = Math.max(recountNewestAt, newestOf(batch.visits))
  await updateShopRow(sql, no, 'recounted = $2, recount_newest_at = $3', [batch.toOffset, newest])
  if (batch.toOffset >= recountUntil) await empty(sql, -no, VISIT_TABLES)
  const day = { no: -no, newestAtMs: newest, attributedToMs: recountNewestAt, windows }
  return !isLaterDay(newest, recountNewestAt) || day
}

/** Counts orders and carts in the days of `row.zone` at once; other sums must be counted again. */
export async function restartRecount(sql: DerivedSql, row: ShopRow): Promise<void> {
  const { no, zone } = row
  await empty(sql, no, DAY_TABLES)
  await empty(sql, -no, VISIT_TABLES)
  const restarted = `zone = $2, recounted = 0, recount_until = ${sql.names.reached}, recount_newest_at = 0`
  await updateShopRow(sql, no, restarted, [zone])
  await sql.recountExposures(countedShop(row))
  let after: ConversionKey = { kind: '', key: '' }
  for (;;) {
    const keys = await sql.rows<ConversionKey>(
      'SELECT kind, key FROM conversions WHERE shop = $1 AND (kind, key) > ($2, $3) ORDER BY kind, key LIMIT 1000',
      [no, after.kind, after.key],
    )
    const last = keys.at(-1)
    if (!last) return
    const work = await ConversionWork.load(sql, no, keys)
    const reports = conversionReports(work, shopDays(zone))
    const counted = keys.flatMap(({ kind, key }) => work.read(kind, key) ?? [])
    await addRollups(sql, no, counted.flatMap(reports.rollupsOf))
    after = last
  }
}

export async function erasePerson(sql: DerivedSql, row: ShopRow, person: ErasedPerson): Promise<void> {
  const { no } = row
  const shop = countedShop(row)
  const { subjects, visits, searches } = person
  // Other shoppers' orders may have been attributed to this person's touches.
  await reconsider(sql, no, new Map(subjects.map((subject) => [subject, 0])))
  await eraseConversions(sql, no, subjects)
  await eraseVisits(sql, shop, visits)
  const { changes, gone } = await eraseSearches(sql, shop, searches)
  await addRollups(sql, no, changes)
  await forgetRollups(sql, no, 'query', gone)
  for (const table of ['histories', 'cart_moves', 'visit_days', 'clicks', 'views'])
    await sql.run(`DELETE FROM ${table} WHERE shop = $1 AND subject = ANY($2)`, [no, subjects])
  await sql.run('DELETE FROM links WHERE shop = $1 AND (a = ANY($2) OR b = ANY($2))', [no, subjects])
  sql.forgetLinks()
  await sql.eraseExposures(shop, subjects)
  await anonymizeServes(sql, no, subjects)
  // A recount in progress already includes the person's events.
  if (row.recounted < row.recountUntil) await restartRecount(sql, row)
}

export async function resetShop(sql: DerivedSql, row: ShopRow): Promise<void> {
  const { no } = row
  await empty(sql, no, DERIVED_TABLES)
  await sql.run("DELETE FROM set_aside WHERE shop = $1 AND kind = 'event'", [no])
  await empty(sql, -no, VISIT_TABLES)
  sql.forgetLinks()
  const shop = countedShop(row)
  await sql.recountExposures(shop)
  for await (const serves of allServes(sql, no)) await sql.addExposures(shop, serves.flatMap(exposuresOf))
  const restarted = `${sql.names.reached} = 0, newest_at = 0, recounted = 0, recount_until = 0, recount_newest_at = 0`
  await updateShopRow(sql, no, restarted)
}

async function empty(sql: DerivedSql, no: number, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.run(`DELETE FROM ${table} WHERE shop = $1`, [no])
}

async function addHistories(sql: DerivedSql, shop: number, facts: readonly HistoryFact[]): Promise<void> {
  const rows = facts.map(({ subject, productId, browsedAtMs, addedAtMs, removedAtMs, boughtAtMs }) => ({
    subject,
    product: productId,
    browsed_at: browsedAtMs,
    added_at: addedAtMs,
    removed_at: removedAtMs,
    bought_at: boughtAtMs,
  }))
  await sql.put(HISTORIES, shop, rows)
  await sql.put(CART_MOVES, shop, facts.flatMap(moveOf))
}

function moveOf({ subject, productId, addedAtMs, removedAtMs, cart }: HistoryFact): object[] {
  if (productId === 0 || addedAtMs + removedAtMs === 0) return []
  const { kind, quantity } = cart ?? { kind: addedAtMs > 0 ? 'add' : 'remove', quantity: 1 }
  return [{ subject, product: productId, at: Math.max(addedAtMs, removedAtMs), kind, quantity }]
}
