import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import { sqlVectorArchive } from './sql-vector-archive.ts'
import type { ArchivedSpace, VectorArchive, VectorWrite } from './vector-archive.ts'

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
    // Thumbnails are made when a product is processed, so catalogs that lack some start again.
    {
      sql: `UPDATE vector_spaces SET seq = 0 WHERE kind = 'image'
        AND EXISTS (SELECT 1 FROM vectors WHERE vectors.space = vector_spaces.id AND thumbnail IS NULL)`,
    },
    // Colors are determined when a product is processed, so catalogs with pictures start again.
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

const TABLES = {
  spaces: 'vector_spaces',
  vectors: 'vectors',
  failures: 'image_failures',
  colors: 'picture_colors',
  changes: 'picture_changes',
}

export function postgresVectorArchive(db: PostgresDatabase): VectorArchive {
  return {
    ...sqlVectorArchive(db, TABLES),
    async write(id, { puts, deletes, seq, complete }) {
      const items = puts.flatMap(({ productId, items }) => items.map((item, place) => ({ ...item, productId, place })))
      await db.transaction(async (sql) => {
        // Locks the space, so that nodes write one after another. Nothing is written to a dropped space.
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
        // A node that lags behind must not move the position back.
        await sql.run(
          'UPDATE vector_spaces SET seq = greatest(seq, coalesce($2, seq)), complete = coalesce($3, complete) WHERE id = $1',
          [id, seq ?? null, complete ?? null],
        )
      })
    },
    async close() {},
  }
}

/** Stores the main colors of pictures. A picture without one keeps change number 0, and `pictureChanges` skips it. */
async function writeColors(sql: Sql, shop: string, { puts, deletes }: Pick<VectorWrite, 'puts' | 'deletes'>) {
  if (puts.length === 0 && deletes.length === 0) return
  // Locked until the commit, so that changes become visible in order.
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
