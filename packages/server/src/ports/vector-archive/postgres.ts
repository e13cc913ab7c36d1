import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import type {
  ArchivedSpace,
  ImageFailure,
  PictureColor,
  PictureColors,
  ProductVectors,
  VectorArchive,
  VectorItem,
  VectorWrite,
} from './vector-archive.ts'

export const VECTOR_SCHEMA: SchemaPart = {
  part: 'vectors',
  steps: [
    {
      sql: `
      CREATE TABLE vector_spaces (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        shop text COLLATE "C" NOT NULL, kind text NOT NULL, space text COLLATE "C" NOT NULL, dimension int NOT NULL, embedder text NOT NULL,
        seq bigint NOT NULL DEFAULT 0, complete boolean NOT NULL DEFAULT false,
        UNIQUE (shop, kind, space));
      CREATE TABLE vectors (
        space bigint NOT NULL REFERENCES vector_spaces (id) ON DELETE CASCADE,
        product bigint NOT NULL, place int NOT NULL, hash text NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (space, product, place));
      ALTER TABLE vectors ALTER bytes SET STORAGE EXTERNAL;
      CREATE TABLE image_failures (
        shop text COLLATE "C" NOT NULL, product bigint NOT NULL, src text NOT NULL, reason text NOT NULL, attempts int NOT NULL, retry_at bigint);
      CREATE INDEX image_failures_of_product ON image_failures (shop, product);
      CREATE INDEX image_failures_due ON image_failures (shop, retry_at) WHERE retry_at IS NOT NULL;`,
    },
    { sql: 'ALTER TABLE vectors ADD thumbnail bytea; ALTER TABLE vectors ALTER thumbnail SET STORAGE EXTERNAL;' },
    // Thumbnails are made when a product is processed, so catalogs with pictures that have none are processed again.
    {
      sql: `UPDATE vector_spaces SET seq = 0 WHERE kind = 'image'
        AND EXISTS (SELECT 1 FROM vectors WHERE vectors.space = vector_spaces.id AND thumbnail IS NULL)`,
    },
    // Colors are determined when a product is processed, so catalogs with pictures are processed again.
    {
      sql: `
      CREATE TABLE picture_colors (
        shop text COLLATE "C" NOT NULL, product bigint NOT NULL, hash text COLLATE "C" NOT NULL, color text NOT NULL, change bigint NOT NULL,
        PRIMARY KEY (shop, product, hash));
      CREATE INDEX picture_colors_change ON picture_colors (shop, change) WHERE change > 0;
      CREATE TABLE picture_changes (shop text COLLATE "C" PRIMARY KEY, last bigint NOT NULL);
      UPDATE vector_spaces SET seq = 0 WHERE kind = 'image' AND EXISTS (SELECT 1 FROM vectors WHERE vectors.space = vector_spaces.id)`,
    },
  ],
}

type VectorRow = {
  product: number
  hash: string
  bytes: Buffer
  thumbnail?: Buffer | null
  color?: NonNullable<VectorItem['color']> | null
}

const SPACE = 'SELECT id, shop, kind, space, dimension, embedder, seq, complete FROM vector_spaces'
const FAILURE = 'SELECT product AS "productId", src, reason, attempts, retry_at AS "retryAtMs" FROM image_failures'

/** Shared by all nodes: vectors that one node made are used by the others. */
export function postgresVectorArchive(db: PostgresDatabase): VectorArchive {
  return { ...spaces(db), ...vectors(db), ...pictureColors(db), ...failures(db), async close() {} }
}

function spaces(db: PostgresDatabase): Pick<VectorArchive, 'listSpaces' | 'openSpace' | 'dropSpace'> {
  return {
    listSpaces: (shop) => db.rows<ArchivedSpace>(`${SPACE} WHERE shop = coalesce($1::text, shop) ORDER BY id`, [shop]),
    openSpace: ({ shop, kind, space, dimension, embedder }) =>
      db.transaction(async (sql) => {
        await sql.run(
          'INSERT INTO vector_spaces (shop, kind, space, dimension, embedder) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
          [shop, kind, space, dimension, embedder],
        )
        const found = `${SPACE} WHERE shop = $1 AND kind = $2 AND space = $3`
        return (await sql.rows<ArchivedSpace>(found, [shop, kind, space]))[0] as ArchivedSpace
      }),
    async dropSpace(id) {
      await db.transaction(async (sql) => {
        const [dropped] = await sql.rows<{ shop: string }>('DELETE FROM vector_spaces WHERE id = $1 RETURNING shop', [
          id,
        ])
        if (!dropped) return
        const left = "SELECT 1 FROM vector_spaces WHERE shop = $1 AND kind = 'image'"
        if ((await sql.rows(left, [dropped.shop])).length > 0) return
        await sql.run('DELETE FROM picture_colors WHERE shop = $1', [dropped.shop])
        await sql.run('DELETE FROM picture_changes WHERE shop = $1', [dropped.shop])
      })
    },
  }
}

