import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import { sqlVectorArchive } from './sql-vector-archive.ts'
import type { VectorArchive, VectorWrite } from './vector-archive.ts'

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
  // Thumbnails are made when a product is processed, so catalogs that lack some start again.
  `UPDATE space SET seq = 0 WHERE kind = 'image'
     AND EXISTS (SELECT 1 FROM vector WHERE vector.space = space.id AND thumbnail IS NULL)`,
  // Colors are determined when a product is processed, so catalogs with pictures start again.
  `CREATE TABLE picture_color (
     shop TEXT NOT NULL, product INTEGER NOT NULL, hash TEXT NOT NULL, color TEXT NOT NULL, change INTEGER NOT NULL,
     PRIMARY KEY (shop, product, hash)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX picture_color_change ON picture_color (shop, change) WHERE change > 0;
   CREATE TABLE picture_change (shop TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   UPDATE space SET seq = 0 WHERE kind = 'image' AND EXISTS (SELECT 1 FROM vector WHERE vector.space = space.id)`,
]

const TABLES = {
  spaces: 'space',
  vectors: 'vector',
  failures: 'image_failure',
  colors: 'picture_color',
  changes: 'picture_change',
}

/** Synchronous; `sqlite.ts` runs it in a thread. */
export function sqliteVectorTables(path: string): VectorArchive {
  const db = openDatabase(path, VECTOR_MIGRATIONS)
  return {
    ...sqlVectorArchive(sqliteSqlStore(db), TABLES),
    write: async (id, given) => inTransaction(db, () => writeVectors(db, id, given)),
    close: async () => db.close(),
  }
}

function writeVectors(db: DatabaseSync, id: number, { puts, deletes, seq, complete }: VectorWrite): void {
  const remove = db.prepare('DELETE FROM vector WHERE space = ? AND product = ?')
  const insert = db.prepare(
    'INSERT INTO vector (space, product, place, hash, bytes, thumbnail) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const product of [...deletes, ...puts.map(({ productId }) => productId)]) remove.run(id, product)
  for (const { productId, items } of puts)
    for (const [place, { hash, bytes, thumbnail }] of items.entries())
      insert.run(id, productId, place, hash, bytes, thumbnail ?? null)
  const space = db.prepare("SELECT shop FROM space WHERE id = ? AND kind = 'image'").get(id)
  if (space) writeColors(db, space.shop as string, { puts, deletes })
  const standing = 'UPDATE space SET seq = coalesce(?, seq), complete = coalesce(?, complete) WHERE id = ?'
  db.prepare(standing).run(seq ?? null, complete === undefined ? null : Number(complete), id)
}

/** Change number 0 means that a picture never had a clear color, so `pictureChanges` leaves it out. */
function writeColors(db: DatabaseSync, shop: string, { puts, deletes }: Pick<VectorWrite, 'puts' | 'deletes'>): void {
  const remove = db.prepare('DELETE FROM picture_color WHERE shop = ? AND product = ?')
  for (const product of deletes) remove.run(shop, product)
  if (puts.length === 0) return
  const counted = 'INSERT INTO picture_change VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last'
  const change = db.prepare(counted).get(shop)!.last as number
  const others = db.prepare(
    'DELETE FROM picture_color WHERE shop = ? AND product = ? AND hash NOT IN (SELECT value FROM json_each(?))',
  )
  const put = db.prepare(
    `INSERT INTO picture_color (shop, product, hash, color, change) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET color = excluded.color, change = ? WHERE color <> excluded.color`,
  )
  for (const { productId, items } of puts) {
    others.run(shop, productId, JSON.stringify(items.map(({ hash }) => hash)))
    for (const { hash, color } of items)
      if (color !== undefined) put.run(shop, productId, hash, color, color === '' ? 0 : change, change)
  }
}
