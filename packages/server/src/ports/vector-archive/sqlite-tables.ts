import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { SqlitePictureColors } from './sqlite-picture-colors.ts'
import type {
  ArchivedSpace,
  ImageFailure,
  PictureChanges,
  PictureColor,
  ProductVectors,
  VectorItem,
  VectorWrite,
} from './vector-archive.ts'

export const VECTOR_MIGRATIONS = [
  `CREATE TABLE space (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     shop TEXT NOT NULL, kind TEXT NOT NULL, space TEXT NOT NULL, dimension INTEGER NOT NULL, embedder TEXT NOT NULL,
     seq INTEGER NOT NULL DEFAULT 0, complete INTEGER NOT NULL DEFAULT 0,
     UNIQUE (shop, kind, space)
   ) STRICT;
   CREATE TABLE vector (
     space INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
     product INTEGER NOT NULL, place INTEGER NOT NULL, hash TEXT NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (space, product, place)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE image_failure (
     shop TEXT NOT NULL, product INTEGER NOT NULL, src TEXT NOT NULL, reason TEXT NOT NULL, attempts INTEGER NOT NULL, retry_at INTEGER,
     PRIMARY KEY (shop, product, src)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX image_failure_due ON image_failure (shop, retry_at) WHERE retry_at IS NOT NULL`,
  'ALTER TABLE vector ADD COLUMN thumbnail BLOB',
  // Thumbnails are made when a product is processed, so catalogs with pictures that have none are processed again.
  `UPDATE space SET seq = 0 WHERE kind = 'image'
     AND EXISTS (SELECT 1 FROM vector WHERE vector.space = space.id AND thumbnail IS NULL)`,
  // Colors are determined when a product is processed, so catalogs with pictures are processed again.
  `CREATE TABLE picture_color (
     shop TEXT NOT NULL, product INTEGER NOT NULL, hash TEXT NOT NULL, color TEXT NOT NULL, change INTEGER NOT NULL,
     PRIMARY KEY (shop, product, hash)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX picture_color_change ON picture_color (shop, change) WHERE change > 0;
   CREATE TABLE picture_change (shop TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   UPDATE space SET seq = 0 WHERE kind = 'image' AND EXISTS (SELECT 1 FROM vector WHERE vector.space = space.id)`,
]

type Row = Record<string, unknown>

/** Synchronous; `sqlite.ts` runs the calls in a thread. */
export class SqliteVectorTables {
  readonly #db: DatabaseSync
  readonly #colors: SqlitePictureColors

  constructor(path: string) {
    this.#db = openDatabase(path, VECTOR_MIGRATIONS)
    this.#colors = new SqlitePictureColors(this.#db)
  }

  listSpaces(shop: string | null): ArchivedSpace[] {
    const rows = this.#all('SELECT * FROM space WHERE shop = coalesce(?, shop) ORDER BY id', shop)
    return rows.map(spaceOf)
  }

