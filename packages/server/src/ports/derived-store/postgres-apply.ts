/** Applies what a batch, an erasure or a new time zone changes, under the shop's lock. */
import type { Sql } from '../postgres/database.ts'
import { conversionReports } from './conversion-reports.ts'
import type { DerivedBatch, RollupChange, Subject } from './derived-facts.ts'
import type { AttributionWindows, ErasedPerson } from './derived-records.ts'
import { type ConversionKey, ConversionWork, eraseConversions, markOfSubjects } from './postgres-conversions.ts'
import { addHistories } from './postgres-histories.ts'
import { addLinks, walkLinks } from './postgres-links.ts'
import type { NewDay } from './postgres-prune.ts'
import { REBUILT } from './postgres-schema.ts'
import { allServes, anonymizeServes } from './postgres-serves.ts'
import { dropAside } from './postgres-set-aside.ts'
import { addVisitDays } from './postgres-shopper-totals.ts'
import type { Standing } from './postgres-standing.ts'
import { addExposures, addRollups, forgetRollups } from './postgres-sums.ts'
import { addTouches } from './postgres-touches.ts'
import { addSearches, eraseSearches } from './postgres-searches.ts'
import { addVisits, eraseVisits, type VisitShop } from './postgres-visits.ts'
import { shopDays } from './shop-days.ts'
import { earliest, exposuresOf, isLaterDay, newestOf } from './batch-rules.ts'
import { DAY_TABLES, VISIT_TABLES } from './sqlite-schema.ts'
import { SAME_MOMENT_MS } from './touches.ts'

/**
 * Returns false and changes nothing if the batch does not begin at the shop's offset. Returns the new day if one has
 * begun: rows that are too old are removed after the commit (see `pruneOld`).
 */
export async function applyBatch(
  sql: Sql,
  standing: Standing,
  batch: DerivedBatch,
  windows: AttributionWindows,
): Promise<boolean | NewDay> {
  if (standing.reached !== batch.fromOffset) return false
  const { replay } = batch
  // Another node has derived the event already.
  if (replay !== undefined && !(await dropAside(sql, standing.no, 'event', String(replay)))) return false
  await applyFacts(sql, standing, batch)
  const newest = Math.max(standing.newestAt, newestOf(batch.visits))
  await sql.run('UPDATE derived_shops SET reached = $2, newest_at = $3 WHERE no = $1', [
    standing.no,
    batch.toOffset,
    newest,
  ])
  return !isLaterDay(newest, standing.newestAt) || { no: standing.no, newestAtMs: newest, windows }
}

async function applyFacts(sql: Sql, standing: Standing, batch: DerivedBatch): Promise<void> {
  const { no } = standing
  const freshLinks = await addLinks(sql, no, batch.links)
  await addHistories(sql, no, batch.histories)
  await addVisitDays(sql, no, batch.visitDays)
  await addVisits(sql, visitShop(standing), batch.visits)
  const clicked = await addSearches(sql, visitShop(standing), batch.searches)
  await addExposures(sql, no, batch.exposures)
  await addTouches(sql, no, batch.touches)
  const changes = await applyConversions(sql, standing, batch)
  await addRollups(sql, no, [...batch.rollups, ...clicked, ...changes])
  const touched = earliest(batch.touches)
  for (const subject of freshLinks.flat()) touched.set(subject, 0)
  await reconsider(sql, no, touched)
}

