/** The derived store in PostgreSQL, shared by all nodes. Whatever derives locks the shop's row until its commit: each event counts once. */
import { LONG, type PostgresDatabase, type Sql, type TransactionLimits } from '../postgres/database.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { Conversion, DerivedBatch, Subject } from './derived-facts.ts'
import type * as Derived from './derived-store.ts'
import { applyBatch, erasePerson, type OldServes, recountBatch, resetShop, restartRecount } from './postgres-apply.ts'
import { ConversionWork, type ConversionKey, unmarkConversions } from './postgres-conversions.ts'
import { cartedKeys } from './carted.ts'
import { conversionReports } from './conversion-reports.ts'
import { readHistory } from './postgres-histories.ts'
import { HistoryReads } from './postgres-history-reads.ts'
import { walkLinks } from './postgres-links.ts'
import { ALL_TABLES } from './postgres-schema.ts'
import {
  addRuleDays,
  addServes,
  findServes,
  placesServed,
  pruneServes,
  readRuleUses,
  productsShown,
  servesKeptFrom,
  servesShown,
} from './postgres-serves.ts'
import { dropAside, listAside, putAside } from './postgres-set-aside.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import { readShopperTotals } from './postgres-shopper-totals.ts'
import { findStanding, holdNumber, lockKnown, lockStanding } from './postgres-standing.ts'
import { addExposures, addRollups, readExperiment, readRollups } from './postgres-sums.ts'
import { withTouches } from './postgres-touches.ts'
import { listSearches, readQueries, readSearchesByDay } from './postgres-searches.ts'
import { readFunnel, readVisits } from './postgres-visits.ts'
import { shopDays } from './shop-days.ts'
import { exposuresOf, ruleDaysOf } from './batch-rules.ts'
import { MAX_CARTS } from './sqlite-conversion-records.ts'

/** For work behind the answers, which can be tried again: a shop that somebody holds keeps no other waiting. */
const BRIEFLY: TransactionLimits = { lockWithinMs: 1000 }
/** Another node that derives the same shop is done sooner. */
const DERIVING: TransactionLimits = { lockWithinMs: 5000 }

/** How a chunk of the log is derived on a store; compose gives it. */
export type DeriveChunk = (
  store: Derived.DerivedStore,
  shop: ShopId,
  chunk: Derived.DerivableChunk,
  windows: Derived.AttributionWindows,
) => Promise<Derived.DeriveOutcome>

export function postgresDerivedStore(db: PostgresDatabase, deriveChunk?: DeriveChunk): Derived.DerivedStore {
  const prune = ({ no, keptFromMs }: OldServes) => pruneServes(db, no, keptFromMs)
  const store = new PostgresDerivedTables({ sql: db, whole: (work, limits) => db.transaction(work, limits), prune })
  if (!deriveChunk) return store
  return Object.assign(store, {
    /** From the bodies to the attributions in one transaction, under the shop's lock; what is too old goes after it. */
    async derive(shop: ShopId, chunk: Derived.DerivableChunk, windows: Derived.AttributionWindows) {
      let old: OldServes | undefined
      const derived = await db.transaction(async (sql) => {
        const { reached, recounted } = await lockStanding(sql, shop)
        if (chunk.fromOffset !== (chunk.recount ? recounted : reached)) return false
        const prune = async (serves: OldServes) => {
          old = serves
        }
        const inside = new PostgresDerivedTables({ sql, whole: (work) => inSavepoint(sql, work), prune })
        return deriveChunk(inside, shop, chunk, windows)
      }, DERIVING)
      if (old) await prune(old)
      return derived
    },
  })
}

/** Takes back work that fails inside, so that the transaction around it can go on. */
async function inSavepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  await sql.rows('SAVEPOINT step')
  try {
    const result = await work(sql)
    await sql.rows('RELEASE SAVEPOINT step')
    return result
  } catch (error) {
    await sql.rows('ROLLBACK TO SAVEPOINT step')
    throw error
  }
}

