/** Statements of the archive for SQLite and PostgreSQL: all except writing vectors. Table names differ. */
import type { SqlStore, Statement } from '../sql/sql-store.ts'
import type {
  ArchivedSpace,
  ImageFailure,
  PictureColor,
  PictureColors,
  ProductVectors,
  VectorArchive,
  VectorItem,
} from './vector-archive.ts'

export interface VectorTables {
  spaces: string
  vectors: string
  failures: string
  colors: string
  changes: string
}

type SharedCalls = Omit<VectorArchive, 'write' | 'close'>

export function sqlVectorArchive(db: SqlStore, tables: VectorTables): SharedCalls {
  return {
    ...spaceCalls(db, tables),
    ...vectorReads(db, tables),
    ...pictureColors(db, tables),
    ...failures(db, tables),
  }
}

function spaceCalls(
  db: SqlStore,
  { spaces, colors, changes }: VectorTables,
): Pick<SharedCalls, 'listSpaces' | 'openSpace' | 'dropSpace'> {
  const select = `SELECT id, shop, kind, space, dimension, embedder, seq, complete FROM ${spaces}`
  const read = async (where: string, values: readonly unknown[]) =>
    (await db.rows<ArchivedSpace>(`${select} WHERE ${where} ORDER BY id`, values)).map((space) => ({
      ...space,
      complete: Boolean(space.complete),
    }))
  const insert = `INSERT INTO ${spaces} (shop, kind, space, dimension, embedder) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
  const forget = (table: string) =>
    `DELETE FROM ${table} WHERE shop = (SELECT shop FROM ${spaces} WHERE id = $1) AND NOT EXISTS (
       SELECT 1 FROM ${spaces} AS other WHERE other.shop = ${table}.shop AND other.kind = 'image' AND other.id <> $1)`
  return {
    listSpaces: (shop) => (shop === null ? read('true', []) : read('shop = $1', [shop])),
    async openSpace({ shop, kind, space, dimension, embedder }) {
      await db.run(insert, [shop, kind, space, dimension, embedder])
      return (await read('shop = $1 AND kind = $2 AND space = $3', [shop, kind, space]))[0]!
    },
    /** With the last space of a shop's pictures, their colors are removed, too. */
    dropSpace: (id) =>
      db.runAll([forget(colors), forget(changes), `DELETE FROM ${spaces} WHERE id = $1`].map((text) => [text, [id]])),
  }
}

interface VectorRow {
  product: number
  hash: string
  bytes: Uint8Array
  thumbnail?: Uint8Array | null
  color?: NonNullable<VectorItem['color']> | null
}

function vectorReads(
  db: SqlStore,
  { spaces, vectors, colors }: VectorTables,
): Pick<SharedCalls, 'scan' | 'get' | 'count'> {
  const page = `SELECT DISTINCT product FROM ${vectors} WHERE space = $1 AND product > $2 ORDER BY product LIMIT $3`
  return {
    async scan(id, afterId, limit) {
      const rows = await db.rows<VectorRow>(
        `SELECT product, hash, bytes FROM ${vectors} WHERE space = $1 AND product > $2
           AND product <= coalesce((SELECT max(product) FROM (${page}) AS page), 0)
         ORDER BY product, place`,
        [id, afterId, limit],
      )
      return grouped(rows)
    },
    async get(id, productIds) {
      const rows = await db.rows<VectorRow>(
        `SELECT v.product, v.hash, bytes, thumbnail, color FROM ${vectors} AS v JOIN ${spaces} AS s ON s.id = v.space
         LEFT JOIN ${colors} AS c ON s.kind = 'image' AND c.shop = s.shop AND c.product = v.product AND c.hash = v.hash
         WHERE v.space = $1 AND v.product = ANY($2) ORDER BY v.product, v.place`,
        [id, productIds],
      )
      return grouped(rows)
    },
    async count(id) {
      const text = `SELECT count(DISTINCT product) AS n FROM ${vectors} WHERE space = $1`
      return (await db.rows<{ n: number }>(text, [id]))[0]?.n ?? 0
    },
  }
}

function grouped(rows: readonly VectorRow[]): ProductVectors[] {
  return [...Map.groupBy(rows, ({ product }) => product)].map(([productId, items]) => ({
    productId,
    items: items.map(({ hash, bytes, thumbnail, color }) => ({
      hash,
      bytes: plainBytes(bytes),
      ...(thumbnail && { thumbnail: plainBytes(thumbnail) }),
      ...(typeof color === 'string' && { color }),
    })),
  }))
}

/** Plain arrays can be sent to other threads, unlike the driver's buffers. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes
}

function pictureColors(db: SqlStore, { colors, changes }: VectorTables): PictureColors {
  return {
    pictureColors: (shop, productIds) =>
      db.rows<PictureColor>(
        `SELECT product AS "productId", hash, color FROM ${colors} WHERE shop = $1 AND color <> '' AND product = ANY($2)`,
        [shop, productIds],
      ),
    async pictureChanges(shop, after, limit) {
      // The products of one change must be in one result.
      const rows = await db.rows<{ product: number; change: number }>(
        `SELECT product, change FROM ${colors} WHERE shop = $1 AND change > $2 AND change <= (SELECT max(change) FROM (
           SELECT change FROM ${colors} WHERE shop = $1 AND change > $2 ORDER BY change LIMIT $3) AS page) ORDER BY change`,
        [shop, Math.max(0, after), limit],
      )
      const last = rows.at(-1)
      return last && { productIds: [...new Set(rows.map(({ product }) => product))], place: last.change }
    },
    async lastPictureChange(shop) {
      const [row] = await db.rows<{ last: number }>(`SELECT last FROM ${changes} WHERE shop = $1`, [shop])
      return row?.last ?? 0
    },
  }
}

function failures(
  db: SqlStore,
  { failures: table }: VectorTables,
): Pick<SharedCalls, 'setFailures' | 'listFailures' | 'failuresOf' | 'dueFailures'> {
  const select = `SELECT product AS "productId", src, reason, attempts, retry_at AS "retryAtMs" FROM ${table}`
  const insert = `INSERT INTO ${table} (shop, product, src, reason, attempts, retry_at) VALUES ($1, $2, $3, $4, $5, $6)`
  return {
    setFailures: (shop, productIds, given) =>
      db.runAll([
        [`DELETE FROM ${table} WHERE shop = $1 AND product = ANY($2)`, [shop, productIds]],
        ...given.map(
          ({ productId, src, reason, attempts, retryAtMs }): Statement => [
            insert,
            [shop, productId, src, reason, attempts, retryAtMs],
          ],
        ),
      ]),
    listFailures: (shop, limit) =>
      db.rows<ImageFailure>(`${select} WHERE shop = $1 ORDER BY product, src LIMIT $2`, [shop, limit]),
    failuresOf: (shop, productIds) =>
      db.rows<ImageFailure>(`${select} WHERE shop = $1 AND product = ANY($2) ORDER BY product, src`, [
        shop,
        productIds,
      ]),
    async dueFailures(shop, nowMs, limit) {
      const rows = await db.rows<{ product: number }>(
        `SELECT DISTINCT product FROM ${table} WHERE shop = $1 AND retry_at <= $2 ORDER BY product LIMIT $3`,
        [shop, nowMs, limit],
      )
      return rows.map(({ product }) => product)
    },
  }
}
