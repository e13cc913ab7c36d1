/**
 * An LSM tree: the newest ids are in a memtable, and every half a million ids are flushed as a sorted run (SSTable). A
 * B-tree of random ids would change a page per event. The memtable is restored from the log at the start.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { hashText } from '../sqlite/hash-text.ts'
import { KEY_WORDS, writeKey } from './event-keys.ts'
import { idOfHead } from './event-lines.ts'
import { BitSlicedBloomFilters } from './bit-sliced-bloom-filters.ts'
import { buildBloomFilter } from './bloom-filter.ts'
import { KeySet } from './key-set.ts'

export const ID_TABLES = `
  CREATE TABLE id_runs (run INTEGER PRIMARY KEY, days INTEGER NOT NULL, filter BLOB NOT NULL) STRICT;
  CREATE TABLE id_pieces (piece INTEGER PRIMARY KEY, keys BLOB NOT NULL) STRICT;
  CREATE TABLE id_erased (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE id_days (day INTEGER PRIMARY KEY, place INTEGER NOT NULL) STRICT;`

/** Slightly below a power of two, so that the memtable does not double shortly before a flush. */
const RUN_KEYS = 500_000
/** Rows per run, selected by the first bits of the key's second word, so that a lookup reads one row. */
const BLOCKS = 4096
const DAY_MS = 86_400_000
/** A run is dropped after 7 whole days with events, two partial ones, and one for a jump of the clock. */
const KEPT_DAYS = 10
const REMEMBERED_DAYS = 64

interface SortedRun {
  run: number
  days: number
}

export class EventIdIndex {
  readonly #db: DatabaseSync
  readonly #runKeys: number
  readonly #findBlock: StatementSync
  readonly #memtable = new KeySet()
  readonly #filters = new BitSlicedBloomFilters()
  #runs: SortedRun[] = []
  #days = new Map<number, number>()
  #hashes = new Set<number>()

  constructor(db: DatabaseSync, runKeys = RUN_KEYS) {
    this.#db = db
    this.#runKeys = runKeys
    this.#findBlock = db.prepare('SELECT keys FROM id_blocks WHERE block = ?')
    this.reload()
    for (const { key } of db.prepare('SELECT key FROM id_erased').all())
      this.#memtable.add(new Uint32Array(Uint8Array.from(key as Uint8Array).buffer), 0)
  }

