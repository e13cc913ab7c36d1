/**
 * Tells nodes which others are alive, and which shoppers their models must forget. An erasure is kept until all nodes
 * have read it, except for nodes that were not seen for a week.
 */
import { ChangedRows } from '../postgres/changed-rows.ts'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import type { ErasedShopper } from '../event-log/event-consumer.ts'
import type { ShopId } from '../record-store/record-store.ts'

const KEPT = '1 hour'
const WAITED_FOR = '7 days'
/** Fails if the store is read-only, which counts as unavailable. */
const NOTE_EVERY_MS = 5000
/** Other nodes do the work of a node that was not seen for longer. */
const IS_ALIVE = "seen_at > now() - interval '15 seconds'"

interface NoticeRow {
  notice: string
  no: number
  body: string
}

/** `shopper` is null if erasures were missed and are no longer known. */
type OnErased = (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>

const TABLE = { table: 'erasures', key: 'notice', columns: 'notice, shop AS no, body' }

export interface NodeStanding {
  node: string
  waiting: number
  seenSecondsAgo: number
}

export interface ThisNode {
  name: string
  derives: () => boolean
}

export class PostgresNodes {
  readonly #db: PostgresDatabase
  readonly #node: string
  readonly #derives: () => boolean
  /** Sorted names of the nodes that derive events. */
  deriving: readonly string[]
  /** Number of nodes, including this one. */
  alive = 1
  #notices: ChangedRows<NoticeRow> | undefined
  /** Notices that were handled but are read again, because an older transaction was open. */
  readonly #heard = new Set<string>()
  #notedAtMs = Number.NEGATIVE_INFINITY
  waiting = 0

  constructor(db: PostgresDatabase, { name, derives }: ThisNode) {
    this.#db = db
    this.#node = name
    this.#derives = derives
    this.deriving = derives() ? [name] : []
  }

  async changes(): Promise<ChangedRows<NoticeRow>> {
    this.#notices ??= await this.#begin()
    return this.#notices
  }

  get name(): string {
    return this.#node
  }

  /** Must be called after the shopper's events were removed from the log. */
  async announce(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#db.transaction(async (sql) => {
      // Waits for snapshots that are being stored, and blocks new ones.
      await sql.rows('SELECT FROM derived_shops WHERE name = $1 FOR UPDATE', [shop])
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
      // Another node may have stored a snapshot without knowing of this erasure.
      await sql.run('DELETE FROM snapshots WHERE shop = $1', [row.no])
    })
    this.#db.onChanged()
  }

  /** The first call handles no erasures, because this node learns its models afterwards, without those shoppers. */
  async hear(onErased: OnErased): Promise<void> {
    const notices = await this.changes()
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

  /** Includes handled erasures, because events received earlier must not restore the shoppers. */
  async erasedSince(shop: ShopId, sinceMs: number): Promise<(ErasedShopper & { atMs: number })[]> {
    const rows = await this.#db.rows<{ body: string; atMs: number }>(
      `SELECT body, (extract(epoch FROM at) * 1000)::float8 AS "atMs" FROM erasures
       WHERE shop = (SELECT no FROM derived_shops WHERE name = $1) AND at >= to_timestamp($2::float8 / 1000)`,
      [shop, sinceMs],
    )
    return rows.map(({ body, atMs }) => ({ ...(JSON.parse(body) as ErasedShopper), atMs }))
  }

  /** Must be called when the node stops, so that others do not wait for it. */
  async leave(): Promise<void> {
    if (this.#notices) await this.#db.run('DELETE FROM node_notices WHERE node = $1', [this.#node])
  }

  standings(): Promise<NodeStanding[]> {
    return nodeStandings(this.#db)
  }

  async #begin(): Promise<ChangedRows<NoticeRow>> {
    const [row] = await this.#db.transaction((sql) =>
      sql.rows<{ horizon: string }>(
        `INSERT INTO node_notices (node, horizon, derives) VALUES ($1, pg_snapshot_xmin(pg_current_snapshot()), $2)
         ON CONFLICT (node) DO UPDATE SET horizon = excluded.horizon, seen_at = now() RETURNING horizon::text AS horizon`,
        [this.#node, this.#derives()],
      ),
    )
    this.#meet(
      await this.#db.rows<{ node: string; derives: boolean }>(
        `SELECT node, derives FROM node_notices WHERE ${IS_ALIVE}`,
      ),
    )
    return new ChangedRows<NoticeRow>(this.#db, TABLE, row?.horizon)
  }

  async #note(notices: ChangedRows<NoticeRow>, onErased: OnErased, isUrgent: boolean): Promise<void> {
    const nowMs = performance.now()
    if (!isUrgent && nowMs - this.#notedAtMs < NOTE_EVERY_MS) return
    // One statement, because every node does this every few seconds. It reads the rows before its own update.
    const rows = await this.#db.rows<{ node: string; derives: boolean }>(
      `WITH noted AS (
         UPDATE node_notices SET horizon = $2::text::xid8, seen_at = now(), derives = $3 WHERE node = $1 RETURNING node, derives)
       SELECT node, derives FROM noted UNION ALL (SELECT node, derives FROM node_notices WHERE node <> $1 AND ${IS_ALIVE})`,
      [this.#node, notices.horizon, this.#derives()],
    )
    this.#meet(rows)
    this.#notedAtMs = nowMs
    if (rows.some(({ node }) => node === this.#node)) return
    // The node was away for so long that the erasures it missed were deleted.
    this.#notices = await this.#begin()
    const shops = await this.#db.rows<{ name: ShopId }>('SELECT name FROM derived_shops WHERE erasures > 0')
    for (const { name } of shops) await onErased(name, null)
  }

  async unfollowed(): Promise<ShopId[]> {
    const rows = await this.#db.rows<{ name: ShopId }>(
      `SELECT l.name FROM log_shops AS l LEFT JOIN derived_shops AS d ON d.name = l.name
       WHERE l.last_offset > coalesce(d.reached, 0)`,
    )
    return rows.map(({ name }) => name)
  }

  #meet(alive: readonly { node: string; derives: boolean }[]): void {
    this.deriving = alive.flatMap(({ node, derives }) => (derives ? [node] : [])).sort()
    this.alive = new Set([this.#node, ...alive.map(({ node }) => node)]).size
  }
}

/** Shows an operator when an erasure is complete on every node. */
export function nodeStandings(sql: Pick<Sql, 'rows'>): Promise<NodeStanding[]> {
  return sql.rows<NodeStanding>(
    `SELECT node, (SELECT count(*) FROM erasures WHERE changed >= horizon)::int AS waiting,
       extract(epoch FROM now() - seen_at)::int AS "seenSecondsAgo" FROM node_notices ORDER BY node`,
  )
}
