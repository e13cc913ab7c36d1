/** The derived store in one SQLite file, synchronous. Each public method that writes is one commit. */
import type { DatabaseSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { scrub } from '../sqlite/scrub.ts'
import type { Conversion, DerivedBatch, ExposureFact, SessionFact, Subject, TouchFact } from './derived-facts.ts'
import type * as Derived from './derived-store.ts'
import { UTC_DAYS } from './shop-days.ts'
import { conversionTables } from './sqlite-conversions.ts'
import { exposureTables } from './sqlite-exposures.ts'
import { historyTables } from './sqlite-histories.ts'
import { linkTables } from './sqlite-links.ts'
import { rollupTables } from './sqlite-rollups.ts'
import { DAY_TABLES, DERIVED_TABLES, KEPT_TABLES, MIGRATIONS, VISIT_TABLES } from './sqlite-schema.ts'
import { serveTables } from './sqlite-serves.ts'
import { searchTables, sessionTables } from './sqlite-sessions.ts'
import { zoneTables } from './sqlite-zones.ts'

const DAY_MS = 86_400_000
/** Longer than any attribution window can be set. */
export const KEEP_SERVES_MS = 100 * DAY_MS
export const KEEP_SESSIONS_MS = 10 * DAY_MS

export class SqliteDerivedTables {
  readonly #db: DatabaseSync
  readonly #links: ReturnType<typeof linkTables>
  readonly #histories: ReturnType<typeof historyTables>
  readonly #rollups: ReturnType<typeof rollupTables>
  readonly #sessions: ReturnType<typeof sessionTables>
  readonly #searches: ReturnType<typeof searchTables>
  readonly #conversions: ReturnType<typeof conversionTables>
  readonly #exposures: ReturnType<typeof exposureTables>
  readonly #serves: ReturnType<typeof serveTables>
  readonly #zones: ReturnType<typeof zoneTables>
  readonly #shops = new Map<ShopId, number>()

  /** Another thread writes: shops come and go without notice. */
  readonly #shared: boolean

  constructor(path: string, { shared = false } = {}) {
    this.#shared = shared
    const db = openDatabase(path, MIGRATIONS)
    // A lost tail is derived again from the log, offset and all, so a commit need not wait for the disk.
    db.exec(
      `PRAGMA synchronous = NORMAL; PRAGMA cache_size = ${shared ? -16384 : -65536}; PRAGMA wal_autocheckpoint = 8000; PRAGMA secure_delete = ON`,
    )
    this.#db = db
    this.#zones = zoneTables(db)
    const { days } = this.#zones
    this.#links = linkTables(db, shared)
    this.#histories = historyTables(db)
    this.#rollups = rollupTables(db)
    this.#sessions = sessionTables(db, days)
    this.#searches = searchTables(db)
    this.#conversions = conversionTables(db, this.#links, days)
    this.#exposures = exposureTables(db)
    this.#serves = serveTables(db)
    for (const row of db.prepare('SELECT number, name FROM shops').all()) {
      this.#shops.set(row.name as string, row.number as number)
    }
  }

  offset(shop: ShopId): number {
    return this.#standing(shop).offset
  }

  apply(shop: ShopId, batch: DerivedBatch, windows: Derived.AttributionWindows): boolean {
    if (batch.recount) return this.#recount(shop, batch)
    const { offset, newestAt } = this.#standing(shop)
    if (offset !== batch.fromOffset) return false
    const number = this.#number(shop)
    this.#whole(() => {
      const newest = Math.max(newestAt, this.#applyFacts(number, batch))
      if (isLaterDay(newest, newestAt)) this.#prune(number, newest, windows)
      this.#db
        .prepare('UPDATE shops SET offset = ?, newest_at = ? WHERE number = ?')
        .run(batch.toOffset, newest, number)
    })
    return true
  }

  zone(shop: ShopId): string {
    return this.#read(shop, 'UTC', (number) => this.#zones.zone(number))
  }

  setZone(shop: ShopId, zone: string): void {
    const number = this.#number(shop)
    this.#whole(() => {
      this.#empty(number, DAY_TABLES)
      this.#empty(-number, VISIT_TABLES)
      this.#zones.set(number, zone)
      for (const changes of this.#conversions.allRollups(number)) this.#rollups.add(number, changes)
    })
  }

  pendingRecount(shop: ShopId): Derived.RecountRange | undefined {
    return this.#read(shop, undefined, (number) => {
      const pending = this.#zones.pending(number)
      return pending && { after: pending.after, until: pending.until }
    })
  }

  attributionTasks(shop: ShopId, windows: Derived.AttributionWindows, limit: number): Derived.AttributionTask[] {
    return this.#read(shop, [], (number) => this.#conversions.tasks(number, windows, limit))
  }

  putAttributions(shop: ShopId, results: readonly Derived.AttributionResult[]): void {
    const number = this.#number(shop)
    inTransaction(this.#db, () => this.#rollups.add(number, this.#conversions.putResults(number, results)))
  }

  conversion(shop: ShopId, kind: Conversion['kind'], key: string) {
    return this.#read(shop, undefined, (number) => this.#conversions.find(number, kind, key))
  }

  conversions(shop: ShopId, kind: Conversion['kind'], fromMs: number, toMs: number, limit: number): Conversion[] {
    return this.#read(shop, [], (number) => this.#conversions.list(number, kind, { fromMs, toMs, limit }))
  }

  putServes(serves: readonly { shop: ShopId; serve: Derived.StoredServe }[]): void {
    for (const { shop } of serves) this.#number(shop)
    inTransaction(this.#db, () => {
      for (const { shop, serve } of serves) this.#addServe(this.#number(shop), serve)
    })
  }

  findServes(shop: ShopId, ids: readonly string[]): Map<string, Derived.StoredServe[]> {
    return this.#read(shop, new Map(), (number) => this.#serves.find(number, ids))
  }

  servesKeptFrom(shop: ShopId): number {
    return this.#read(shop, Number.POSITIVE_INFINITY, (number) => this.#serves.keptFrom(number))
  }

  servedWithoutResult(shop: ShopId, range: Derived.TimeRange, limit: number): { query: string; searches: number }[] {
    return this.#read(shop, [], (number) => this.#serves.withoutResult(number, range, limit))
  }

  servesShown(shop: ShopId, asks: readonly Derived.ShownAsk[]): (Derived.StoredServe | undefined)[] {
    const nothing = asks.map(() => undefined)
    return this.#read(shop, nothing, (number) => asks.map((ask) => this.#serves.lastShown(number, ask)))
  }

  ownSubjects(shop: ShopId, subjects: readonly Subject[]): Subject[] {
    return this.#read(shop, [...subjects].sort(), (number) => this.#links.own(number, subjects))
  }

  history(shop: ShopId, subjects: readonly Subject[], limit: number): Derived.HistoryLists {
    const nothing = { browsed: [], cart: [], purchased: [] }
    return this.#read(shop, nothing, (number) =>
      this.#histories.read(number, this.#links.readable(number, subjects), limit),
    )
  }

  ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number): Derived.HistoryLists {
    const nothing = { browsed: [], cart: [], purchased: [] }
    return this.#read(shop, nothing, (number) => this.#histories.read(number, subjects, limit))
  }

  erasePerson(shop: ShopId, { subjects, sessions, searches }: Derived.ErasedPerson): void {
    const number = this.#shops.get(shop)
    if (number === undefined) return
    const recountedIn = this.#zones.pending(number) && this.#zones.zone(number)
    this.#whole(() => {
      // What others ordered may have been put down to something this person did.
      for (const subject of subjects) this.#conversions.reconsider(number, subject, 0)
      this.#eraseConversions(number, subjects)
      this.#sessions.erase(number, sessions)
      this.#rollups.forget(number, 'query', this.#searches.erase(number, searches))
      for (const table of ['histories', 'cart_moves', 'clicks', 'views']) {
        const erase = this.#db.prepare(`DELETE FROM ${table} WHERE shop = ? AND subject = ?`)
        for (const subject of subjects) erase.run(number, subject)
      }
      const unlink = this.#db.prepare('DELETE FROM links WHERE shop = ?1 AND (a = ?2 OR b = ?2)')
      const unexpose = this.#db.prepare('DELETE FROM exposures WHERE shop = ? AND visitor = ?')
      for (const subject of subjects) {
        unlink.run(number, subject)
        unexpose.run(number, subject)
      }
      this.#serves.anonymize(number, new Set(subjects))
    })
    this.#links.forget()
    // Half counted again with the person, half without: from the beginning.
    if (recountedIn !== undefined) this.setZone(shop, recountedIn)
  }

  scrub(): void {
    scrub(this.#db)
  }

  rollups(shop: ShopId, query: Derived.RollupQuery): Derived.RollupRow[] {
    return this.#read(shop, [], (number) => this.#rollups.read(number, query))
  }

  queries(shop: ShopId, query: Derived.QueryQuery): Derived.QueryRow[] {
    return this.#read(shop, [], (number) => this.#searches.read(number, query))
  }

  funnel(shop: ShopId, scope: 'landing' | 'page', fromDay: number, toDay: number): Derived.FunnelRow[] {
    return this.#read(shop, [], (number) => this.#sessions.funnel(number, scope, fromDay, toDay))
  }

  experiment(
    shop: ShopId,
    experience: string,
    range?: Derived.TimeRange,
  ): { visitors: Derived.ExperimentVisitor[]; sawSeveral: number } {
    return this.#read(shop, { visitors: [], sawSeveral: 0 }, (number) =>
      this.#exposures.read(number, experience, range),
    )
  }

  searchesByDay(shop: ShopId, fromDay: number, toDay: number): { day: number; searches: number }[] {
    return this.#read(shop, [], (number) => this.#searches.byDay(number, fromDay, toDay))
  }

  addOutcomes(counts: readonly Derived.OutcomeCount[]): void {
    for (const { shop } of counts) this.#number(shop)
    inTransaction(this.#db, () => {
      const add = this.#db.prepare(
        'INSERT INTO outcomes (shop, day, outcome, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      )
      for (const { shop, day, outcome, count } of counts) add.run(this.#number(shop), day, outcome, count)
    })
  }

  outcomes(shop: ShopId, fromDay: number, toDay: number): { day: number; outcome: string; count: number }[] {
    return this.#read(shop, [], (number) =>
      this.#db
        .prepare(
          'SELECT day, outcome, count FROM outcomes WHERE shop = ? AND day BETWEEN ? AND ? ORDER BY day, outcome',
        )
        .all(number, fromDay, toDay)
        .map((row) => ({ ...row }) as { day: number; outcome: string; count: number }),
    )
  }

  putSnapshot(shop: ShopId, name: string, offset: number, bytes: Uint8Array): void {
    const put = this.#db.prepare('INSERT OR REPLACE INTO snapshots (shop, name, offset, bytes) VALUES (?, ?, ?, ?)')
    put.run(this.#number(shop), name, offset, bytes)
  }

  snapshot(shop: ShopId, name: string): { offset: number; bytes: Uint8Array } | undefined {
    return this.#read(shop, undefined, (number) => {
      const row = this.#db.prepare('SELECT offset, bytes FROM snapshots WHERE shop = ? AND name = ?').get(number, name)
      return row && ({ ...row } as { offset: number; bytes: Uint8Array })
    })
  }

  dropSnapshots(shop: ShopId): void {
    this.#db.prepare('DELETE FROM snapshots WHERE shop = ?').run(this.#shops.get(shop) ?? -1)
  }

  reset(shop: ShopId): void {
    const number = this.#shops.get(shop)
    if (number === undefined) return
    this.#links.forget()
    inTransaction(this.#db, () => {
      this.#empty(number, DERIVED_TABLES)
      this.#empty(-number, VISIT_TABLES)
      this.#zones.nothingPending(number)
      for (const serve of this.#serves.all(number)) this.#exposures.add(number, exposuresOf(serve))
      this.#db.prepare('UPDATE shops SET offset = 0, newest_at = 0 WHERE number = ?').run(number)
    })
  }

  drop(shop: ShopId): void {
    const number = this.#shops.get(shop)
    if (number === undefined) return
    this.#links.forget()
    inTransaction(this.#db, () => {
      this.#empty(number, [...DERIVED_TABLES, ...KEPT_TABLES])
      this.#empty(-number, VISIT_TABLES)
      this.#db.prepare('DELETE FROM shops WHERE number = ?').run(number)
    })
    this.#zones.forget()
    this.#shops.delete(shop)
  }

  close(): void {
    this.#db.close()
  }

  #whole(work: () => void): void {
    try {
      inTransaction(this.#db, work)
    } catch (error) {
      // What the failed work wrote was taken back; memory must not say otherwise.
      this.#links.forget()
      this.#zones.forget()
      throw error
    }
  }

  /**
   * Visits are counted again in rows of their own, under the shop's number below zero: those that new events add to stay as they
   * are, so that what a new event changes in the sums is what it would have changed had all been counted anew before it.
   */
  #recount(shop: ShopId, batch: DerivedBatch): boolean {
    const number = this.#number(shop)
    const pending = this.#zones.pending(number)
    if (pending?.after !== batch.fromOffset) return false
    this.#whole(() => {
      this.#sessions.add(number, batch.sessions, -number)
      this.#searches.add(number, batch.searches)
      this.#rollups.add(number, batch.rollups)
      const newest = Math.max(pending.newestAt, newestOf(batch.sessions))
      if (isLaterDay(newest, pending.newestAt)) this.#sessions.prune(-number, newest - KEEP_SESSIONS_MS)
      this.#zones.advance(number, batch.toOffset, newest)
      if (batch.toOffset >= pending.until) this.#empty(-number, VISIT_TABLES)
    })
    return true
  }

  /** Answers the time of the newest fact. */
  #applyFacts(shop: number, batch: DerivedBatch): number {
    const freshLinks = batch.links.filter(([a, b]) => this.#links.add(shop, a, b))
    this.#histories.add(shop, batch.histories)
    this.#sessions.add(shop, batch.sessions)
    this.#searches.add(shop, batch.searches)
    this.#exposures.add(shop, batch.exposures)
    this.#conversions.addTouches(shop, batch.touches)
    const changes = this.#conversions.addConversions(shop, batch.conversions)
    const refunded = this.#conversions.addRefunds(shop, batch.refunds)
    this.#rollups.add(shop, [...batch.rollups, ...changes, ...refunded])
    for (const [subject, fromMs] of earliest(batch.touches)) this.#conversions.reconsider(shop, subject, fromMs)
    for (const [a, b] of freshLinks) {
      this.#conversions.reconsider(shop, a, 0)
      this.#conversions.reconsider(shop, b, 0)
    }
    return newestOf(batch.sessions)
  }

  #addServe(shop: number, serve: Derived.StoredServe): void {
    this.#serves.add(shop, serve)
    this.#exposures.add(shop, exposuresOf(serve))
  }

  #prune(shop: number, newestAtMs: number, windows: Derived.AttributionWindows): void {
    this.#histories.prune(shop, newestAtMs)
    this.#sessions.prune(shop, newestAtMs - KEEP_SESSIONS_MS)
    this.#conversions.prune(shop, newestAtMs, windows)
    this.#serves.prune(shop, newestAtMs - KEEP_SERVES_MS)
  }

  /** An erased shopper's orders stay as sums and as lines that belong to nobody. */
  #eraseConversions(shop: number, subjects: readonly Subject[]): void {
    const keys = this.#db.prepare('SELECT kind, key FROM conversion_subjects WHERE shop = ? AND subject = ?')
    const erase = ['conversions', 'attributions', 'unattributed', 'conversion_subjects'].map((table) =>
      this.#db.prepare(`DELETE FROM ${table} WHERE shop = ? AND kind = ? AND key = ?`),
    )
    for (const subject of subjects) {
      for (const { kind, key } of keys.all(shop, subject)) {
        for (const statement of erase) statement.run(shop, kind as string, key as string)
      }
    }
  }

  #empty(shop: number, tables: readonly string[]): void {
    for (const table of tables) this.#db.prepare(`DELETE FROM ${table} WHERE shop = ?`).run(shop)
  }

  #standing(shop: ShopId): { offset: number; newestAt: number } {
    const row = this.#db.prepare('SELECT offset, newest_at AS newestAt FROM shops WHERE name = ?').get(shop)
    return (row as { offset: number; newestAt: number } | undefined) ?? { offset: 0, newestAt: 0 }
  }

  /** Not to be called first within a transaction: a rollback would take the number back, but not from memory. */
  #number(shop: ShopId): number {
    const known = this.#shops.get(shop)
    if (known !== undefined) return known
    this.#db.prepare('INSERT OR IGNORE INTO shops (name, offset, newest_at) VALUES (?, 0, 0)').run(shop)
    const { number } = this.#db.prepare('SELECT number FROM shops WHERE name = ?').get(shop) as { number: number }
    this.#shops.set(shop, number)
    return number
  }

  #read<T>(shop: ShopId, unknown: T, read: (number: number) => T): T {
    const number = this.#shared ? this.#findNumber(shop) : this.#shops.get(shop)
    return number === undefined ? unknown : read(number)
  }

  #findNumber(shop: ShopId): number | undefined {
    const row = this.#db.prepare('SELECT number FROM shops WHERE name = ?').get(shop)
    return (row as { number: number } | undefined)?.number
  }
}

/** To be served a variant is to have seen it: experiments work for shops that send no view events. */
export function exposuresOf({ experience, subjects, atMs }: Derived.StoredServe): ExposureFact[] {
  const visitor = subjects.find((subject) => subject.startsWith('visitor:')) ?? subjects[0]
  if (!experience || visitor === undefined) return []
  return [{ experience: experience.id, variant: experience.variant, visitor, atMs }]
}

export function newestOf(sessions: readonly SessionFact[]): number {
  return sessions.reduce((newest, session) => Math.max(newest, session.firstAtMs), 0)
}

/** Time to tidy up: once a day, of whichever zone. */
export function isLaterDay(newestAtMs: number, beforeMs: number): boolean {
  return beforeMs > 0 && UTC_DAYS.dayOf(newestAtMs) > UTC_DAYS.dayOf(beforeMs)
}

/** Per subject, the time of its first touch in the batch. */
export function earliest(touches: readonly TouchFact[]): Map<Subject, number> {
  const times = new Map<Subject, number>()
  for (const { subject, atMs } of touches) times.set(subject, Math.min(times.get(subject) ?? atMs, atMs))
  return times
}
