/** Synchronous. A row has all events of a commit and shop, so that a commit writes one row. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { rewriteIfDue, scrub } from '../sqlite/scrub.ts'
import { idOfHead, isAbout, readHead, toBytes, toLines } from './event-lines.ts'
import type { DayIntake, IntakeCount, LogEntry, LoggedEvent, LogPage, NewEvent } from './event-log.ts'
import { keyOf } from './event-keys.ts'
import { EventIdIndex } from './event-id-index.ts'
import { EVENT_MIGRATIONS } from './event-migrations.ts'
import { EventChunks, type OffsetRange, ROWS_PER_SHOP } from './event-chunks.ts'
import { type LogShop, LogShops } from './log-shops.ts'
import { type PackedChunk, packEntries, type NewEventMask, unpackMasks } from './packed-entries.ts'
import { subjectIndex } from './subject-index.ts'
import { migrateEventRows } from './migrate-event-rows.ts'

/** Only posted events count towards a day's intake. */
export type EventOrigin = 'posted' | 'imported'

export class SqliteEventTables {
  readonly #db: DatabaseSync
  readonly #shops: LogShops
  readonly #ids: EventIdIndex
  readonly #chunks: EventChunks
  readonly #subjects: ReturnType<typeof subjectIndex>
  readonly #dropChunks: StatementSync

  readonly #path: string

