import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { ShopId } from '../record-store/record-store.ts'
import { exposuresOf, ruleDaysOf } from './batch-rules.ts'
import type { Subject } from './derived-facts.ts'
import type { Place, PlaceAsk, ShownAsk, ShownProducts, StoredServe, TimeRange } from './derived-records.ts'
import { claimServes, replaceBodies } from './postgres-serve-claims.ts'
import { allDone, BRIEFLY, type Scope } from './postgres-scope.ts'
import { findStanding, holdNumber } from './postgres-standing.ts'
import { addExposures } from './postgres-sums.ts'
import { claimEntry, entriesOf, type ServeClaim } from './serve-claims.ts'
import { shopDays } from './shop-days.ts'

/** Stores serves in one statement, numbered in the given order. */
async function addServes(sql: Sql, shop: number, serves: readonly StoredServe[]): Promise<void> {
  await sql.run(
    `WITH given AS MATERIALIZED (
       SELECT nextval((SELECT pg_get_serial_sequence('serves', 'no')::regclass)) AS no, at, body, subjects, ids
       FROM json_to_recordset($2) AS new(at bigint, body text, subjects json, ids json)),
     kept AS (INSERT INTO serves (no, shop, at, body) SELECT no, $1, at, body FROM given),
     called AS (
       INSERT INTO serve_ids (shop, id, serve)
       SELECT $1, id, no FROM given CROSS JOIN LATERAL json_array_elements_text(ids) AS id ON CONFLICT DO NOTHING)
     INSERT INTO serve_subjects (shop, subject, at, serve)
     SELECT $1, subject, at, no FROM given CROSS JOIN LATERAL json_array_elements_text(subjects) AS subject ON CONFLICT DO NOTHING`,
    [shop, jsonRows(serves.map(serveRow))],
  )
}

function serveRow(serve: StoredServe): object {
  const { atMs, subjects, requestId, sectionServeId, serveId } = serve
  const ids = [...new Set([requestId, sectionServeId, serveId])].filter((id) => id !== undefined)
  return { at: atMs, body: JSON.stringify(serve), subjects, ids }
}

const PRUNED_AT_ONCE = 1000

/**
 * Removes old serves, and their rows in `serve_ids` and `serve_subjects` by the keys that they were stored under: to
 * find old rows there by time would take reading all of the shop's rows, every day. Commits some serves at a time.
 */
export async function pruneServes(sql: Sql, shop: number, beforeMs: number): Promise<void> {
  for (;;) {
    const old = await sql.rows<{ no: number; body: string }>(
      `SELECT no, body FROM serves WHERE shop = $1 AND at < $2 ORDER BY at LIMIT ${PRUNED_AT_ONCE}`,
      [shop, beforeMs],
    )
    if (old.length > 0) await dropServes(sql, shop, old)
    if (old.length < PRUNED_AT_ONCE) return
  }
}

/** Removes these serves. The limits make the planner look each row up: it expects the lists to be long, and would read whole tables. */
async function dropServes(sql: Sql, shop: number, old: readonly { no: number; body: string }[]): Promise<void> {
  const rows = old.map(({ no, body }) => ({ no, ...serveRow(JSON.parse(body) as StoredServe), body: undefined }))
  await sql.run(
    `WITH old AS MATERIALIZED (SELECT * FROM json_to_recordset($2) AS old(no bigint, at bigint, subjects json, ids json)),
     called AS (
       DELETE FROM serve_ids WHERE ctid = ANY(ARRAY(
         SELECT found.ctid FROM old CROSS JOIN LATERAL json_array_elements_text(ids) AS given CROSS JOIN LATERAL (
           SELECT i.ctid FROM serve_ids AS i WHERE i.shop = $1 AND i.id = given AND i.serve = old.no LIMIT 1) AS found))),
     shown AS (
       DELETE FROM serve_subjects WHERE ctid = ANY(ARRAY(
         SELECT found.ctid FROM old CROSS JOIN LATERAL json_array_elements_text(subjects) AS given CROSS JOIN LATERAL (
           SELECT s.ctid FROM serve_subjects AS s
           WHERE s.shop = $1 AND s.subject = given AND s.at = old.at AND s.serve = old.no LIMIT 1) AS found)))
     DELETE FROM serves WHERE no = ANY(ARRAY(SELECT no FROM old))`,
    [shop, jsonRows(rows)],
  )
}

/** Maximum number of serves returned for one id, which may be the id of a request with many sections. */
const SERVES_OF_ID = 100