function vectors(db: PostgresDatabase): Pick<VectorArchive, 'write' | 'scan' | 'get' | 'count'> {
  return {
    async write(id, { puts, deletes, seq, complete }) {
      const items = puts.flatMap(({ productId, items }) => items.map((item, place) => ({ ...item, productId, place })))
      await db.transaction(async (sql) => {
        // Locks the space, so that nodes that embed it write one after another. If the space has been dropped, nothing
        // is written.
        const [held] = await sql.rows<Pick<ArchivedSpace, 'shop' | 'kind'>>(
          'SELECT shop, kind FROM vector_spaces WHERE id = $1 FOR UPDATE',
          [id],
        )
        if (held === undefined) return
        if (held.kind === 'image') await writeColors(sql, held.shop, { puts, deletes })
        const gone = [...deletes, ...puts.map(({ productId }) => productId)]
        await sql.run('DELETE FROM vectors WHERE space = $1 AND product = ANY($2)', [id, gone])
        await sql.run(
          `INSERT INTO vectors (space, product, place, hash, bytes, thumbnail)
           SELECT $1, * FROM unnest($2::bigint[], $3::int[], $4::text[], $5::bytea[], $6::bytea[])`,
          [
            id,
            items.map(({ productId }) => productId),
            items.map(({ place }) => place),
            items.map(({ hash }) => hash),
            items.map(({ bytes }) => Buffer.from(bytes)),
            items.map(({ thumbnail }) => thumbnail && Buffer.from(thumbnail)),
          ],
        )
        // A node that lags behind does not move the position back.
        await sql.run(
          'UPDATE vector_spaces SET seq = greatest(seq, coalesce($2, seq)), complete = coalesce($3, complete) WHERE id = $1',
          [id, seq ?? null, complete ?? null],
        )
      })
    },
    async scan(id, afterId, limit) {
      const rows = await db.rows<VectorRow>(
        `SELECT product, hash, bytes FROM vectors WHERE space = $1 AND product > $2 AND product <= coalesce((
           SELECT max(product) FROM (SELECT DISTINCT product FROM vectors WHERE space = $1 AND product > $2 ORDER BY product LIMIT $3) AS page), 0)
         ORDER BY product, place`,
        [id, afterId, limit],
      )
      return grouped(rows)
    },
    async get(id, productIds) {
      const rows = await db.rows<VectorRow>(
        `SELECT v.product, v.hash, bytes, thumbnail, color FROM vectors v JOIN vector_spaces s ON s.id = v.space
         LEFT JOIN picture_colors c ON s.kind = 'image' AND c.shop = s.shop AND c.product = v.product AND c.hash = v.hash
         WHERE v.space = $1 AND v.product = ANY($2) ORDER BY v.product, v.place`,
        [id, productIds],
      )
      return grouped(rows)
    },
    async count(id) {
      const [row] = await db.rows<{ n: number }>('SELECT count(DISTINCT product) AS n FROM vectors WHERE space = $1', [
        id,
      ])
      return row?.n ?? 0
    },
  }
}

function grouped(rows: readonly VectorRow[]): ProductVectors[] {
  return [...Map.groupBy(rows, ({ product }) => product)].map(([productId, items]) => ({
    productId,
    items: items.map(({ hash, bytes, thumbnail, color }) => ({
      hash,
      bytes: new Uint8Array(bytes),
      ...(thumbnail && { thumbnail: new Uint8Array(thumbnail) }),
      ...(typeof color === 'string' && { color }),
    })),
  }))
}

