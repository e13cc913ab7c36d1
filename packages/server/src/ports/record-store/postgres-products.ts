import { inProcessExclusiveWork } from '../exclusive-work/in-process.ts'
import type { Sql } from '../postgres/database.ts'
import { type Feed, lockFeed, type PostgresRecords } from './postgres.ts'
import type { Product } from './product.ts'
import type { ProductBlob } from './product-blob.ts'
import type { PutOutcome, RecordStore, ShopId } from './record-store.ts'
import { decodeEach, encodeAll, SHOP_NO, sqlProductReads } from './sql-products.ts'

type ProductReads = Pick<
  RecordStore,
  | 'getProducts'
  | 'scanProducts'
  | 'countProducts'
  | 'hasProducts'
  | 'findProductIds'
  | 'findProductByHandle'
  | 'readChanges'
  | 'lastChange'
>
type ProductCalls = ProductReads & Pick<RecordStore, 'putProducts' | 'deleteProducts'>

export function postgresProducts(records: PostgresRecords) {
  // Writes for a shop run in the order of the calls. A locked shop delays no other shop.
  const inOrder = inProcessExclusiveWork()
  const underWay = new Set<Promise<unknown>>()
  const write = <T>(shop: ShopId, work: () => Promise<T>): Promise<T> => {
    const done = inOrder(shop, work)
    underWay.add(done)
    const end = () => underWay.delete(done)
    done.then(end, end)
    return done
  }
  const calls: ProductCalls = {
    putProducts: (shop, products) => write(shop, () => putProducts(records, shop, products)),
    deleteProducts: (shop, ids) => write(shop, () => deleteProducts(records, shop, ids)),
    ...readers(records),
  }
  return {
    calls,
    /** Resolves once every write requested so far is done. */
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

async function putProducts(
  { db, changed }: PostgresRecords,
  shop: ShopId,
  products: readonly Product[],
): Promise<PutOutcome[]> {
  const known = await storedHashes(db, await requireShop(db, shop), products)
  const blobs = await encodeAll(products, (id) => known.get(id))
  const put = await db.transaction(async (sql) => {
    const shopNo = await requireShop(sql, shop)
    // The feed is locked before the hashes are read, so that two nodes do not both consider a product new.
    const feed = await lockFeed(sql, shop)
    const hashes = await storedHashes(sql, shopNo, products)
    const writes = new Map<number, Write>()
    let { seq } = feed
    const outcomes = products.map((product, i): PutOutcome => {
      const blob = blobs[i] as ProductBlob
      const stored = hashes.get(product.id)
      if (stored && blob.hash.equals(stored)) return 'unchanged'
      hashes.set(product.id, blob.hash)
      writes.set(product.id, { seq: ++seq, product, blob })
      return stored ? 'updated' : 'created'
    })
    await insert(sql, shop, shopNo, [...writes.values()])
    return { outcomes, feed: { ...feed, seq } }
  })
  if (put.outcomes.some((outcome) => outcome !== 'unchanged')) changed(shop, put.feed)
  return put.outcomes
}

interface Write {
  seq: number
  product: Product
  blob: ProductBlob
}

async function insert(sql: Sql, shop: ShopId, shopNo: number, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  const ids = writes.map(({ product }) => product.id)
  await sql.run(
    `INSERT INTO products (shop_no, id, seq, handle, hash, body)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[])
     ON CONFLICT (shop_no, id) DO UPDATE
     SET seq = excluded.seq, handle = excluded.handle, hash = excluded.hash, body = excluded.body`,
    [
      shopNo,
      ids,
      writes.map(({ seq }) => seq),
      writes.map(({ product }) => product.handle.replaceAll('\0', '\ufffd')),
      writes.map(({ blob }) => blob.hash),
      writes.map(({ blob }) => blob.body),
    ],
  )
  await sql.run('DELETE FROM deleted_products WHERE shop_no = $1 AND id = ANY($2)', [shopNo, ids])
  await advance(sql, shop, Math.max(...writes.map(({ seq }) => seq)))
}

async function storedHashes(sql: Sql, shopNo: number, products: readonly Product[]): Promise<Map<number, Uint8Array>> {
  const rows = await sql.rows<{ id: number; hash: Buffer }>(
    'SELECT id, hash FROM products WHERE shop_no = $1 AND id = ANY($2)',
    [shopNo, [...new Set(products.map(({ id }) => id))]],
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

async function deleteProducts(
  { db, changed }: PostgresRecords,
  shop: ShopId,
  ids: readonly number[],
): Promise<boolean[]> {
  const removed = await db.transaction(async (sql) => {
    const shopNo = await findShop(sql, shop)
    if (shopNo === undefined) return { outcomes: ids.map(() => false) }
    const feed = await lockFeed(sql, shop)
    const rows = await sql.rows<{ id: number }>(
      'DELETE FROM products WHERE shop_no = $1 AND id = ANY($2) RETURNING id',
      [shopNo, ids],
    )
    const gone = new Set(rows.map(({ id }) => id))
    const buried: number[] = []
    const outcomes = ids.map((id) => gone.delete(id) && buried.push(id) > 0)
    return { outcomes, feed: await bury(sql, shop, { shopNo, feed, buried }) }
  })
  if (removed.feed) changed(shop, removed.feed)
  return removed.outcomes
}

interface Burial {
  shopNo: number
  feed: Feed
  buried: readonly number[]
}

async function bury(sql: Sql, shop: ShopId, { shopNo, feed, buried }: Burial): Promise<Feed | undefined> {
  if (buried.length === 0) return undefined
  const seqs = buried.map((_, i) => feed.seq + i + 1)
  await sql.run(
    'INSERT INTO deleted_products (shop_no, id, seq) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[])',
    [shopNo, buried, seqs],
  )
  const seq = seqs.at(-1) as number
  await advance(sql, shop, seq)
  return { ...feed, seq }
}

async function advance(sql: Sql, shop: ShopId, seq: number): Promise<void> {
  await sql.run('UPDATE feeds SET seq = $2 WHERE shop = $1', [shop, seq])
}

async function findShop(sql: Sql, shop: ShopId): Promise<number | undefined> {
  const [row] = await sql.rows<{ no: number }>('SELECT no FROM shops WHERE id = $1', [shop])
  return row?.no
}

async function requireShop(sql: Sql, shop: ShopId): Promise<number> {
  const no = await findShop(sql, shop)
  if (no === undefined) throw new Error(`products for a shop that does not exist: ${shop}`)
  return no
}

function readers({ db }: PostgresRecords): ProductReads {
  const byHandle = (shop: ShopId, handles: readonly string[]) =>
    db.rows<{ handle: string; id: number }>(
      `SELECT DISTINCT ON (handle) handle, id FROM products
       WHERE shop_no = ${SHOP_NO} AND md5(handle) = ANY(SELECT md5(h) FROM unnest($2::text[]) AS h) AND handle = ANY($2)
       ORDER BY handle, seq DESC`,
      [shop, [...new Set(handles)]],
    )
  const getProducts = async (shop: ShopId, ids: readonly number[]) => {
    const rows = await db.rows<{ id: number; body: Buffer }>(
      `SELECT id, body FROM products WHERE shop_no = ${SHOP_NO} AND id = ANY($2)`,
      [shop, ids],
    )
    const bodies = new Map(rows.map(({ id, body }) => [id, body]))
    return decodeEach(ids, (id) => bodies.get(id))
  }
  return {
    ...sqlProductReads(db),
    getProducts,
    async hasProducts(shop, ids) {
      const rows = await db.rows<{ id: number }>(
        `SELECT id FROM products WHERE shop_no = ${SHOP_NO} AND id = ANY($2)`,
        [shop, ids],
      )
      const stored = new Set(rows.map(({ id }) => id))
      return ids.map((id) => stored.has(id))
    },
    async findProductIds(shop, handles) {
      const ids = new Map((await byHandle(shop, handles)).map(({ handle, id }) => [handle, id]))
      return handles.map((handle) => ids.get(handle))
    },
    async findProductByHandle(shop, handle) {
      const [found] = await byHandle(shop, [handle])
      return found && (await getProducts(shop, [found.id]))[0]
    },
  }
}
