/**
 * The log in SQLite, synchronous: a row per commit and shop, which holds the commit's events as lines. One write per run
 * instead of one per event, and a follower reads hundreds of events with one row. Each public method that writes is one commit.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { idOfHead, readHead, toBytes, toLines } from './event-lines.ts'
import type { LogEntry, LoggedEvent, LogRun, NewEvent } from './event-log.ts'
import { keyOf } from './event-keys.ts'
import { EventIdMemory } from './event-id-memory.ts'
import { EVENT_MIGRATIONS } from './event-migrations.ts'
import { EventRuns, type OffsetRange, ROWS_PER_SHOP } from './event-runs.ts'
import { type LogShop, LogShops } from './log-shops.ts'
import { type PackedRun, packEntries, type RunVerdict, unpackVerdicts } from './packed-entries.ts'
import { RunKeys } from './run-keys.ts'
import { subjectChunks } from './subject-chunks.ts'
import { moveRows } from './move-rows.ts'

export class SqliteEventTables {
  readonly #db: DatabaseSync
  readonly #shops: LogShops
  readonly #ids: EventIdMemory
  readonly #runs: EventRuns
  readonly #chunks: ReturnType<typeof subjectChunks>
  readonly #dropRuns: StatementSync

  constructor(path: string, settings: { idsInMemory?: number } = {}) {
    this.#db = openDatabase(path, EVENT_MIGRATIONS)
    // Larger than the default: a checkpoint writes each page once however often it changed since the last one. The cache holds
    // the end of the log for its followers; what lies further back is read once, if ever.
    this.#db.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -16384; PRAGMA secure_delete = ON')
    this.#runs = new EventRuns(this.#db)
    this.#chunks = subjectChunks(this.#db, this.#runs)
    this.#dropRuns = this.#db.prepare('DELETE FROM runs WHERE row >= ? AND row < ?')
    moveRows(this.#db, this.#runs)
    this.#shops = new LogShops(this.#db)
    this.#ids = new EventIdMemory(this.#db, settings.idsInMemory)
    this.#recallIds()
  }

  append(shop: ShopId, events: readonly NewEvent[]): boolean[] {
    return this.appendAll(events.map((event) => ({ shop, event })))
  }

  appendAll(entries: readonly LogEntry[]): boolean[] {
    const packed = packEntries(entries)
    return unpackVerdicts(packed, this.appendPacked(packed.runs))
  }

  appendPacked(packed: readonly PackedRun[]): RunVerdict[] {
    const count = packed.reduce((sum, run) => sum + run.count, 0)
    const keys = new RunKeys(this.#ids, count)
    const verdicts = this.#commit(packed, keys)
    if (this.#ids.isFull()) this.#sealIds()
    return verdicts
  }

  read(shop: ShopId, offset: number, limit: number): LoggedEvent[] {
    const known = this.#shops.get(shop)
    return known ? this.#runs.readEvents(known.base, { after: offset, until: known.lastOffset, limit }) : []
  }

  readBodies(shop: ShopId, offset: number, limit: number): LogRun {
    const known = this.#shops.get(shop)
    if (!known) return { offsets: [], bodies: '' }
    return this.#runs.readBodies(known.base, { after: offset, until: known.lastOffset, limit })
  }

  lastOffset(shop: ShopId): number {
    return this.#shops.get(shop)?.lastOffset ?? 0
  }

  listShops(): ShopId[] {
    return this.#shops.names()
  }

  readSubjects(shop: ShopId, subjects: readonly string[]): LoggedEvent[] {
    const known = this.#shops.get(shop)
    if (!known) return []
    const wanted = new Set(subjects)
    return this.#chunks
      .candidateRanges(known.base, known.lastOffset, subjects)
      .flatMap((range) => this.#runs.readEvents(known.base, range))
      .filter((event) => event.subjects.some((subject) => wanted.has(subject)))
  }

  /**
   * A commit per some thousand events, and other calls in between: a person with a long history must not keep everybody's events
   * waiting. Whoever is stopped half-way erases the rest with the next call.
   */
  async erase(shop: ShopId, subjects: readonly string[]): Promise<number> {
    const known = this.#shops.get(shop)
    if (!known) return 0
    const wanted = new Set(subjects)
    let erased = 0
    for (const range of this.#chunks.candidateRanges(known.base, known.lastOffset, subjects)) {
      erased += this.#eraseIn(known, range, wanted)
      await new Promise(setImmediate)
      // Dropped meanwhile: its number may be another's by now.
      if (this.#shops.get(shop) !== known) return erased
    }
    // Also out of the write-ahead log, where the old pages would otherwise stay a while.
    if (erased > 0) this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return erased
  }

  #eraseIn(shop: LogShop, range: OffsetRange, wanted: ReadonlySet<string>): number {
    const isDoomed = (head: string) => readHead(head).subjects.some((subject) => wanted.has(subject))
    return inTransaction(this.#db, () => {
      const heads = this.#runs.erase(shop.base, range, isDoomed)
      for (const head of heads) this.#ids.keepErased(keyOf(idOfHead(head), shop.salt))
      if (heads.length > 0) this.#chunks.rebuild(shop.base, range)
      return heads.length
    })
  }

  drop(shop: ShopId): void {
    const known = this.#shops.get(shop)
    if (!known) return
    inTransaction(this.#db, () => {
      this.#dropRuns.run(known.base, known.base + ROWS_PER_SHOP)
      this.#db.prepare('DELETE FROM chunks WHERE row >= ? AND row < ?').run(known.base, known.base + ROWS_PER_SHOP)
      this.#ids.forgetShop(known.number)
      this.#shops.drop(shop)
    })
    this.#shops.dropped(shop)
    this.#ids.reload()
  }

  close(): void {
    this.#db.close()
  }

  #commit(packed: readonly PackedRun[], keys: RunKeys): RunVerdict[] {
    try {
      const verdicts = inTransaction(this.#db, () => packed.map((run) => this.#appendRun(run, keys)))
      this.#shops.kept()
      return verdicts
    } catch (error) {
      // The rows were rolled back; so is what memory says about them.
      keys.takeBack()
      this.#ids.reloadDays()
      this.#shops.rolledBack()
      throw error
    }
  }

  #appendRun(run: PackedRun, keys: RunKeys): RunVerdict {
    const shop = this.#shops.get(run.shop) ?? this.#shops.add(run.shop)
    const heads = toLines(run.heads)
    const verdict = keys.judge(heads, shop)
    const added = verdict === null ? run.count : verdict.reduce((sum, isNew) => sum + isNew, 0)
    if (added === 0) return verdict
    this.#ids.sawDay(readHead(heads.at(-1)!).receivedAtMs)
    this.#runs.insert(shop.base + shop.lastOffset + 1, added, verdict === null ? run : onlyNew(run, verdict))
    const before = shop.lastOffset
    this.#shops.advance(shop, added)
    this.#chunks.complete(shop.base, before, shop.lastOffset)
    return verdict
  }

  /** A note beside the log of which ids it holds: a failure costs nothing but trying again later. */
  #sealIds(): void {
    try {
      inTransaction(this.#db, () => {
        this.#ids.seal()
        this.#shops.noteSealed()
      })
      this.#ids.sealed(true)
    } catch {
      this.#ids.sealed(false)
    }
  }

  /** The ids at the end of each shop's log, which are noted nowhere else. */
  #recallIds(): void {
    for (const shop of this.#shops.all()) {
      while (shop.recalledOffset < shop.lastOffset) {
        const until = Math.min(shop.recalledOffset + RECALLED_AT_ONCE, shop.lastOffset)
        for (const heads of this.#runs.heads(shop.base, shop.recalledOffset, until))
          new RunKeys(this.#ids, 0).addAll(heads, shop.salt)
        shop.recalledOffset = until
        if (this.#ids.isFull()) this.#sealIds()
      }
    }
  }
}

const RECALLED_AT_ONCE = 50_000

function onlyNew(run: PackedRun, verdict: Uint8Array): Pick<PackedRun, 'heads' | 'bodies' | 'sents'> {
  const kept = (bytes: Uint8Array) => toKeptBytes(bytes, verdict)
  return { heads: kept(run.heads), bodies: kept(run.bodies), sents: kept(run.sents) }
}

function toKeptBytes(bytes: Uint8Array, verdict: Uint8Array): Uint8Array<ArrayBuffer> {
  return toBytes(toLines(bytes).filter((_, line) => verdict[line] === 1))
}