/** Target of statements: the pool, or a transaction under way. */
interface Scope {
  sql: Sql
  whole<T>(work: (sql: Sql) => Promise<T>, limits?: TransactionLimits): Promise<T>
  /** After the commit, some at a time. */
  prune(old: OldServes): Promise<void>
}

export class PostgresDerivedTables implements Derived.DerivedStore {
  readonly #sql: Sql
  readonly #whole: Scope['whole']
  readonly #prune: Scope['prune']
  readonly #histories: HistoryReads
  /** Marks of the tasks that were given out: a task that was marked again since is not taken for explained. */
  readonly #marks = new Map<string, number>()

  constructor({ sql, whole, prune }: Scope) {
    this.#sql = sql
    this.#whole = whole
    this.#prune = prune
    this.#histories = new HistoryReads(sql)
  }

  async offset(shop: ShopId): Promise<number> {
    return (await findStanding(this.#sql, shop))?.reached ?? 0
  }

  async apply(shop: ShopId, batch: DerivedBatch, windows: Derived.AttributionWindows): Promise<boolean> {
    const outcome = await this.#whole(async (sql) => {
      const standing = await lockStanding(sql, shop)
      return batch.recount ? recountBatch(sql, standing, batch) : applyBatch(sql, standing, batch, windows)
    })
    if (typeof outcome === 'object') await this.#prune(outcome)
    return outcome !== false
  }

  async zone(shop: ShopId): Promise<string> {
    return (await findStanding(this.#sql, shop))?.zone ?? 'UTC'
  }

  async setZone(shop: ShopId, zone: string): Promise<void> {
    await this.#whole(async (sql) => {
      const standing = await lockStanding(sql, shop)
      // Another node was told of the same change.
      if (standing.zone !== zone) await restartRecount(sql, { ...standing, zone })
    })
  }

