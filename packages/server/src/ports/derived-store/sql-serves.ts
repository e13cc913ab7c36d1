import type { ShopId } from '../record-store/record-store.ts'
import { exposuresOf, ruleDaysOf } from './batch-rules.ts'
import type { Subject } from './derived-facts.ts'
import type { Place, PlaceAsk, ShownAsk, ShownProducts, StoredServe, TimeRange } from './derived-records.ts'
import type { DerivedSql, EachQuery } from './derived-sql.ts'
import { RULE_DAYS, SERVE_SUBJECTS } from './derived-tables.ts'
import { claimed, claimEntry, entriesOf, isNamed, type ServeClaim } from './serve-claims.ts'
import { allDone, BRIEFLY, type Scope } from './sql-scope.ts'
import { countedShop, shareShopRow } from './sql-shop-row.ts'

export function idsOf({ requestId, sectionServeId, serveId }: StoredServe): string[] {
  return [...new Set([requestId, sectionServeId, serveId])].filter((id) => id !== undefined)
}

interface ServeRow {
  serve: number
  body: string
}

const parse = ({ body }: Pick<ServeRow, 'body'>) => JSON.parse(body) as StoredServe

interface ServeQueries {
  byId: EachQuery
  placeOf: EachQuery
  shownTo: EachQuery
  replace: EachQuery
}

const queries = new Map<string, ServeQueries>()

/** `serve` is the column that numbers serves. */
function queriesOf({ names: { serve } }: DerivedSql): ServeQueries {
  const known = queries.get(serve) ?? makeQueries(serve)
  queries.set(serve, known)
  return known
}

function makeQueries(number: string): ServeQueries {
  const latestTo = (columns: string, limit: number): EachQuery => ({
    asked: { subject: 'text', since: 'bigint', until: 'bigint' },
    text: `SELECT t.at AS shown_at, t.serve, ${columns} FROM serve_subjects AS t JOIN serves AS s ON s.${number} = t.serve
      WHERE t.shop = $1 AND t.subject = asked.subject AND t.at BETWEEN asked.since AND asked.until`,
    order: ['shown_at DESC', 'serve DESC'],
    limit,
  })
  return {
    byId: {
      asked: { id: 'text' },
      text: `SELECT i.serve, s.body FROM serve_ids AS i JOIN serves AS s ON s.${number} = i.serve
        WHERE i.shop = $1 AND i.id = asked.id`,
      order: ['serve'],
      limit: 100,
    },
    placeOf: latestTo(`s.body::json->>'market' AS market, s.body::json->>'locale' AS locale`, 1),
    shownTo: latestTo('s.body', 50),
    replace: {
      asked: { serve: 'bigint', body: 'text' },
      text: `UPDATE serves SET body = asked.body FROM asked WHERE serves.shop = $1 AND serves.${number} = asked.serve`,
    },
  }
}

export async function findServes(
  sql: DerivedSql,
  shop: number,
  ids: readonly string[],
): Promise<Map<string, StoredServe[]>> {
  const asked = [...new Set(ids)].map((id) => ({ id }))
  const found = await sql.runForEach<ServeRow>(queriesOf(sql).byId, shop, asked)
  const served = asked.map(({ id }, i): [string, StoredServe[]] => [id, (found[i] ?? []).map(parse)])
  return new Map(served.filter(([, serves]) => serves.length > 0))
}

type Shown = ShownProducts['shown'][number]

export async function productsShown(
  sql: DerivedSql,
  shop: number,
  { fromMs, toMs }: TimeRange,
  most: number,
): Promise<ShownProducts> {
  // The lists are parsed once: a row without a product counts the lists of its type.
  const rows = await sql.rows<Shown | (Omit<Shown, 'productId'> & { productId: null })>(
    `WITH latest AS (
       SELECT body::json AS serve FROM serves WHERE shop = $1 AND at BETWEEN $2 AND $3 ORDER BY at DESC LIMIT $4),
     lists AS MATERIALIZED (SELECT serve->>'recommendationType' AS type, serve->'products' AS products FROM latest
       WHERE serve->>'recommendationType' IS NOT NULL AND json_array_length(serve->'products') > 0)
     SELECT type, NULL::bigint AS "productId", count(*) AS places, 0 AS explored FROM lists GROUP BY type
     UNION ALL
     SELECT lists.type, (one.value->>'productId')::bigint, count(*), count(*) FILTER (WHERE one.value->>'step' = 'explore')
     FROM lists CROSS JOIN json_array_elements(products) AS one GROUP BY 1, 2 ORDER BY 1, 2`,
    [shop, fromMs, toMs, most],
  )
  const answers = rows.flatMap(({ type, productId, places }) => (productId === null ? [{ type, lists: places }] : []))
  return { answers, shown: rows.filter((row): row is Shown => row.productId !== null) }
}

/** Returns a row for each subject of each question. `question` is the question's index. */
function askedOf(asks: readonly PlaceAsk[]) {
  return asks.flatMap(({ subjects, fromMs: since, toMs: until }, question) =>
    subjects.map((subject) => ({ question, subject, since, until })),
  )
}