  openSpace({ shop, kind, space, dimension, embedder }: Omit<ArchivedSpace, 'id' | 'seq' | 'complete'>): ArchivedSpace {
    const insert =
      'INSERT INTO space (shop, kind, space, dimension, embedder) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
    this.#db.prepare(insert).run(shop, kind, space, dimension, embedder)
    return spaceOf(this.#all('SELECT * FROM space WHERE shop = ? AND kind = ? AND space = ?', shop, kind, space)[0]!)
  }

  dropSpace(id: number): void {
    inTransaction(this.#db, () => {
      const [dropped] = this.#all('DELETE FROM space WHERE id = ? RETURNING shop', id)
      if (dropped === undefined) return
      const shop = dropped.shop as string
      if (this.#all("SELECT 1 FROM space WHERE shop = ? AND kind = 'image'", shop).length > 0) return
      this.#colors.forget(shop)
    })
  }

  write(id: number, { puts, deletes, seq, complete }: VectorWrite): void {
    const remove = this.#db.prepare('DELETE FROM vector WHERE space = ? AND product = ?')
    const insert = this.#db.prepare(
      'INSERT INTO vector (space, product, place, hash, bytes, thumbnail) VALUES (?, ?, ?, ?, ?, ?)',
    )
    inTransaction(this.#db, () => {
      for (const product of [...deletes, ...puts.map(({ productId }) => productId)]) remove.run(id, product)
      for (const { productId, items } of puts) {
        for (const [place, { hash, bytes, thumbnail }] of items.entries())
          insert.run(id, productId, place, hash, bytes, thumbnail ?? null)
      }
      const [space] = this.#all("SELECT shop FROM space WHERE id = ? AND kind = 'image'", id)
      if (space) this.#colors.write(space.shop as string, puts, deletes)
      const standing = this.#db.prepare(
        'UPDATE space SET seq = coalesce(?, seq), complete = coalesce(?, complete) WHERE id = ?',
      )
      standing.run(seq ?? null, complete === undefined ? null : Number(complete), id)
    })
  }

  pictureColors(shop: string, productIds: readonly number[]): PictureColor[] {
    return this.#colors.clear(shop, productIds)
  }

  pictureChanges(shop: string, after: number, limit: number): PictureChanges | undefined {
    return this.#colors.changes(shop, after, limit)
  }

  lastPictureChange(shop: string): number {
    return this.#colors.last(shop)
  }

  scan(id: number, afterId: number, limit: number): ProductVectors[] {
    const products = 'SELECT DISTINCT product FROM vector WHERE space = ? AND product > ? ORDER BY product LIMIT ?'
    const last = this.#all(products, id, afterId, limit).at(-1)
    if (last === undefined) return []
    const rows =
      'SELECT product, hash, bytes FROM vector WHERE space = ? AND product > ? AND product <= ? ORDER BY product, place'
    return grouped(this.#all(rows, id, afterId, last.product as number))
  }

  get(id: number, productIds: readonly number[]): ProductVectors[] {
    const rows = `SELECT vector.product, vector.hash, bytes, thumbnail, color FROM vector JOIN space ON space.id = vector.space
      LEFT JOIN picture_color ON kind = 'image' AND picture_color.shop = space.shop
        AND picture_color.product = vector.product AND picture_color.hash = vector.hash
      WHERE vector.space = ? AND vector.product IN (${places(productIds)}) ORDER BY vector.product, place`
    return grouped(this.#all(rows, id, ...productIds))
  }

  count(id: number): number {
    return this.#all('SELECT count(DISTINCT product) AS n FROM vector WHERE space = ?', id)[0]!.n as number
  }

  setFailures(shop: string, productIds: readonly number[], failures: readonly ImageFailure[]): void {
    const insert = this.#db.prepare(
      'INSERT INTO image_failure (shop, product, src, reason, attempts, retry_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    inTransaction(this.#db, () => {
      this.#db
        .prepare(`DELETE FROM image_failure WHERE shop = ? AND product IN (${places(productIds)})`)
        .run(shop, ...productIds)
      for (const { productId, src, reason, attempts, retryAtMs } of failures) {
        insert.run(shop, productId, src, reason, attempts, retryAtMs)
      }
    })
  }

  listFailures(shop: string, limit: number): ImageFailure[] {
    return this.#all('SELECT * FROM image_failure WHERE shop = ? ORDER BY product, src LIMIT ?', shop, limit).map(
      failureOf,
    )
  }

  failuresOf(shop: string, productIds: readonly number[]): ImageFailure[] {
    const rows = `SELECT * FROM image_failure WHERE shop = ? AND product IN (${places(productIds)}) ORDER BY product, src`
    return this.#all(rows, shop, ...productIds).map(failureOf)
  }

  dueFailures(shop: string, nowMs: number, limit: number): number[] {
    const rows = 'SELECT DISTINCT product FROM image_failure WHERE shop = ? AND retry_at <= ? ORDER BY product LIMIT ?'
    return this.#all(rows, shop, nowMs, limit).map(({ product }) => product as number)
  }

  close(): void {
    this.#db.close()
  }

  #all(sql: string, ...values: (string | number | null)[]): Row[] {
    return this.#db.prepare(sql).all(...values) as Row[]
  }
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

function grouped(rows: readonly Row[]): ProductVectors[] {
  const products = new Map<number, VectorItem[]>()
  for (const { product, hash, bytes, thumbnail, color } of rows) {
    const items = products.get(product as number) ?? []
    const item: VectorItem = { hash: hash as string, bytes: bytes as Uint8Array }
    if (thumbnail) item.thumbnail = thumbnail as Uint8Array
    if (typeof color === 'string') item.color = color as NonNullable<VectorItem['color']>
    items.push(item)
    products.set(product as number, items)
  }
  return Array.from(products, ([productId, items]) => ({ productId, items }))
}

function spaceOf({ id, shop, kind, space, dimension, embedder, seq, complete }: Row): ArchivedSpace {
  return { id, shop, kind, space, dimension, embedder, seq, complete: complete === 1 } as ArchivedSpace
}

function failureOf({ product, src, reason, attempts, retry_at }: Row): ImageFailure {
  return { productId: product, src, reason, attempts, retryAtMs: retry_at } as ImageFailure
}
