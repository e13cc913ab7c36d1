import type { ShopId } from '../record-store/record-store.ts'
import { inTransaction } from '../sqlite/database.ts'
import { rewriteIfDue, scrub } from '../sqlite/scrub.ts'
import { exposuresOf, isLaterDay } from './batch-rules.ts'
import type { Conversion, DerivedBatch, Subject } from './derived-facts.ts'
import type * as Derived from './derived-records.ts'
import * as reads from './shared-reads.ts'
import { totalsOf } from './shopper-totals.ts'
import { applyFacts, pruneFacts, recountFacts } from './sqlite-apply.ts'
import { eraseFacts } from './sqlite-erasure.ts'
import type { ServeClaim } from './serve-claims.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import { DAY_TABLES, DERIVED_TABLES, KEPT_TABLES, VISIT_TABLES } from './sqlite-schema.ts'
import { SqliteShopNumbers } from './sqlite-shop-numbers.ts'
import { asOne, emptyTables, openTables, type SqliteTables } from './sqlite-tables.ts'

const NO_HISTORY: Derived.HistoryLists = { browsed: [], cart: [], purchased: [] }

export class SqliteDerivedTables {
  readonly #tables: SqliteTables
  readonly #shops: SqliteShopNumbers
  readonly #path: string

  constructor(path: string, { shared = false } = {}) {
    this.#path = path
    this.#tables = openTables(path, shared)
    this.#shops = new SqliteShopNumbers(this.#tables.db, shared)
    if (!shared) countExposures(this.#tables)
  }

  offset(shop: ShopId): number {
    return this.#shops.standing(shop).offset
  }

  apply(shop: ShopId, batch: DerivedBatch, windows: Derived.AttributionWindows): boolean {
    if (batch.recount) return this.#recount(shop, batch)
    const { offset, newestAt } = this.#shops.standing(shop)
    if (offset !== batch.fromOffset) return false
    const number = this.#shops.make(shop)
    return asOne(this.#tables, () => {
      const { replay } = batch
      if (replay !== undefined && !this.#tables.aside.drop(number, 'event', String(replay))) return false
      const newest = Math.max(newestAt, applyFacts(this.#tables, number, batch))
      if (isLaterDay(newest, newestAt)) pruneFacts(this.#tables, number, newest, windows)
      this.#tables.db
        .prepare('UPDATE shops SET offset = ?, newest_at = ? WHERE number = ?')
        .run(batch.toOffset, newest, number)
      return true
    })
  }

  zone(shop: ShopId): string {
    return this.#shops.read(shop, 'UTC', (number) => this.#tables.zones.zone(number))
  }

  setZone(shop: ShopId, zone: string): void {
    const number = this.#shops.make(shop)
    asOne(this.#tables, () => {
      emptyTables(this.#tables, number, DAY_TABLES)
      emptyTables(this.#tables, -number, VISIT_TABLES)
      this.#tables.zones.set(number, zone)
      this.#tables.exposures.recount(number)
      for (const changes of this.#tables.conversions.allRollups(number)) this.#tables.rollups.add(number, changes)
    })
  }

  pendingRecount(shop: ShopId): Derived.RecountRange | undefined {
    return this.#shops.read(shop, undefined, (number) => {
      const pending = this.#tables.zones.pending(number)
      return pending && { after: pending.after, until: pending.until }
    })
  }

  attributionTasks(shop: ShopId, windows: Derived.AttributionWindows, limit: number): Derived.AttributionTask[] {
    return this.#shops.read(shop, [], (number) => this.#tables.conversions.tasks(number, windows, limit))
  }

  putAttributions(shop: ShopId, results: readonly Derived.AttributionResult[]): void {
    const number = this.#shops.make(shop)
    inTransaction(this.#tables.db, () =>
      this.#tables.rollups.add(number, this.#tables.conversions.putResults(number, results)),
    )
  }

  conversion(shop: ShopId, kind: Conversion['kind'], key: string) {
    return this.#shops.read(shop, undefined, (number) => this.#tables.conversions.find(number, kind, key))
  }

  conversions(shop: ShopId, kind: Conversion['kind'], fromMs: number, toMs: number, limit: number): Conversion[] {
    return this.#shops.read(shop, [], (number) => this.#tables.conversions.list(number, kind, { fromMs, toMs, limit }))
  }

  async cartsOf(shop: ShopId, subjects: readonly Subject[], range: Derived.TimeRange) {
    return this.#shops.read(shop, [], (number) => reads.cartsOf(this.#tables.sql, number, subjects, range))
  }

  putServes(serves: readonly { shop: ShopId; serve: Derived.StoredServe }[]): void {
    for (const { shop } of serves) this.#shops.make(shop)
    inTransaction(this.#tables.db, () => {
      for (const [shop, ofShop] of Map.groupBy(serves, (one) => this.#shops.make(one.shop))) {
        const stored = ofShop.map(({ serve }) => serve)
        for (const serve of stored) this.#addServe(shop, serve)
        this.#tables.ruleDays.add(shop, stored)
      }
    })
  }

  claimServes(shop: ShopId, claims: readonly ServeClaim[]): boolean[] {
    return this.#shops.read(
      shop,
      claims.map(() => false),
      (number) => inTransaction(this.#tables.db, () => claims.map((claim) => this.#tables.serves.claim(number, claim))),
    )
  }

  findServes(shop: ShopId, ids: readonly string[]): Map<string, Derived.StoredServe[]> {
    return this.#shops.read(shop, new Map(), (number) => this.#tables.serves.find(number, ids))
  }

  async ruleUses(shop: ShopId, fromDay: number, toDay: number) {
    return this.#shops.read(shop, [], (number) => reads.readRuleUses(this.#tables.sql, number, fromDay, toDay))
  }

  async servesKeptFrom(shop: ShopId) {
    return this.#shops.read(shop, Number.POSITIVE_INFINITY, (number) => reads.servesKeptFrom(this.#tables.sql, number))
  }

  productsShown(shop: ShopId, range: Derived.TimeRange, most: number): Derived.ShownProducts {
    const nothing = { answers: [], shown: [] }
    return this.#shops.read(shop, nothing, (number) => this.#tables.serves.productsShown(number, range, most))
  }

  placesServed(shop: ShopId, asks: readonly Derived.PlaceAsk[]): (Derived.Place | undefined)[] {
    const nothing = asks.map(() => undefined)
    return this.#shops.read(shop, nothing, (number) => asks.map((ask) => this.#tables.serves.place(number, ask)))
  }

  servesShown(shop: ShopId, asks: readonly Derived.ShownAsk[]): (Derived.StoredServe | undefined)[] {
    const nothing = asks.map(() => undefined)
    return this.#shops.read(shop, nothing, (number) => asks.map((ask) => this.#tables.serves.lastShown(number, ask)))
  }

  ownSubjects(shop: ShopId, subjects: readonly Subject[]): Subject[] {
    return this.#shops.read(shop, [...subjects].sort(), (number) => this.#tables.links.own(number, subjects))
  }

  async history(shop: ShopId, subjects: readonly Subject[], limit: number) {
    return this.#shops.read(shop, NO_HISTORY, (number) =>
      reads.readHistory(this.#tables.sql, number, this.#tables.links.readable(number, subjects), limit),
    )
  }

  shopperTotals(shop: ShopId, subjects: readonly Subject[]): Derived.ShopperTotals {
    return this.#shops.read(shop, totalsOf(0, []), (number) =>
      this.#tables.totals.read(number, this.#tables.links.readable(number, subjects)),
    )
  }

  async ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number) {
    return this.#shops.read(shop, NO_HISTORY, (number) => reads.readHistory(this.#tables.sql, number, subjects, limit))
  }

  erasePerson(shop: ShopId, person: Derived.ErasedPerson): void {
    const number = this.#shops.written(shop)
    if (number === undefined) return
    const recountedIn = this.#tables.zones.pending(number) && this.#tables.zones.zone(number)
    asOne(this.#tables, () => eraseFacts(this.#tables, number, person))
    this.#tables.links.forget()
    // The recount so far includes the person and the rest would not, so it starts again.
    if (recountedIn !== undefined) this.setZone(shop, recountedIn)
  }

  scrub(): void {
    scrub(this.#tables.db, this.#path)
  }

  rewriteErased(nowMs: number): boolean {
    return rewriteIfDue(this.#tables.db, this.#path, nowMs)
  }

  rollups(shop: ShopId, query: Derived.RollupQuery): Derived.RollupRow[] {
    return this.#shops.read(shop, [], (number) => this.#tables.rollups.read(number, query))
  }

  async queries(shop: ShopId, query: Derived.QueryQuery) {
    return this.#shops.read(shop, [], (number) => reads.readQueries(this.#tables.sql, number, query))
  }

  async searches(shop: ShopId, query: Derived.SearchesQuery) {
    return this.#shops.read(shop, [], (number) => reads.listSearches(this.#tables.sql, number, query))
  }

  async visits(shop: ShopId, query: Derived.VisitsQuery) {
    return this.#shops.read(shop, [], (number) => reads.readVisits(this.#tables.sql, number, query))
  }

  async funnel(shop: ShopId, query: Derived.FunnelQuery) {
    return this.#shops.read(shop, [], (number) => reads.readFunnel(this.#tables.sql, number, query))
  }

  experiment(shop: ShopId, experience: string, query?: Derived.ExperimentQuery): Derived.ExperimentOutcomes {
    return this.#shops.read(shop, { groups: [], sawSeveral: 0 }, (number) =>
      this.#tables.exposures.read(number, experience, query),
    )
  }

  async searchesByDay(shop: ShopId, query: Derived.SearchDaysQuery) {
    return this.#shops.read(shop, [], (number) => reads.readSearchesByDay(this.#tables.sql, number, query))
  }

  addOutcomes(counts: readonly Derived.OutcomeCount[]): void {
    for (const { shop } of counts) this.#shops.make(shop)
    inTransaction(this.#tables.db, () => {
      const add = this.#tables.db.prepare(
        'INSERT INTO outcomes (shop, day, outcome, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      )
      for (const { shop, day, outcome, count } of counts) add.run(this.#shops.make(shop), day, outcome, count)
    })
  }

  async outcomes(shop: ShopId, fromDay: number, toDay: number) {
    return this.#shops.read(shop, [], (number) => reads.outcomes(this.#tables.sql, number, fromDay, toDay))
  }

  /** Always 0, because no other node can erase anybody. */
  erasureEpoch(_shop: ShopId): number {
    return 0
  }

  addNetworks(day: number, counts: readonly Derived.NetworkVisitors[]): Derived.NetworkVisitors[] {
    const { db } = this.#tables
    return inTransaction(db, () => {
      db.prepare('DELETE FROM networks WHERE day < ?').run(day)
      const add = db.prepare(
        `INSERT INTO networks (day, network, visitors) VALUES (?, ?, ?)
         ON CONFLICT (day, network) DO UPDATE SET visitors = visitors + excluded.visitors RETURNING visitors`,
      )
      return counts.map(({ network, visitors }) => {
        const total = add.get(day, network, visitors) as { visitors: number }
        return { network, visitors: total.visitors }
      })
    })
  }

  networks(day: number, limit: number) {
    return reads.readNetworks(this.#tables.sql, day, limit)
  }

  putSnapshot(shop: ShopId, name: string, { offset, bytes }: Derived.ModelSnapshot): void {
    const put = this.#tables.db.prepare(
      'INSERT OR REPLACE INTO snapshots (shop, name, offset, bytes) VALUES (?, ?, ?, ?)',
    )
    put.run(this.#shops.make(shop), name, offset, bytes)
  }

  snapshot(shop: ShopId, name: string, beyond = -1): Derived.ModelSnapshot | undefined {
    return this.#shops.read(shop, undefined, (number) => {
      const row = this.#tables.db
        .prepare('SELECT offset, bytes FROM snapshots WHERE shop = ? AND name = ? AND offset > ?')
        .get(number, name, beyond)
      return row && ({ ...row } as unknown as Derived.ModelSnapshot)
    })
  }

  dropSnapshots(shop: ShopId): void {
    this.#tables.db.prepare('DELETE FROM snapshots WHERE shop = ?').run(this.#shops.written(shop) ?? -1)
  }

  putAside(shop: ShopId, aside: SetAside): void {
    this.#tables.aside.put(this.#shops.make(shop), aside)
  }

  async setAside(shop: ShopId, limit: number) {
    return this.#shops.read(shop, [], (number) => reads.listAside(this.#tables.sql, number, limit))
  }

  dropAside(shop: ShopId, kind: SetAsideKind, key: string): boolean {
    const number = this.#shops.written(shop)
    return number !== undefined && this.#tables.aside.drop(number, kind, key)
  }

  reset(shop: ShopId): void {
    const number = this.#shops.written(shop)
    if (number === undefined) return
    this.#tables.links.forget()
    inTransaction(this.#tables.db, () => {
      emptyTables(this.#tables, number, [...DERIVED_TABLES, 'exposure_days'])
      emptyTables(this.#tables, -number, VISIT_TABLES)
      this.#tables.zones.nothingPending(number)
      this.#tables.db.prepare("DELETE FROM set_aside WHERE shop = ? AND kind = 'event'").run(number)
      for (const serve of this.#tables.serves.all(number)) this.#tables.exposures.add(number, exposuresOf(serve))
      this.#tables.db.prepare('UPDATE shops SET offset = 0, newest_at = 0 WHERE number = ?').run(number)
    })
  }

  drop(shop: ShopId): void {
    const number = this.#shops.written(shop)
    if (number === undefined) return
    this.#tables.links.forget()
    inTransaction(this.#tables.db, () => {
      emptyTables(this.#tables, number, [...DERIVED_TABLES, 'exposure_days', ...KEPT_TABLES])
      emptyTables(this.#tables, -number, VISIT_TABLES)
      this.#tables.db.prepare('DELETE FROM shops WHERE number = ?').run(number)
    })
    this.#tables.zones.forget()
    this.#shops.forget(shop)
  }

  /** Frees the cached pages; call it when the thread is idle. */
  rest(): void {
    this.#tables.db.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#tables.db.close()
  }

  #recount(shop: ShopId, batch: DerivedBatch): boolean {
    const number = this.#shops.make(shop)
    const pending = this.#tables.zones.pending(number)
    if (pending?.after !== batch.fromOffset) return false
    asOne(this.#tables, () => recountFacts(this.#tables, number, batch, pending))
    return true
  }

  #addServe(shop: number, serve: Derived.StoredServe): void {
    this.#tables.serves.add(shop, serve)
    this.#tables.exposures.add(shop, exposuresOf(serve))
  }
}

/** Counts exposures by day in a file from before such counts existed. */
function countExposures({ db, exposures }: SqliteTables): void {
  const shops = db.prepare('SELECT number FROM shops WHERE exposures_counted = 0').all() as { number: number }[]
  for (const { number } of shops) {
    inTransaction(db, () => {
      exposures.recount(number)
      db.prepare('UPDATE shops SET exposures_counted = 1 WHERE number = ?').run(number)
    })
  }
}
