import type { RecordStore, ShopId } from './record-store.ts'
import { REVOKE_KEY, sqlKeys } from './sql-keys.ts'
import { ChangedRows } from '../postgres/changed-rows.ts'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import { postgresProducts } from './postgres-products.ts'
import { postgresShops } from './postgres-shops.ts'

export interface PostgresRecordStoreOptions {
  now?: () => Date
}

export interface PostgresRecordStore extends RecordStore {
  /** Notifies listeners of changes by other nodes since the last call. Must be called repeatedly. */
  poll(): Promise<void>
  readonly changes: ChangedRows<object>
  /** Called when another node has deleted the shop, even if it has been created again. */
  onDeleted(listener: (shop: ShopId) => void): () => void
}

export interface Feed {
  seq: number
  revision: number
  incarnation: number
}

export interface PostgresRecords {
  db: PostgresDatabase
  now: () => Date
  /** Must be called after a commit of this node. */
  changed(shop: ShopId, feed: Feed): void
}

/** Shared by all nodes. Writes for one shop wait for each other. `poll` finds the writes of other nodes. */
export function postgresRecordStore(
  db: PostgresDatabase,
  { now = () => new Date() }: PostgresRecordStoreOptions = {},
): PostgresRecordStore {
  const news = new FeedNews()
  const columns = 'shop, seq, revision, incarnation'
  const feeds = new ChangedRows<Feed & { shop: ShopId }>(db, { table: 'feeds', key: 'shop', columns })
  const changed = (shop: ShopId, feed: Feed) => {
    db.onChanged()
    news.ownChange(shop, feed)
  }
  const records: PostgresRecords = { db, now, changed }
  const products = postgresProducts(records)
  return {
    ...postgresShops(records),
    ...postgresKeys(records),
    ...products.calls,
    onChange: (listener) => news.onChange(listener),
    onDeleted: (listener) => news.onDeleted(listener),
    changes: feeds,
    async poll() {
      const { rows, confirm } = await feeds.read()
      for (const { shop, seq, revision, incarnation } of rows) news.found(shop, { seq, revision, incarnation })
      news.hasPolled = true
      confirm()
    },
    close: () => products.settled(),
  }
}

/** Locks the shop's feed until the commit, and increments its revision for other nodes to notice. */
export async function lockFeed(sql: Sql, shop: ShopId): Promise<Feed> {
  const [feed] = await sql.rows<Feed>(
    `INSERT INTO feeds (shop, revision) VALUES ($1, 1)
     ON CONFLICT (shop) DO UPDATE SET revision = feeds.revision + 1 RETURNING seq, revision, incarnation`,
    [shop],
  )
  return feed as Feed
}

type Listener = (shop: ShopId) => void

class FeedNews {
  readonly #known = new Map<ShopId, Feed>()
  readonly #onChange = new Set<Listener>()
  readonly #onDeleted = new Set<Listener>()
  /** The first poll only finds the initial state. */
  hasPolled = false

  onChange(listener: Listener): () => void {
    this.#onChange.add(listener)
    return () => this.#onChange.delete(listener)
  }

  onDeleted(listener: Listener): () => void {
    this.#onDeleted.add(listener)
    return () => this.#onDeleted.delete(listener)
  }

  ownChange(shop: ShopId, feed: Feed): void {
    const known = this.#known.get(shop)
    // If another node wrote in between, `#known` stays, so that the next poll reports that write.
    if (known === undefined || known.revision === feed.revision - 1) this.#known.set(shop, feed)
    this.#tell(this.#onChange, shop)
  }

  found(shop: ShopId, feed: Feed): void {
    const known = this.#known.get(shop)
    if (known && known.revision >= feed.revision) return
    this.#known.set(shop, feed)
    if (!known && !this.hasPolled) return
    if (known && known.incarnation !== feed.incarnation) this.#tell(this.#onDeleted, shop)
    this.#tell(this.#onChange, shop)
  }

  #tell(listeners: ReadonlySet<Listener>, shop: ShopId): void {
    for (const listener of listeners) listener(shop)
  }
}

/** The feed that announces revoked keys of the deployment. */
const DEPLOYMENT = ''

function postgresKeys({
  db,
  changed,
}: PostgresRecords): Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys' | 'revokeKey'> {
  return {
    ...sqlKeys(db),
    async revokeKey(shop, id, at) {
      const name = shop ?? DEPLOYMENT
      const feed = await db.transaction(async (sql) =>
        (await sql.run(REVOKE_KEY, [at, shop, id])) > 0 ? lockFeed(sql, name) : undefined,
      )
      if (feed) changed(name, feed)
      return feed !== undefined
    },
  }
}
