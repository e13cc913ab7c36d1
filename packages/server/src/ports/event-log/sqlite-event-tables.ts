/**
 * The event log in one SQLite file, synchronous.
 *
 *   events      row = shop number × 2^36 + offset  →  id, received_at, subjects, body, sent
 *   ids_<week>  hash of (shop, id)  →  row          one table per week of arrival; the last few are kept
 *   chunks      shop, offset / 4096 → sorted 32-bit hashes of the subjects found there
 *
 * Appends touch the end of `events` and one page of the current ids table per event. A subject is found by the chunks that may
 * hold it, which costs a write per 4096 events instead of an index entry per subject and event.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type { LogEntry, LoggedEvent, LogRun, NewEvent } from './event-log.ts'
import { eventIdMemory, ROWS_PER_SHOP } from './event-id-memory.ts'
import { subjectChunks } from './subject-chunks.ts'

const MIGRATIONS = [
  `CREATE TABLE shops (number INTEGER PRIMARY KEY, shop TEXT NOT NULL UNIQUE, last_offset INTEGER NOT NULL) STRICT;
   CREATE TABLE events (
     row INTEGER PRIMARY KEY, id TEXT NOT NULL, received_at INTEGER NOT NULL, subjects TEXT NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE chunks (row INTEGER PRIMARY KEY, hashes BLOB NOT NULL) STRICT;`,
  `ALTER TABLE events ADD COLUMN sent TEXT NOT NULL DEFAULT '{"context":{}}'`,
]

interface ShopRow {
  number: number
  lastOffset: number
}

interface EventRow {
  row: number
  id: string
  received_at: number
  subjects: string
  body: string
  sent: string
}

export class SqliteEventTables {
  readonly #db: DatabaseSync
  readonly #shops = new Map<ShopId, ShopRow>()
  readonly #ids: ReturnType<typeof eventIdMemory>
  readonly #chunks: ReturnType<typeof subjectChunks>
  readonly #insert: StatementSync
  readonly #advance: StatementSync
  readonly #scan: StatementSync
  readonly #scanBodies: StatementSync

  constructor(path: string) {
    this.#db = openDatabase(path, MIGRATIONS)
    // Larger than the default: a checkpoint writes each page once however often it changed since the last one.
    this.#db.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -65536; PRAGMA secure_delete = ON')
    this.#ids = eventIdMemory(this.#db)
    this.#chunks = subjectChunks(this.#db)
    this.#insert = this.#db.prepare(
      'INSERT INTO events (row, id, received_at, subjects, body, sent) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#advance = this.#db.prepare('UPDATE shops SET last_offset = ? WHERE number = ?')
    this.#scan = this.#db.prepare(
      'SELECT row, id, received_at, subjects, body, sent FROM events WHERE row > ? AND row < ? LIMIT ?',
    )
    this.#scanBodies = this.#db.prepare('SELECT row, body FROM events WHERE row > ? AND row < ? LIMIT ?')
    for (const row of this.#db.prepare('SELECT number, shop, last_offset FROM shops').all()) {
      this.#shops.set(row.shop as string, { number: row.number as number, lastOffset: row.last_offset as number })
    }
  }

  append(shop: ShopId, events: readonly NewEvent[]): boolean[] {
    return this.appendAll(events.map((event) => ({ shop, event })))
  }

  appendAll(entries: readonly LogEntry[]): boolean[] {
    const touched = new Map<ShopId, number>()
    try {
      return inTransaction(this.#db, () => {
        const added = entries.map(({ shop, event }) => this.#appendOne(shop, event, touched))
        for (const [shop, offsetBefore] of touched) this.#advanceShop(shop, offsetBefore)
        return added
      })
    } catch (error) {
      // The rows were rolled back; so is what memory says about them.
      for (const [shop, offsetBefore] of touched) this.#rollBack(shop, offsetBefore)
      this.#ids.forgetTables()
      throw error
    }
  }

  read(shop: ShopId, offset: number, limit: number): LoggedEvent[] {
    const known = this.#shops.get(shop)
    if (!known) return []
    const base = known.number * ROWS_PER_SHOP
    const rows = this.#scan.all(base + Math.max(0, offset), base + ROWS_PER_SHOP, limit) as unknown as EventRow[]
    return rows.map((row) => toLogged(row, base))
  }

  readBodies(shop: ShopId, offset: number, limit: number): LogRun {
    const known = this.#shops.get(shop)
    if (!known) return { offsets: [], bodies: '' }
    const base = known.number * ROWS_PER_SHOP
    const rows = this.#scanBodies.all(base + Math.max(0, offset), base + ROWS_PER_SHOP, limit) as unknown as EventRow[]
    return { offsets: rows.map((row) => row.row - base), bodies: rows.map((row) => row.body).join('\n') }
  }

  lastOffset(shop: ShopId): number {
    return this.#shops.get(shop)?.lastOffset ?? 0
  }

  listShops(): ShopId[] {
    return [...this.#shops.keys()]
  }

  readSubjects(shop: ShopId, subjects: readonly string[]): LoggedEvent[] {
    const known = this.#shops.get(shop)
    if (!known) return []
    const base = known.number * ROWS_PER_SHOP
    const wanted = new Set(subjects)
    const about = (row: EventRow) => row.subjects.split('\n').some((subject) => wanted.has(subject))
    return this.#chunks
      .candidateRanges(base, known.lastOffset, subjects)
      .flatMap(([from, to]) => this.#scan.all(from, to, -1) as unknown as EventRow[])
      .filter(about)
      .map((row) => toLogged(row, base))
  }

  erase(shop: ShopId, subjects: readonly string[]): number {
    const known = this.#shops.get(shop)
    const doomed = this.readSubjects(shop, subjects)
    if (!known || doomed.length === 0) return 0
    const base = known.number * ROWS_PER_SHOP
    inTransaction(this.#db, () => {
      const remove = this.#db.prepare('DELETE FROM events WHERE row = ?')
      for (const { offset } of doomed) remove.run(base + offset)
      this.#chunks.rebuild(
        base,
        doomed.map((event) => event.offset),
      )
    })
    // Also out of the write-ahead log, where the old pages would otherwise stay a while.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return doomed.length
  }

  drop(shop: ShopId): void {
    const known = this.#shops.get(shop)
    if (!known) return
    const base = known.number * ROWS_PER_SHOP
    inTransaction(this.#db, () => {
      for (const table of ['events', 'chunks']) {
        this.#db.prepare(`DELETE FROM ${table} WHERE row >= ? AND row < ?`).run(base, base + ROWS_PER_SHOP)
      }
      this.#ids.forgetRows(base, base + ROWS_PER_SHOP)
      this.#db.prepare('DELETE FROM shops WHERE number = ?').run(known.number)
    })
    this.#shops.delete(shop)
  }

  close(): void {
    this.#db.close()
  }

  #appendOne(shop: ShopId, event: NewEvent, touched: Map<ShopId, number>): boolean {
    const known = this.#shops.get(shop) ?? this.#addShop(shop, touched)
    const row = known.number * ROWS_PER_SHOP + known.lastOffset + 1
    if (!this.#ids.remember(known.number, event.id, event.receivedAtMs, row)) return false
    if (!touched.has(shop)) touched.set(shop, known.lastOffset)
    this.#insert.run(row, event.id, event.receivedAtMs, event.subjects.join('\n'), event.body, event.sent)
    known.lastOffset++
    return true
  }

  #addShop(shop: ShopId, touched: Map<ShopId, number>): ShopRow {
    const { lastInsertRowid } = this.#db.prepare('INSERT INTO shops (shop, last_offset) VALUES (?, 0)').run(shop)
    const row = { number: Number(lastInsertRowid), lastOffset: 0 }
    this.#shops.set(shop, row)
    touched.set(shop, NEW_SHOP)
    return row
  }

  #advanceShop(shop: ShopId, offsetBefore: number): void {
    const known = this.#shops.get(shop) as ShopRow
    this.#advance.run(known.lastOffset, known.number)
    this.#chunks.complete(known.number * ROWS_PER_SHOP, Math.max(0, offsetBefore), known.lastOffset)
  }

  #rollBack(shop: ShopId, offsetBefore: number): void {
    const known = this.#shops.get(shop)
    if (offsetBefore === NEW_SHOP) this.#shops.delete(shop)
    else if (known) known.lastOffset = offsetBefore
  }
}

/** Marks, among the offsets to go back to, a shop that did not exist before. */
const NEW_SHOP = -1

function toLogged(row: EventRow, base: number): LoggedEvent {
  return {
    offset: row.row - base,
    id: row.id,
    receivedAtMs: row.received_at,
    subjects: row.subjects === '' ? [] : row.subjects.split('\n'),
    body: row.body,
    sent: row.sent,
  }
}
