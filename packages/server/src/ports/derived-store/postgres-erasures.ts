/**
 * Tells other nodes whom their models have to forget, at least once: each notes how far it has heard, and what not all of them have heard is
 * kept. A node that nobody has heard of for a week is not waited for; it learns its models again when it comes back.
 */
import { ChangedRows } from '../postgres/changed-rows.ts'
import type { PostgresDatabase } from '../postgres/database.ts'
import type { ErasedShopper } from '../event-log/event-consumer.ts'
import type { ShopId } from '../record-store/record-store.ts'

const KEPT = '1 hour'
const WAITED_FOR = '7 days'
/** Also the proof that the store takes writes: read-only, it is as good as away. */
const NOTE_EVERY_MS = 5000

interface NoticeRow {
  notice: string
  no: number
  body: string
}

/** null: there were some that are not known any more. */
type OnErased = (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>

const TABLE = { table: 'erasures', key: 'notice', columns: 'notice, shop AS no, body' }

export class PostgresErasures {
  readonly #db: PostgresDatabase
  readonly #node: string
  #notices: ChangedRows<NoticeRow> | undefined
  /** Those that come again because an older transaction was under way. */
  readonly #heard = new Set<string>()
  #notedAtMs = Number.NEGATIVE_INFINITY
  /** Notices that were read and not dealt with yet. */
  waiting = 0

  constructor(db: PostgresDatabase, node: string) {
    this.#db = db
    this.#node = node
  }

  /** After the shopper's events were removed from the log. */
  async announce(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#db.transaction(async (sql) => {
      const [row] = await sql.rows<{ no: number; number: number }>(
        'UPDATE derived_shops SET erasures = erasures + 1 WHERE name = $1 RETURNING no, erasures AS number',
        [shop],
      )
      if (!row) return
      await sql.run('DELETE FROM node_notices WHERE seen_at < now() - $1::interval', [WAITED_FOR])
      await sql.run(
        `DELETE FROM erasures WHERE shop = $1 AND at < now() - $2::interval
         AND changed < (SELECT coalesce(min(horizon), pg_current_xact_id()) FROM node_notices)`,
        [row.no, KEPT],
      )
      const insert = 'INSERT INTO erasures (shop, number, body) VALUES ($1, $2, $3)'
      await sql.run(insert, [row.no, row.number, JSON.stringify(shopper)])
      // Another node may have stored what it learnt, and not heard of this yet.
      await sql.run('DELETE FROM snapshots WHERE shop = $1', [row.no])
    })
  }

  /** Those that this node has not dealt with. At the first call none: what it will learn knows of them already. */
  async hear(onErased: OnErased): Promise<void> {
    const notices = this.#notices ?? (await this.#begin())
    this.#notices = notices
    const { rows, confirm } = await notices.read()
    const fresh = rows.filter((row) => !this.#heard.has(row.notice))
    this.waiting = fresh.length
    for (const row of fresh) {
      const [shop] = await this.#db.rows<{ name: ShopId }>('SELECT name FROM derived_shops WHERE no = $1', [row.no])
      if (shop) await onErased(shop.name, JSON.parse(row.body) as ErasedShopper)
      this.#heard.add(row.notice)
      this.waiting--
    }
    confirm()
    const again = new Set(rows.map(({ notice }) => notice))
    for (const notice of this.#heard) if (!again.has(notice)) this.#heard.delete(notice)
    await this.#note(notices, onErased, fresh.length > 0)
  }

  /** Nobody has to wait for this node any more. */
  async leave(): Promise<void> {
    if (this.#notices) await this.#db.run('DELETE FROM node_notices WHERE node = $1', [this.#node])
  }

  async #begin(): Promise<ChangedRows<NoticeRow>> {
    const [row] = await this.#db.transaction((sql) =>
      sql.rows<{ horizon: string }>(
        `INSERT INTO node_notices (node, horizon) VALUES ($1, pg_snapshot_xmin(pg_current_snapshot()))
         ON CONFLICT (node) DO UPDATE SET horizon = excluded.horizon, seen_at = now() RETURNING horizon::text AS horizon`,
        [this.#node],
      ),
    )
    return new ChangedRows<NoticeRow>(this.#db, TABLE, row?.horizon)
  }

  async #note(notices: ChangedRows<NoticeRow>, onErased: OnErased, isUrgent: boolean): Promise<void> {
    const nowMs = performance.now()
    if (!isUrgent && nowMs - this.#notedAtMs < NOTE_EVERY_MS) return
    const noted = await this.#db.run(
      'UPDATE node_notices SET horizon = $2::text::xid8, seen_at = now() WHERE node = $1',
      [this.#node, notices.horizon],
    )
    this.#notedAtMs = nowMs
    if (noted > 0) return
    // It was away for so long that it was not waited for: whom it has missed is not known any more.
    this.#notices = await this.#begin()
    const shops = await this.#db.rows<{ name: ShopId }>('SELECT name FROM derived_shops WHERE erasures > 0')
    for (const { name } of shops) await onErased(name, null)
  }
}