  has(keys: Uint32Array, at: number): boolean {
    if (this.#memtable.has(keys, at)) return true
    return this.#filters.find(keys, at, (run) => this.#isIn(run, keys, at))
  }

  /** True if the event was erased before ids were stored as keys. */
  wasErased(shop: number, id: string): boolean {
    return this.#hashes.size > 0 && this.#hashes.has(hashText(id, shop))
  }

  /** Must be called in a transaction, and followed by `reload`. */
  forgetShop(shop: number): void {
    this.#db.prepare('DELETE FROM id_hashes WHERE shop = ?').run(shop)
  }

  /** Must be called once before the keys of a commit are added, not in between. */
  reserve(count: number): void {
    this.#memtable.reserve(count)
  }

  /** In memory only, because the key can be restored from the log. */
  add(keys: Uint32Array, at: number): void {
    this.#memtable.add(keys, at)
  }

  /** An erased event has an empty line without an id. */
  addAll(heads: readonly string[], salt: Uint32Array): void {
    const key = new Uint32Array(KEY_WORDS)
    for (const head of heads) {
      if (head === '') continue
      writeKey(idOfHead(head), salt, key, 0)
      this.add(key, 0)
    }
  }

  /** Must be called after a failed commit for each key that it added, the last one first. */
  undoAdd(keys: Uint32Array, at: number): void {
    this.#memtable.undoAdd(keys, at)
  }

  /** Keeps the event from being accepted again. Must be called in a transaction. */
  keepErased(key: Uint32Array): void {
    const bytes = new Uint8Array(key.slice().buffer)
    this.#db.prepare('INSERT OR IGNORE INTO id_erased (key) VALUES (?)').run(bytes)
  }

  isFull(): boolean {
    return this.#memtable.size >= this.#runKeys
  }

  /** Must be called in a transaction that also stores the flushed offsets. */
  flush(): void {
    const run = (this.#runs.at(-1)?.run ?? 0) + 1
    const keys = this.#memtable.toWords()
    const filter = buildBloomFilter(keys)
    const days = this.#days.size === 0 ? 0 : Math.max(...this.#days.values())
    this.#db.prepare('INSERT INTO id_runs (run, days, filter) VALUES (?, ?, ?)').run(run, days, filter)
    const insert = this.#db.prepare('INSERT INTO id_blocks (block, keys) VALUES (?, ?)')
    for (const [block, words] of inBlocks(keys)) insert.run(run * BLOCKS + block, new Uint8Array(words.buffer))
    this.#db.exec('DELETE FROM id_erased')
    this.#forgetOld(days)
  }

  /** Empties the memtable after `flush` was committed, or keeps it (`wasKept` is false) after a rollback. */
  flushed(wasKept: boolean): void {
    this.reload()
    if (wasKept) this.#memtable.clear()
  }

  /** Runs expire by days with events. Must be called in a transaction. */
  sawDay(receivedAtMs: number): void {
    const day = Math.floor(receivedAtMs / DAY_MS)
    if (this.#days.has(day)) return
    const place = Math.max(0, ...this.#days.values()) + 1
    this.#db.prepare('INSERT OR IGNORE INTO id_days (day, place) VALUES (?, ?)').run(day, place)
    this.#db.prepare('DELETE FROM id_days WHERE place <= ?').run(place - REMEMBERED_DAYS)
    this.#days.set(day, place)
  }

  /** Reads everything except the newest ids, which are only in memory. */
  reload(): void {
    this.#runs = this.#db.prepare('SELECT run, days FROM id_runs ORDER BY run').all() as unknown as SortedRun[]
    this.#reloadFilters()
    const hashes = this.#db.prepare('SELECT hash FROM id_hashes').all() as { hash: number }[]
    this.#hashes = new Set(hashes.map(({ hash }) => hash))
    this.reloadDays()
  }

  #reloadFilters(): void {
    this.#filters.retain(new Set(this.#runs.map(({ run }) => run)))
    const find = this.#db.prepare('SELECT filter FROM id_runs WHERE run = ?')
    for (const { run } of this.#runs)
      if (!this.#filters.has(run)) this.#filters.add(run, (find.get(run) as { filter: Uint8Array }).filter)
  }

  /** Must be called after a rollback. */
  reloadDays(): void {
    const rows = this.#db.prepare('SELECT day, place FROM id_days').all() as { day: number; place: number }[]
    this.#days = new Map(rows.map(({ day, place }) => [day, place]))
  }

  #isIn(run: number, keys: Uint32Array, at: number): boolean {
    const block = run * BLOCKS + blockOf(keys, at)
    const row = this.#findBlock.get(block) as { keys: Uint8Array } | undefined
    if (row === undefined) return false
    const words = new Uint32Array(row.keys.slice().buffer)
    for (let i = 0; i < words.length; i += KEY_WORDS) {
      if (
        words[i] === keys[at] &&
        words[i + 1] === keys[at + 1] &&
        words[i + 2] === keys[at + 2] &&
        words[i + 3] === keys[at + 3]
      )
        return true
    }
    return false
  }

  #forgetOld(days: number): void {
    if (days >= KEPT_DAYS) this.#db.exec('DELETE FROM id_hashes')
    const old = this.#runs.filter((run) => days - run.days >= KEPT_DAYS)
    for (const { run } of old) {
      this.#db.prepare('DELETE FROM id_blocks WHERE block >= ? AND block < ?').run(run * BLOCKS, (run + 1) * BLOCKS)
      this.#db.prepare('DELETE FROM id_runs WHERE run = ?').run(run)
    }
  }
}

function blockOf(keys: Uint32Array, at: number): number {
  return keys[at + 1]! >>> 20
}

function* inBlocks(keys: Uint32Array): Iterable<[block: number, words: Uint32Array]> {
  const starts = new Uint32Array(BLOCKS + 1)
  for (let at = 0; at < keys.length; at += KEY_WORDS) starts[blockOf(keys, at) + 1]! += KEY_WORDS
  for (let block = 0; block < BLOCKS; block++) starts[block + 1]! += starts[block]!
  const sorted = new Uint32Array(keys.length)
  const next = starts.slice()
  for (let at = 0; at < keys.length; at += KEY_WORDS) {
    const block = blockOf(keys, at)
    sorted.set(keys.subarray(at, at + KEY_WORDS), next[block]!)
    next[block]! += KEY_WORDS
  }
  for (let block = 0; block < BLOCKS; block++) {
    const words = sorted.slice(starts[block], starts[block + 1])
    if (words.length > 0) yield [block, words]
  }
}