async function applyConversions(
  sql: Sql,
  { no, zone }: Standing,
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

/** Marks conversions to be attributed again: those since each subject's time, of everybody who may be the same person. */
export async function reconsider(sql: Sql, no: number, fromMs: ReadonlyMap<Subject, number>): Promise<void> {
  if (fromMs.size === 0) return
  const around = await walkLinks(sql, no, (links) =>
    [...fromMs].map(([subject, at]) => ({ at, all: links.around(subject) })),
  )
  const asked = new Map<Subject, number>()
  for (const { at, all } of around) {
    for (const one of all) asked.set(one, Math.min(asked.get(one) ?? Number.POSITIVE_INFINITY, at - SAME_MOMENT_MS))
  }
  await markOfSubjects(sql, no, asked)
}

function visitShop({ no, zone }: Standing, rows = no): VisitShop {
  return { no, rows, days: shopDays(zone) }
}

/** As in SQLite, visits are counted again in separate rows, under the negated shop number. */
export async function recountBatch(
  sql: Sql,
  standing: Standing,
  batch: DerivedBatch,
  windows: AttributionWindows,
): Promise<boolean | NewDay> {
  const { no, recounted, recountUntil, recountNewestAt } = standing
  if (recounted >= recountUntil || recounted !== batch.fromOffset) return false
  const visits = visitShop(standing, -no)
  await addVisits(sql, visits, batch.visits)
  const clicked = await addSearches(sql, visits, batch.searches)
  await addRollups(sql, no, [...batch.rollups, ...clicked])
  const newest = Math.max(recountNewestAt, newestOf(batch.visits))
  await sql.run('UPDATE derived_shops SET recounted = $2, recount_newest_at = $3 WHERE no = $1', [
    no,
    batch.toOffset,
    newest,
  ])
  if (batch.toOffset >= recountUntil) await empty(sql, -no, VISIT_TABLES)
  return !isLaterDay(newest, recountNewestAt) || { no: -no, newestAtMs: newest, windows }
}

/** Counts orders and carts at once in the days of `standing.zone`; everything else derived so far has to be counted again. */
export async function restartRecount(sql: Sql, { no, zone }: Standing): Promise<void> {
  await empty(sql, no, DAY_TABLES)
  await empty(sql, -no, VISIT_TABLES)
  await sql.run(
    'UPDATE derived_shops SET zone = $2, recounted = 0, recount_until = reached, recount_newest_at = 0 WHERE no = $1',
    [no, zone],
  )
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

export async function erasePerson(sql: Sql, standing: Standing, person: ErasedPerson): Promise<void> {
  const { no } = standing
  const { subjects, visits, searches } = person
  // Orders of others may have been attributed to something this person did.
  await reconsider(sql, no, new Map(subjects.map((subject) => [subject, 0])))
  await eraseConversions(sql, no, subjects)
  await eraseVisits(sql, visitShop(standing), visits)
  const { changes, gone } = await eraseSearches(sql, visitShop(standing), searches)
  await addRollups(sql, no, changes)
  await forgetRollups(sql, no, 'query', gone)
  for (const table of ['histories', 'cart_moves', 'visit_days', 'clicks', 'views'])
    await sql.run(`DELETE FROM ${table} WHERE shop = $1 AND subject = ANY($2)`, [no, subjects])
  await sql.run('DELETE FROM links WHERE shop = $1 AND (a = ANY($2) OR b = ANY($2))', [no, subjects])
  await sql.run('DELETE FROM exposures WHERE shop = $1 AND visitor = ANY($2)', [no, subjects])
  await anonymizeServes(sql, no, subjects)
  // The recount so far includes the person and the rest would not, so it starts again.
  if (standing.recounted < standing.recountUntil) await restartRecount(sql, standing)
}

/** Removes everything that the log can restore. */
export async function resetShop(sql: Sql, no: number): Promise<void> {
  await empty(sql, no, REBUILT)
  await sql.run("DELETE FROM set_aside WHERE shop = $1 AND kind = 'event'", [no])
  await empty(sql, -no, VISIT_TABLES)
  for await (const serves of allServes(sql, no)) await addExposures(sql, no, serves.flatMap(exposuresOf))
  await sql.run(
    'UPDATE derived_shops SET reached = 0, newest_at = 0, recounted = 0, recount_until = 0, recount_newest_at = 0 WHERE no = $1',
    [no],
  )
}

async function empty(sql: Sql, no: number, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.run(`DELETE FROM ${table} WHERE shop = $1`, [no])
}