  async pendingRecount(shop: ShopId): Promise<Derived.RecountRange | undefined> {
    const standing = await findStanding(this.#sql, shop)
    if (!standing || standing.recounted >= standing.recountUntil) return undefined
    return { after: standing.recounted, until: standing.recountUntil }
  }

  async attributionTasks(shop: ShopId, windows: Derived.AttributionWindows, limit: number) {
    const standing = await findStanding(this.#sql, shop)
    if (!standing) return []
    const marked = await this.#sql.rows<ConversionKey & { mark: number }>(
      'SELECT kind, key, mark FROM unattributed WHERE shop = $1 ORDER BY kind, key LIMIT $2',
      [standing.no, limit],
    )
    const work = await ConversionWork.load(this.#sql, standing.no, marked)
    const gone = marked.filter(({ kind, key }) => !work.readWhole(kind, key))
    await unmarkConversions(this.#sql, standing.no, gone)
    const found = marked.flatMap(({ kind, key }) => work.read(kind, key) ?? [])
    for (const { kind, key, mark } of marked) this.#marks.set(`${shop}\n${kind}\n${key}`, mark)
    const people = await walkLinks(this.#sql, standing.no, (links) =>
      found.map(({ subjects }) => links.person(subjects)),
    )
    const explained = found.map((conversion, i) => ({ conversion, subjects: people[i] ?? [] }))
    return withTouches(this.#sql, standing.no, explained, windows)
  }

  async putAttributions(shop: ShopId, results: readonly Derived.AttributionResult[]): Promise<void> {
    await this.#whole(async (sql) => {
      const { no, zone } = await lockStanding(sql, shop)
      const current = await this.#current(sql, shop, no, results)
      const work = await ConversionWork.load(sql, no, current)
      await work.loadCarted(
        sql,
        no,
        current.flatMap(({ attributions }) => cartedKeys(attributions)),
      )
      const changes = conversionReports(work, shopDays(zone)).putResults(current)
      await work.flush(sql, no)
      await addRollups(sql, no, changes)
    })
  }

  /** Without those that were marked again, or explained by another node, since the tasks were given out. */
  async #current(sql: Sql, shop: ShopId, no: number, results: readonly Derived.AttributionResult[]) {
    const rows = await sql.rows<ConversionKey & { mark: number }>(
      'SELECT kind, key, mark FROM unattributed WHERE shop = $1',
      [no],
    )
    const marks = new Map(rows.map(({ kind, key, mark }) => [`${kind}\n${key}`, mark]))
    return results.filter(({ kind, key }) => {
      const given = this.#marks.get(`${shop}\n${kind}\n${key}`)
      this.#marks.delete(`${shop}\n${kind}\n${key}`)
      return given === undefined || given === marks.get(`${kind}\n${key}`)
    })
  }

  async conversion(shop: ShopId, kind: Conversion['kind'], key: string) {
    const work = await ConversionWork.load(this.#sql, await this.#no(shop), [{ kind, key }])
    const conversion = work.read(kind, key)
    return conversion && { conversion, attributions: work.attributions(kind, key) }
  }

  async conversions(shop: ShopId, kind: Conversion['kind'], fromMs: number, toMs: number, limit: number) {
    const no = await this.#no(shop)
    const keys = await this.#sql.rows<ConversionKey>(
      'SELECT kind, key FROM conversions WHERE shop = $1 AND kind = $2 AND at BETWEEN $3 AND $4 ORDER BY at DESC, key LIMIT $5',
      [no, kind, fromMs, toMs, limit],
    )
    const work = await ConversionWork.load(this.#sql, no, keys)
    return keys.flatMap(({ key }) => work.read(kind, key) ?? [])
  }

  async cartsOf(shop: ShopId, subjects: readonly Subject[], { fromMs, toMs }: Derived.TimeRange) {
    const rows = await this.#sql.rows<{ body: string }>(
      `SELECT DISTINCT c.at, c.key, c.body FROM conversion_subjects AS o
       JOIN conversions AS c ON c.shop = o.shop AND c.kind = o.kind AND c.key = o.key
       WHERE o.shop = $1 AND o.subject = ANY($2) AND o.kind = 'cart' AND o.at BETWEEN $3 AND $4
       ORDER BY c.at, c.key LIMIT ${MAX_CARTS}`,
      [await this.#no(shop), subjects, fromMs, toMs],
    )
    return rows.map(({ body }) => JSON.parse(body) as Conversion)
  }

  /** A commit for each shop: what one of them waits for keeps no other. Rows that somebody holds are not waited for. */
  async putServes(serves: readonly { shop: ShopId; serve: Derived.StoredServe }[]): Promise<void> {
    const byShop = Map.groupBy(serves, ({ shop }) => shop)
    const putting = [...byShop].map(([shop, ofShop]) =>
      this.#putServesOf(
        shop,
        ofShop.map(({ serve }) => serve),
      ),
    )
    await allDone(putting)
  }

  #putServesOf(shop: ShopId, serves: readonly Derived.StoredServe[]): Promise<void> {
    return this.#whole(async (sql) => {
      const no = await holdNumber(sql, shop)
      await addServes(sql, no, serves)
      await addExposures(sql, no, serves.flatMap(exposuresOf))
      if (serves.every(({ rules = [] }) => rules.length === 0)) return
      const standing = await findStanding(sql, shop)
      await addRuleDays(sql, no, ruleDaysOf(serves, shopDays(standing?.zone ?? 'UTC')))
    }, BRIEFLY)
  }

  async findServes(shop: ShopId, ids: readonly string[]) {
    return findServes(this.#sql, await this.#no(shop), ids)
  }

  async servesKeptFrom(shop: ShopId): Promise<number> {
    return servesKeptFrom(this.#sql, await this.#no(shop))
  }

  async placesServed(shop: ShopId, asks: readonly Derived.PlaceAsk[]) {
    return placesServed(this.#sql, await this.#no(shop), asks)
  }

  async ruleUses(shop: ShopId, fromDay: number, toDay: number) {
    return readRuleUses(this.#sql, await this.#no(shop), fromDay, toDay)
  }

  async servesShown(shop: ShopId, asks: readonly Derived.ShownAsk[]) {
    return servesShown(this.#sql, await this.#no(shop), asks)
  }

  async productsShown(shop: ShopId, range: Derived.TimeRange, most: number) {
    return productsShown(this.#sql, await this.#no(shop), range, most)
  }

  async ownSubjects(shop: ShopId, subjects: readonly Subject[]): Promise<readonly Subject[]> {
    return walkLinks(this.#sql, await this.#no(shop), (links) => links.own(subjects))
  }

  async history(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<Derived.HistoryLists> {
    return this.#histories.read(shop, subjects, limit)
  }

  async shopperTotals(shop: ShopId, subjects: readonly Subject[]): Promise<Derived.ShopperTotals> {
    const no = await this.#no(shop)
    const readable = await walkLinks(this.#sql, no, (links) => links.readable(subjects))
    return readShopperTotals(this.#sql, no, readable)
  }

  async ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<Derived.HistoryLists> {
    return readHistory(this.#sql, await this.#no(shop), subjects, limit)
  }

  async erasePerson(shop: ShopId, person: Derived.ErasedPerson): Promise<void> {
    await this.#whole(async (sql) => {
      const standing = await lockKnown(sql, shop)
      if (standing) await erasePerson(sql, standing, person)
    })
  }

  /** PostgreSQL overwrites what was removed when it vacuums; nothing of it can be read before. */
  async scrub(): Promise<void> {}

  async rewriteErased(): Promise<boolean> {
    return false
  }

  async rollups(shop: ShopId, query: Derived.RollupQuery): Promise<readonly Derived.RollupRow[]> {
    return readRollups(this.#sql, await this.#no(shop), query)
  }

  async queries(shop: ShopId, query: Derived.QueryQuery): Promise<readonly Derived.QueryRow[]> {
    return readQueries(this.#sql, await this.#no(shop), query)
  }

  async searches(shop: ShopId, query: Derived.SearchesQuery) {
    return listSearches(this.#sql, await this.#no(shop), query)
  }

  async visits(shop: ShopId, query: Derived.VisitsQuery) {
    return readVisits(this.#sql, await this.#no(shop), query)
  }

  async funnel(shop: ShopId, query: Derived.FunnelQuery) {
    return readFunnel(this.#sql, await this.#no(shop), query)
  }

  async experiment(shop: ShopId, experience: string, query?: Derived.ExperimentQuery) {
    const days = shopDays(await this.zone(shop))
    return readExperiment(this.#sql, await this.#no(shop), experience, { ...query, days })
  }

  async searchesByDay(shop: ShopId, query: Derived.SearchDaysQuery) {
    return readSearchesByDay(this.#sql, await this.#no(shop), query)
  }

  async addOutcomes(counts: readonly Derived.OutcomeCount[]): Promise<void> {
    const byShop = Map.groupBy(counts, ({ shop }) => shop)
    await allDone([...byShop].map(([shop, ofShop]) => this.#addOutcomesOf(shop, ofShop)))
  }

  #addOutcomesOf(shop: ShopId, counts: readonly Derived.OutcomeCount[]): Promise<void> {
    return this.#whole(async (sql) => {
      // In one order on every node.
      await sql.run(
        `INSERT INTO outcomes AS o (shop, day, outcome, count)
         SELECT $1, day, outcome, sum(count) FROM json_to_recordset($2) AS new(day int, outcome text, count bigint)
         GROUP BY day, outcome ORDER BY day, outcome
         ON CONFLICT (shop, day, outcome) DO UPDATE SET count = o.count + excluded.count`,
        [await holdNumber(sql, shop), jsonRows(counts.map(({ day, outcome, count }) => ({ day, outcome, count })))],
      )
    }, BRIEFLY)
  }

  async outcomes(shop: ShopId, fromDay: number, toDay: number) {
    return this.#sql.rows<{ day: number; outcome: string; count: number }>(
      'SELECT day, outcome, count FROM outcomes WHERE shop = $1 AND day BETWEEN $2 AND $3 ORDER BY day, outcome',
      [await this.#no(shop), fromDay, toDay],
    )
  }

  async addNetworks(day: number, counts: readonly Derived.NetworkVisitors[]) {
    if (counts.length === 0) return []
    return this.#whole(async (sql) => {
      await sql.run('DELETE FROM networks WHERE day < $1', [day])
      // In one order on every node.
      return sql.rows<Derived.NetworkVisitors>(
        `INSERT INTO networks AS n (day, network, visitors)
         SELECT $1, network, visitors FROM json_to_recordset($2) AS new(network text, visitors bigint) ORDER BY network
         ON CONFLICT (day, network) DO UPDATE SET visitors = n.visitors + excluded.visitors RETURNING network, visitors`,
        [day, jsonRows(counts)],
      )
    })
  }

  async networks(day: number, limit: number) {
    return this.#sql.rows<Derived.NetworkVisitors>(
      'SELECT network, visitors FROM networks WHERE day = $1 ORDER BY visitors DESC LIMIT $2',
      [day, limit],
    )
  }

  async erasureEpoch(shop: ShopId): Promise<number> {
    const [row] = await this.#sql.rows<{ erasures: number }>('SELECT erasures FROM derived_shops WHERE name = $1', [
      shop,
    ])
    return row?.erasures ?? 0
  }

  /** Every node learns the same from the same log: of two snapshots the one that goes further is kept. */
  async putSnapshot(shop: ShopId, name: string, snapshot: Derived.ModelSnapshot & { epoch: number }): Promise<void> {
    await this.#whole(async (sql) => {
      // Until the commit nobody is erased: an erasure either finds this snapshot and removes it, or is known here.
      const { no } = await lockStanding(sql, shop)
      const [known] = await sql.rows<{ erasures: number }>('SELECT erasures FROM derived_shops WHERE no = $1', [no])
      if (known?.erasures !== snapshot.epoch) return
      await sql.run(
        `INSERT INTO snapshots AS s (shop, name, reached, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (shop, name) DO UPDATE SET reached = excluded.reached, bytes = excluded.bytes WHERE s.reached <= excluded.reached`,
        [no, name, snapshot.offset, Buffer.from(snapshot.bytes)],
      )
    })
  }

  async snapshot(shop: ShopId, name: string, beyond = -1): Promise<Derived.ModelSnapshot | undefined> {
    const [row] = await this.#sql.rows<{ reached: number; bytes: Buffer }>(
      'SELECT reached, bytes FROM snapshots WHERE shop = $1 AND name = $2 AND reached > $3',
      [await this.#no(shop), name, beyond],
    )
    return row && { offset: row.reached, bytes: new Uint8Array(row.bytes) }
  }

  async dropSnapshots(shop: ShopId): Promise<void> {
    await this.#whole(async (sql) => {
      await sql.run('DELETE FROM snapshots WHERE shop = (SELECT no FROM derived_shops WHERE name = $1)', [shop])
    })
  }

  async putAside(shop: ShopId, aside: SetAside): Promise<void> {
    await this.#whole(async (sql) => putAside(sql, await holdNumber(sql, shop), aside))
  }

  async setAside(shop: ShopId, limit: number): Promise<SetAside[]> {
    return listAside(this.#sql, await this.#no(shop), limit)
  }

  dropAside(shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean> {
    return this.#whole(async (sql) => dropAside(sql, await holdNumber(sql, shop), kind, key))
  }

  async reset(shop: ShopId): Promise<void> {
    await this.#whole(async (sql) => {
      const standing = await lockKnown(sql, shop)
      if (standing) await resetShop(sql, standing.no)
    }, LONG)
  }

  async drop(shop: ShopId): Promise<void> {
    const no = await this.#no(shop)
    if (no === 0) return
    // Its own row last: what is broken off here is found, and goes on, at the next try.
    for (const table of ALL_TABLES)
      await deleteInBatches(this.#sql, { table, where: 'shop = ANY($1)', values: [[no, -no]] })
    await this.#sql.run('DELETE FROM derived_shops WHERE no = $1', [no])
  }

  /** The connections belong to whoever opened them. */
  async close(): Promise<void> {}

  /** Number of the shop; a number that none has if the shop is not known. */
  async #no(shop: ShopId): Promise<number> {
    return (await findStanding(this.#sql, shop))?.no ?? 0
  }
}

/** All come to an end, whatever becomes of one; then the first that failed is told of. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}
