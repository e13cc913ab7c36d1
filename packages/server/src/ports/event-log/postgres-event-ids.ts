/** A cache of the event ids. Appends update it under the shop's lock, before they decide which events are new. */
import type { DatabaseSync } from 'node:sqlite'
import type { Sql } from '../postgres/database.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { EventIdIndex } from './event-id-index.ts'
import { keyOf } from './event-keys.ts'
import { lines } from './postgres-runs.ts'

const CACHE_TABLES = [
  `CREATE TABLE id_runs (run INTEGER PRIMARY KEY, days INTEGER NOT NULL, filter BLOB NOT NULL) STRICT;
   CREATE TABLE id_blocks (block INTEGER PRIMARY KEY, keys BLOB NOT NULL) STRICT;
   CREATE TABLE id_erased (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
   CREATE TABLE id_days (day INTEGER PRIMARY KEY, place INTEGER NOT NULL) STRICT;
   CREATE TABLE id_hashes (hash INTEGER PRIMARY KEY, shop INTEGER NOT NULL) STRICT;
   CREATE TABLE flushed (shop_no INTEGER PRIMARY KEY, reached INTEGER NOT NULL, erased INTEGER NOT NULL) STRICT;`,
]

/** Fewer than in the embedded log, because a flush here delays requests of this process. */
const RUN_KEYS = 100_000
const READ_AT_ONCE = 200
const DAY_MS = 86_400_000
/** The same as in `EventIdIndex`. */
const KEPT_DAYS = 10

const IDS_AFTER = `SELECT k.no, r.* FROM unnest($1::bigint[], $2::bigint[]) AS k (no, after) CROSS JOIN LATERAL (
  SELECT first, count, day, heads FROM log_runs
  WHERE shop_no = k.no AND first > k.after AND sealed IS NULL ORDER BY first LIMIT $3) AS r
  ORDER BY k.no, r.first`

interface IdRun {
  no: number
  first: number
  count: number
  day: number
  heads: Buffer
}

export interface IdShop {
  no: number
  last_offset: number
  salt: Uint8Array
  erased: number
}

/** How far this node has read a shop's log. */
interface Reached {
  reached: number
  /** Sequence number of the last known erased id. */
  erased: number
}

interface FreshIds {
  isNew: boolean[]
  keys: Uint32Array[]
}

interface AppendedIds extends Pick<FreshIds, 'keys'> {
  reached: number
  receivedAtMs: number
}

export class PostgresEventIds {
  readonly #db: DatabaseSync
  readonly #ids: EventIdIndex
  readonly #shops = new Map<number, Reached>()

  /** `path` is a file of this node, or `:memory:`. */
  constructor(path: string) {
    this.#db = openDatabase(path, CACHE_TABLES)
    this.#ids = new EventIdIndex(this.#db, RUN_KEYS)
    for (const row of this.#db.prepare('SELECT shop_no, reached, erased FROM flushed').all())
      this.#shops.set(row.shop_no as number, { reached: row.reached as number, erased: row.erased as number })
  }

  /** Reads what other nodes appended or erased. Complete if the shops are locked. */
  async catchUp(sql: Sql, shops: readonly IdShop[]): Promise<void> {
    for (const { no } of shops)
      if (!this.#shops.has(no)) this.#shops.set(no, { reached: await firstToKnow(sql, no), erased: 0 })
    const known = new Map(shops.map((shop) => [shop.no, { shop, at: this.#shops.get(shop.no) as Reached }]))
    const lagging = () => [...known.values()].filter(({ shop, at }) => at.reached < shop.last_offset)
    for (let pending = lagging(); pending.length > 0; ) {
      const runs = await sql.rows<IdRun>(IDS_AFTER, [
        pending.map(({ shop }) => shop.no),
        pending.map(({ at }) => at.reached),
        Math.ceil(READ_AT_ONCE / pending.length),
      ])
      for (const { no, first, count, day, heads } of runs) {
        const { shop, at } = known.get(no) as (typeof pending)[number]
        this.#ids.addAll(lines(heads), saltOf(shop))
        this.#ids.sawDay(day * DAY_MS)
        at.reached = Math.max(at.reached, first + count - 1)
      }
      pending = runs.length > 0 ? lagging() : []
    }
    for (const { shop, at } of known.values()) if (at.erased < shop.erased) await this.#learnErased(sql, shop.no, at)
    this.#flushIfFull()
  }

  /** `appended` stores the new ids after the commit. */
  newAmong(ids: readonly string[], shop: IdShop): FreshIds {
    const salt = saltOf(shop)
    const keys = new Map<string, Uint32Array>()
    const isNew = ids.map((id) => {
      const key = keyOf(id, salt)
      const name = key.join()
      if (keys.has(name) || this.#ids.has(key, 0) || this.#ids.wasErased(shop.no, id)) return false
      keys.set(name, key)
      return true
    })
    return { isNew, keys: [...keys.values()] }
  }

  /** Adds the ids that this node has committed. A later commit may have been read before. */
  appended({ no }: Pick<IdShop, 'no'>, { reached, receivedAtMs, keys }: AppendedIds): void {
    for (const key of keys) this.#ids.add(key, 0)
    const known = this.#shops.get(no)
    if (known) known.reached = Math.max(known.reached, reached)
    this.#ids.sawDay(receivedAtMs)
    this.#flushIfFull()
  }

  #flushIfFull(): void {
    if (!this.#ids.isFull()) return
    try {
      inTransaction(this.#db, () => {
        this.#ids.flush()
        const note = this.#db.prepare('INSERT OR REPLACE INTO flushed (shop_no, reached, erased) VALUES (?, ?, ?)')
        for (const [no, { reached, erased }] of this.#shops) note.run(no, reached, erased)
      })
      this.#ids.flushed(true)
    } catch {
      // The flush is retried after the next commit.
      this.#ids.flushed(false)
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  async #learnErased(sql: Sql, shopNo: number, known: Reached): Promise<void> {
    const rows = await sql.rows<{ number: number; key: Buffer }>(
      'SELECT number, key FROM log_erased_ids WHERE shop_no = $1 AND number > $2 ORDER BY number',
      [shopNo, known.erased],
    )
    for (const { number, key } of rows) {
      this.#ids.add(new Uint32Array(Uint8Array.from(key).buffer), 0)
      known.erased = number
    }
  }
}

export function saltOf({ salt }: IdShop): Uint32Array {
  return new Uint32Array(Uint8Array.from(salt).buffer)
}

/** Returns the offset after which ids are recognized. Older events may be stored again. */
async function firstToKnow(sql: Sql, shopNo: number): Promise<number> {
  const [row] = await sql.rows<{ first: number | null }>(
    `SELECT min(first) AS first FROM log_runs WHERE shop_no = $1 AND sealed IS NULL AND day IN (
       SELECT day FROM log_runs WHERE shop_no = $1 AND sealed IS NULL GROUP BY day ORDER BY max(first) DESC LIMIT ${KEPT_DAYS})`,
    [shopNo],
  )
  return (row?.first ?? 1) - 1
}