/** A picture without a clear color is treated like one that was not analyzed: it makes no change. */
async function writeColors(sql: Sql, shop: string, { puts, deletes }: Pick<VectorWrite, 'puts' | 'deletes'>) {
  if (puts.length === 0 && deletes.length === 0) return
  // The change counter is locked until the commit, so that changes become visible in order.
  const [{ last } = { last: 0 }] = await sql.rows<{ last: number }>(
    'INSERT INTO picture_changes VALUES ($1, 1) ON CONFLICT (shop) DO UPDATE SET last = picture_changes.last + 1 RETURNING last',
    [shop],
  )
  const ids = puts.map(({ productId }) => productId)
  const items = puts.flatMap(({ productId, items }) => items.map(({ hash, color }) => ({ productId, hash, color })))
  await sql.run(
    `DELETE FROM picture_colors WHERE shop = $1 AND (product = ANY($2)
       OR product = ANY($3) AND (product, hash) NOT IN (SELECT * FROM unnest($4::bigint[], $5::text[])))`,
    [shop, deletes, ids, items.map(({ productId }) => productId), items.map(({ hash }) => hash)],
  )
  const seen = items.filter(({ color }) => color !== undefined)
  await sql.run(
    `INSERT INTO picture_colors (shop, product, hash, color, change)
     SELECT DISTINCT ON (product, hash) $1, product, hash, color, CASE color WHEN '' THEN 0 ELSE $2::bigint END
     FROM unnest($3::bigint[], $4::text[], $5::text[]) AS given (product, hash, color)
     ON CONFLICT (shop, product, hash) DO UPDATE SET color = excluded.color, change = $2
     WHERE picture_colors.color <> excluded.color`,
    [
      shop,
      last,
      seen.map(({ productId }) => productId),
      seen.map(({ hash }) => hash),
      seen.map(({ color }) => color as string),
    ],
  )
}

function pictureColors(db: PostgresDatabase): PictureColors {
  return {
    pictureColors: (shop, productIds) =>
      db.rows<PictureColor>(
        `SELECT product AS "productId", hash, color FROM picture_colors WHERE shop = $1 AND color <> '' AND product = ANY($2)`,
        [shop, productIds],
      ),
    async pictureChanges(shop, after, limit) {
      // The products of one change are never split over two results.
      const rows = await db.rows<{ product: number; change: number }>(
        `SELECT product, change FROM picture_colors WHERE shop = $1 AND change > greatest(0, $2) AND change <= (SELECT max(change) FROM (
           SELECT change FROM picture_colors WHERE shop = $1 AND change > greatest(0, $2) ORDER BY change LIMIT $3) AS page) ORDER BY change`,
        [shop, after, limit],
      )
      const last = rows.at(-1)
      return last && { productIds: [...new Set(rows.map(({ product }) => product))], place: last.change }
    },
    async lastPictureChange(shop) {
      const [row] = await db.rows<{ last: number }>('SELECT last FROM picture_changes WHERE shop = $1', [shop])
      return row?.last ?? 0
    },
  }
}

function failures(
  db: PostgresDatabase,
): Pick<VectorArchive, 'setFailures' | 'listFailures' | 'failuresOf' | 'dueFailures'> {
  return {
    async setFailures(shop, productIds, given) {
      await db.transaction(async (sql) => {
        await sql.run('DELETE FROM image_failures WHERE shop = $1 AND product = ANY($2)', [shop, productIds])
        for (const { productId, src, reason, attempts, retryAtMs } of given)
          await sql.run(
            'INSERT INTO image_failures (shop, product, src, reason, attempts, retry_at) VALUES ($1, $2, $3, $4, $5, $6)',
            [shop, productId, src, reason, attempts, retryAtMs],
          )
      })
    },
    listFailures: (shop, limit) =>
      db.rows<ImageFailure>(`${FAILURE} WHERE shop = $1 ORDER BY product, src LIMIT $2`, [shop, limit]),
    failuresOf: (shop, productIds) =>
      db.rows<ImageFailure>(`${FAILURE} WHERE shop = $1 AND product = ANY($2) ORDER BY product, src`, [
        shop,
        productIds,
      ]),
    async dueFailures(shop, nowMs, limit) {
      const rows = await db.rows<{ product: number }>(
        'SELECT DISTINCT product FROM image_failures WHERE shop = $1 AND retry_at <= $2 ORDER BY product LIMIT $3',
        [shop, nowMs, limit],
      )
      return rows.map(({ product }) => product)
    },
  }
}