  constructor(path: string, settings: { idsInMemory?: number } = {}) {
    this.#path = path
    this.#db = openDatabase(path, EVENT_MIGRATIONS)
    // Checkpoints are rare, because each writes a changed page once. The cache contains the end of the log.
    this.#db.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -16384; PRAGMA secure_delete = ON')
    this.#shops = new LogShops(this.#db)
    this.#chunks = new EventChunks(this.#db, (base) => this.#shops.checksumsFrom(base))
    this.#subjects = subjectIndex(this.#db, this.#chunks)
    this.#dropChunks = this.#db.prepare('DELETE FROM chunks WHERE row >= ? AND row < ?')
    migrateEventRows(this.#db, this.#chunks)
    this.#ids = new EventIdIndex(this.#db, settings.idsInMemory)
    this.#recallIds()
  }

  append(shop: ShopId, events: readonly NewEvent[]): boolean[] {
    const packed = packEntries(events.map((event) => ({ shop, event })))
    return unpackMasks(packed, this.appendPacked(packed.chunks, 'imported'))
  }

  appendAll(entries: readonly LogEntry[]): boolean[] {
    const packed = packEntries(entries)
    return unpackMasks(packed, this.appendPacked(packed.chunks, 'posted'))
  }

  appendPacked(packed: readonly PackedChunk[], origin: EventOrigin): NewEventMask[] {
    const count = packed.reduce((sum, chunk) => sum + chunk.count, 0)
    const keys = new CommitKeys(this.#ids, count)
    const masks = this.#commit(packed, keys, origin)
    if (this.#ids.isFull()) this.#flushIds()
    return masks
  }

  read(shop: ShopId, offset: number, limit: number): LoggedEvent[] {
    const known = this.#shops.get(shop)
    return known ? this.#chunks.readEvents(known.base, { after: offset, until: known.lastOffset, limit }) : []
  }

  readBodies(shop: ShopId, offset: number, limit: number): LogPage {
    const known = this.#shops.get(shop)
    if (!known) return { offsets: [], bodies: '', isLast: true }
    return this.#chunks.readBodies(known.base, { after: offset, until: known.lastOffset, limit })
  }

  lastOffset(shop: ShopId): number {
    return this.#shops.get(shop)?.lastOffset ?? 0
  }

  intakeOn(day: number): Map<ShopId, DayIntake> {
    return this.#shops.intakeOn(day)
  }

  listShops(): ShopId[] {
    return this.#shops.names()
  }

  readSubjects(shop: ShopId, subjects: readonly string[]): LoggedEvent[] {
    const known = this.#shops.get(shop)
    if (!known) return []
    return this.#subjects
      .candidateRanges(known.base, known.lastOffset, subjects)
      .flatMap((range) => this.#chunks.findEvents(known.base, range, isAbout(subjects)))
  }

  /** Commits every few thousand events and yields in between. If it is interrupted, the next call erases the rest. */
  async erase(shop: ShopId, subjects: readonly string[]): Promise<number> {
    const known = this.#shops.get(shop)
    if (!known) return 0
    const isDoomed = isAbout(subjects)
    let erased = 0
    for (const range of this.#subjects.candidateRanges(known.base, known.lastOffset, subjects)) {
      erased += this.#eraseIn(known, range, isDoomed)
      await new Promise(setImmediate)
      // If the shop was dropped meanwhile, its number may belong to another shop.
      if (this.#shops.get(shop) !== known) return erased
    }
    if (erased > 0) scrub(this.#db, this.#path)
    return erased
  }

  rewriteErased(nowMs: number): boolean {
    return rewriteIfDue(this.#db, this.#path, nowMs)
  }

  #eraseIn(shop: LogShop, range: OffsetRange, isDoomed: (head: string) => boolean): number {
    return inTransaction(this.#db, () => {
      const heads = this.#chunks.erase(shop.base, range, isDoomed)
      for (const head of heads) this.#ids.keepErased(keyOf(idOfHead(head), shop.salt))
      if (heads.length > 0) this.#subjects.rebuild(shop.base, range)
      return heads.length
    })
  }

  drop(shop: ShopId): void {
    const known = this.#shops.get(shop)
    if (!known) return
    inTransaction(this.#db, () => {
      this.#dropChunks.run(known.base, known.base + ROWS_PER_SHOP)
      this.#db
        .prepare('DELETE FROM subject_blocks WHERE row >= ? AND row < ?')
        .run(known.base, known.base + ROWS_PER_SHOP)
      this.#ids.forgetShop(known.number)
      this.#shops.drop(shop)
    })
    this.#shops.dropped(shop)
    this.#ids.reload()
  }

  /** Called when the thread is idle. */
  freeCaches(): void {
    this.#db.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#db.close()
  }

  #commit(packed: readonly PackedChunk[], keys: CommitKeys, origin: EventOrigin): NewEventMask[] {
    try {
      const masks = inTransaction(this.#db, () => packed.map((chunk) => this.#appendChunk(chunk, keys, origin)))
      this.#shops.kept()
      return masks
    } catch (error) {
      // The rows were rolled back, so the keys in memory must be, too.
      keys.undoAdds()
      this.#ids.reloadDays()
      this.#shops.rolledBack()
      throw error
    }
  }

  #appendChunk(chunk: PackedChunk, keys: CommitKeys, origin: EventOrigin): NewEventMask {
    const shop = this.#shops.get(chunk.shop) ?? this.#shops.add(chunk.shop)
    const heads = toLines(chunk.heads)
    const mask = keys.markNew(heads, shop)
    const added = mask === null ? chunk.count : mask.reduce((sum, isNew) => sum + isNew, 0)
    if (added === 0) return mask
    const { receivedAtMs } = readHead(heads.at(-1)!)
    this.#ids.sawDay(receivedAtMs)
    const kept = mask === null ? chunk : onlyNew(chunk, mask)
    this.#chunks.insert(shop.base + shop.lastOffset + 1, added, kept)
    const before = shop.lastOffset
    this.#shops.advance(shop, added)
    if (origin === 'posted') {
      const bytes = kept.bodies.length + kept.sents.length
      const keyless = keylessIn(chunk, mask)
      this.#shops.addIntake(shop, Math.floor(receivedAtMs / DAY_MS), { events: added, bytes, keyless })
    }
    this.#subjects.complete(shop.base, before, shop.lastOffset)
    return mask
  }

  /** After a failure the next flush tries again, because the ids can also be read from the log. */
  #flushIds(): void {
    try {
      inTransaction(this.#db, () => {
        this.#ids.flush()
        this.#shops.noteFlushed()
      })
      this.#ids.flushed(true)
    } catch {
      this.#ids.flushed(false)
    }
  }

  /** Reads the ids at the end of each log that have not been flushed. */
  #recallIds(): void {
    for (const shop of this.#shops.all()) {
      while (shop.recalledOffset < shop.lastOffset) {
        const until = Math.min(shop.recalledOffset + RECALLED_AT_ONCE, shop.lastOffset)
        for (const heads of this.#chunks.heads(shop.base, shop.recalledOffset, until))
          this.#ids.addAll(heads, shop.salt)
        shop.recalledOffset = until
        if (this.#ids.isFull()) this.#flushIds()
      }
    }
  }
}

const RECALLED_AT_ONCE = 50_000
const DAY_MS = 86_400_000

function onlyNew(chunk: PackedChunk, mask: Uint8Array): Pick<PackedChunk, 'heads' | 'bodies' | 'sents'> {
  const kept = (bytes: Uint8Array) => toKeptBytes(bytes, mask)
  return { heads: kept(chunk.heads), bodies: kept(chunk.bodies), sents: kept(chunk.sents) }
}

function keylessIn({ keylessBytes }: PackedChunk, mask: NewEventMask): IntakeCount {
  const kept = keylessBytes.filter((bytes, line) => bytes > 0 && (mask === null || mask[line] === 1))
  return { events: kept.length, bytes: kept.reduce((sum, bytes) => sum + bytes, 0) }
}

function toKeptBytes(bytes: Uint8Array, mask: Uint8Array): Uint8Array<ArrayBuffer> {
  return toBytes(toLines(bytes).filter((_, line) => mask[line] === 1))
}

class CommitKeys {
  readonly #ids: EventIdIndex
  readonly #added: Uint32Array[] = []

  /** `count` is the maximum number of ids in the commit. Growing later would move keys that `undoAdd` has to find. */
  constructor(ids: EventIdIndex, count: number) {
    this.#ids = ids
    ids.reserve(count)
  }

  /** Adds the ids of new events to the index. */
  markNew(heads: readonly string[], { number, salt }: Pick<LogShop, 'number' | 'salt'>): NewEventMask {
    const isNew = new Uint8Array(heads.length)
    let repeated = 0
    for (let line = 0; line < heads.length; line++) {
      const id = idOfHead(heads[line]!)
      const key = keyOf(id, salt)
      if (this.#ids.has(key, 0) || this.#ids.wasErased(number, id)) {
        repeated++
        continue
      }
      this.#ids.add(key, 0)
      this.#added.push(key)
      isNew[line] = 1
    }
    return repeated === 0 ? null : isNew
  }

  /** Must be called when the commit has failed. */
  undoAdds(): void {
    for (const key of this.#added.toReversed()) this.#ids.undoAdd(key, 0)
  }
}