/** Ties are decided by the order of the subjects. */
export async function placesServed(
  sql: DerivedSql,
  shop: number,
  asks: readonly PlaceAsk[],
): Promise<(Place | undefined)[]> {
  const asked = askedOf(asks)
  const rows = await sql.runForEach<{ shown_at: number; market: string | null; locale: string | null }>(
    queriesOf(sql).placeOf,
    shop,
    asked,
  )
  const places = asks.map((): Place | undefined => undefined)
  const latest = asks.map(() => Number.NEGATIVE_INFINITY)
  for (const [i, { question }] of asked.entries()) {
    const [row] = rows[i] ?? []
    if (!row || row.shown_at <= (latest[question] as number)) continue
    latest[question] = row.shown_at
    places[question] = { market: row.market ?? undefined, locale: row.locale ?? undefined }
  }
  return places
}

export async function servesShown(
  sql: DerivedSql,
  shop: number,
  asks: readonly ShownAsk[],
): Promise<(StoredServe | undefined)[]> {
  const asked = askedOf(asks)
  const bySubject = await sql.runForEach<ServeRow>(queriesOf(sql).shownTo, shop, asked)
  const latest = asks.map((): StoredServe | undefined => undefined)
  for (const [i, { question }] of asked.entries()) {
    const { surface, productIds } = asks[question] as ShownAsk
    const isShown = ({ products, surface: on }: StoredServe) =>
      on === surface && products.some(({ productId }) => productIds.includes(productId))
    const found = bySubject[i]?.values().map(parse).find(isShown)
    if (found && found.atMs > (latest[question]?.atMs ?? Number.NEGATIVE_INFINITY)) latest[question] = found
  }
  return latest
}

export async function* allServes(sql: DerivedSql, shop: number): AsyncIterable<StoredServe[]> {
  const number = sql.names.serve
  let after = 0
  for (;;) {
    const rows = await sql.rows<ServeRow>(
      `SELECT ${number} AS serve, body FROM serves WHERE shop = $1 AND ${number} > $2 ORDER BY ${number} LIMIT 2000`,
      [shop, after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(parse)
    after = last.serve
  }
}

/** Also removes the serves' entries under other ids. */
export async function anonymizeServes(sql: DerivedSql, shop: number, subjects: readonly Subject[]): Promise<void> {
  const rows = await sql.rows<ServeRow & { subject: Subject }>(
    `SELECT DISTINCT t.serve, t.subject, s.body FROM serve_subjects AS t JOIN serves AS s ON s.${sql.names.serve} = t.serve
     WHERE t.shop = $1 AND t.subject = ANY($2)`,
    [shop, [...subjects, ...subjects.map(claimEntry)]],
  )
  const gone = rows.flatMap((row) => {
    const serve = parse(row)
    return [...entriesOf(serve, row.subject)].map((subject) => ({ subject, at: serve.atMs, serve: row.serve }))
  })
  const anonymous = rows.map((row) => ({
    serve: row.serve,
    body: JSON.stringify({ ...parse(row), subjects: [], claimants: undefined, query: undefined }),
  }))
  await sql.runForEach(FORGET_SUBJECT, shop, gone)
  await sql.runForEach(queriesOf(sql).replace, shop, anonymous)
}

const FORGET_SUBJECT: EachQuery = {
  asked: SERVE_SUBJECTS.key,
  text: `DELETE FROM serve_subjects AS t USING asked
    WHERE t.shop = $1 AND t.subject = asked.subject AND t.at = asked.at AND t.serve = asked.serve`,
}

/** Locks the serves until the commit, so that only one of two concurrent claims is the first. */
async function claimServes(sql: DerivedSql, shop: number, claims: readonly ServeClaim[]): Promise<boolean[]> {
  const rows = await sql.rows<ServeRow & { id: string }>(
    `SELECT i.id, i.serve, s.body FROM serve_ids AS i JOIN serves AS s ON s.${sql.names.serve} = i.serve
     WHERE i.shop = $1 AND i.id = ANY($2) ORDER BY i.serve FOR UPDATE OF s`,
    [shop, [...new Set(claims.map(({ id }) => id))]],
  )
  const serves = new Map(rows.map((row) => [row.serve, parse(row)]))
  const added: { serve: number; at: number; subject: Subject }[] = []
  const holds = claims.map(({ id, subject }) => {
    const ofId = rows.filter((row) => row.id === id).map(({ serve }) => serve)
    for (const serve of ofId) {
      const mine = claimed(serves.get(serve) as StoredServe, subject)
      if (!mine) continue
      serves.set(serve, mine)
      added.push({ serve, at: mine.atMs, subject: claimEntry(subject) })
    }
    return ofId.length > 0 && ofId.every((serve) => isNamed(serves.get(serve) as StoredServe, subject))
  })
  const changed = [...new Set(added.map(({ serve }) => serve))]
  const bodies = changed.map((serve) => ({ serve, body: JSON.stringify(serves.get(serve)) }))
  await sql.runForEach(queriesOf(sql).replace, shop, bodies)
  await sql.put(SERVE_SUBJECTS, shop, added)
  return holds
}

export function serveWrites({ whole }: Scope) {
  const putServesOf = (shop: ShopId, serves: readonly StoredServe[]) =>
    whole(async (sql) => {
      const row = await shareShopRow(sql, shop)
      const counted = countedShop(row)
      await sql.addServes(counted.no, serves)
      await sql.addExposures(counted, serves.flatMap(exposuresOf))
      await sql.put(RULE_DAYS, counted.no, ruleDaysOf(serves, counted.days))
    }, BRIEFLY)

  return {
    claimServes: (shop: ShopId, claims: readonly ServeClaim[]) =>
      whole(async (sql) => claimServes(sql, (await shareShopRow(sql, shop)).no, claims), BRIEFLY),

    /** Commits each shop separately and waits only briefly for a lock, so that a locked shop does not delay others. */
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