export async function findServes(sql: Sql, shop: number, ids: readonly string[]): Promise<Map<string, StoredServe[]>> {
  const rows = await sql.rows<{ id: string; body: string }>(
    `SELECT asked.id, found.body FROM json_to_recordset($2) AS asked(id text)
     CROSS JOIN LATERAL (
       SELECT i.serve, s.body FROM serve_ids AS i JOIN serves AS s ON s.no = i.serve
       WHERE i.shop = $1 AND i.id = asked.id ORDER BY i.serve LIMIT ${SERVES_OF_ID}) AS found
     ORDER BY found.serve`,
    [shop, jsonRows([...new Set(ids)].map((id) => ({ id })))],
  )
  const found = new Map<string, StoredServe[]>()
  for (const { id, body } of rows) found.set(id, [...(found.get(id) ?? []), JSON.parse(body) as StoredServe])
  return found
}

export async function productsShown(
  sql: Sql,
  shop: number,
  { fromMs, toMs }: TimeRange,
  most: number,
): Promise<ShownProducts> {
  const lists = `WITH latest AS (
       SELECT body::json AS serve FROM serves WHERE shop = $1 AND at BETWEEN $2 AND $3 ORDER BY at DESC LIMIT $4),
     lists AS (SELECT serve->>'recommendationType' AS type, serve->'products' AS products FROM latest
       WHERE serve->>'recommendationType' IS NOT NULL AND json_array_length(serve->'products') > 0)`
  const asked = [shop, fromMs, toMs, most]
  const answers = await sql.rows<ShownProducts['answers'][number]>(
    `${lists} SELECT type, count(*)::int AS lists FROM lists GROUP BY type ORDER BY type`,
    asked,
  )
  const shown = await sql.rows<ShownProducts['shown'][number]>(
    `${lists} SELECT type, (one->>'productId')::bigint AS "productId", count(*)::int AS places,
       (count(*) FILTER (WHERE one->>'step' = 'explore'))::int AS explored
     FROM lists CROSS JOIN LATERAL json_array_elements(products) AS one GROUP BY 1, 2 ORDER BY 1, 2`,
    asked,
  )
  return { answers, shown }
}

/**
 * Returns, for each question, the place of the latest serve to one of the subjects; if two have the same time, that of
 * the first subject.
 */
export async function placesServed(sql: Sql, shop: number, asks: readonly PlaceAsk[]): Promise<(Place | undefined)[]> {
  const asked = asks.flatMap(({ subjects, fromMs, toMs }, ask) =>
    subjects.map((subject, place) => ({ ask, place, subject, fromMs, toMs })),
  )
  const rows = await sql.rows<{ ask: number; market: string | null; locale: string | null }>(
    `SELECT DISTINCT ON (asked.ask) asked.ask, found.body::json->>'market' AS market, found.body::json->>'locale' AS locale
     FROM json_to_recordset($2) AS asked(ask int, place int, subject text, "fromMs" bigint, "toMs" bigint)
     CROSS JOIN LATERAL (
       SELECT s.at, serves.body FROM serve_subjects AS s JOIN serves ON serves.no = s.serve
       WHERE s.shop = $1 AND s.subject = asked.subject AND s.at BETWEEN asked."fromMs" AND asked."toMs"
       ORDER BY s.at DESC, s.serve DESC LIMIT 1) AS found
     ORDER BY asked.ask, found.at DESC, asked.place`,
    [shop, jsonRows(asked)],
  )
  const ofAsk = new Map(
    rows.map(({ ask, market, locale }) => [ask, { market: market ?? undefined, locale: locale ?? undefined }]),
  )
  return asks.map((_, i) => ofAsk.get(i))
}

/** Returns, for each question, the latest serve that showed one of the products on that surface to one of the subjects. */
export async function servesShown(
  sql: Sql,
  shop: number,
  asks: readonly ShownAsk[],
): Promise<(StoredServe | undefined)[]> {
  const asked = asks.flatMap(({ subjects, fromMs, toMs }, ask) =>
    subjects.map((subject, place) => ({ ask, place, subject, fromMs, toMs })),
  )
  const rows = await sql.rows<{ ask: number; place: number; body: string }>(
    `SELECT asked.ask, asked.place, found.body
     FROM json_to_recordset($2) AS asked(ask int, place int, subject text, "fromMs" bigint, "toMs" bigint)
     CROSS JOIN LATERAL (
       SELECT s.at, s.serve, serves.body FROM serve_subjects AS s JOIN serves ON serves.no = s.serve
       WHERE s.shop = $1 AND s.subject = asked.subject AND s.at BETWEEN asked."fromMs" AND asked."toMs"
       ORDER BY s.at DESC, s.serve DESC LIMIT 50) AS found
     ORDER BY asked.ask, asked.place, found.at DESC, found.serve DESC`,
    [shop, jsonRows(asked)],
  )
  const ofAsk = Map.groupBy(rows, ({ ask }) => ask)
  return asks.map((ask, i) => latestShown(ask, ofAsk.get(i) ?? []))
}

function latestShown(ask: ShownAsk, rows: readonly { place: number; body: string }[]): StoredServe | undefined {
  const wanted = new Set(ask.productIds)
  const isShown = ({ surface, products }: StoredServe) =>
    surface === ask.surface && products.some(({ productId }) => wanted.has(productId))
  const bySubject = Map.groupBy(rows, ({ place }) => place)
  const found = [...bySubject.values()].flatMap(
    (ofSubject) => ofSubject.map(({ body }) => JSON.parse(body) as StoredServe).find(isShown) ?? [],
  )
  return found.sort((a, b) => b.atMs - a.atMs)[0]
}

export async function* allServes(sql: Sql, shop: number): AsyncIterable<StoredServe[]> {
  let after = 0
  for (;;) {
    const rows = await sql.rows<{ no: number; body: string }>(
      'SELECT no, body FROM serves WHERE shop = $1 AND no > $2 ORDER BY no LIMIT 2000',
      [shop, after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ body }) => JSON.parse(body) as StoredServe)
    after = last.no
  }
}

/** Keeps what was shown, but not to whom, nor what they typed. The serve's entries under other ids of the shopper are removed too. */
export async function anonymizeServes(sql: Sql, shop: number, subjects: readonly Subject[]): Promise<void> {
  const rows = await sql.rows<{ no: number; subject: Subject; body: string }>(
    `SELECT DISTINCT s.no, t.subject, s.body FROM serve_subjects AS t JOIN serves AS s ON s.no = t.serve
     WHERE t.shop = $1 AND t.subject = ANY($2)`,
    [shop, [...subjects, ...subjects.map(claimEntry)]],
  )
  const kept = rows.map(({ no, subject, body }) => {
    const serve = JSON.parse(body) as StoredServe
    const gone = [...entriesOf(serve, subject)].map((entry) => ({ subject: entry, at: serve.atMs, serve: no }))
    return { no, gone, body: JSON.stringify({ ...serve, subjects: [], claimants: undefined, query: undefined }) }
  })
  await sql.run(
    `DELETE FROM serve_subjects AS s USING json_to_recordset($2) AS gone(subject text, at bigint, serve bigint)
     WHERE s.shop = $1 AND s.subject = gone.subject AND s.at = gone.at AND s.serve = gone.serve`,
    [shop, jsonRows(kept.flatMap(({ gone }) => gone))],
  )
  await replaceBodies(
    sql,
    kept.map(({ no, body }) => ({ no, body })),
  )
}

async function addRuleDays(sql: Sql, shop: number, counts: ReturnType<typeof ruleDaysOf>): Promise<void> {
  if (counts.length === 0) return
  // Sorted, because serves are written without the shop's lock, and nodes that write rows in different orders could
  // deadlock.
  await sql.run(
    `INSERT INTO rule_days AS r (shop, rule, day, answers)
     SELECT $1, rule, day, answers FROM json_to_recordset($2) AS new(rule text, day int, answers bigint) ORDER BY day, rule
     ON CONFLICT (shop, rule, day) DO UPDATE SET answers = r.answers + excluded.answers`,
    [shop, jsonRows(counts)],
  )
}

export function serveWrites({ whole }: Scope) {
  const putServesOf = (shop: ShopId, serves: readonly StoredServe[]) =>
    whole(async (sql) => {
      const no = await holdNumber(sql, shop)
      await addServes(sql, no, serves)
      await addExposures(sql, no, serves.flatMap(exposuresOf))
      if (serves.every(({ rules = [] }) => rules.length === 0)) return
      const standing = await findStanding(sql, shop)
      await addRuleDays(sql, no, ruleDaysOf(serves, shopDays(standing?.zone ?? 'UTC')))
    }, BRIEFLY)

  return {
    claimServes: (shop: ShopId, claims: readonly ServeClaim[]) =>
      whole(async (sql) => claimServes(sql, await holdNumber(sql, shop), claims), BRIEFLY),

    /** Commits each shop separately, so that one shop's locks do not delay the others. It waits only briefly for a locked row. */
    async putServes(serves: readonly { shop: ShopId; serve: StoredServe }[]): Promise<void> {
      const byShop = Map.groupBy(serves, ({ shop }) => shop)
      const putting = [...byShop].map(([shop, ofShop]) =>
        putServesOf(
          shop,
          ofShop.map(({ serve }) => serve),
        ),
      )
      await allDone(putting)
    },
  }
}
