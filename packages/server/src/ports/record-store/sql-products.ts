import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SqlStore } from '../sql/sql-store.ts'
import type { Product } from './product.ts'
import { decodeProduct, ProductBlob } from './product-blob.ts'
import type { ProductChange, RecordStore } from './record-store.ts'

// Number of products to encode between two yields to other requests; each takes some 60 µs.
const ENCODE_SLICE = 25
// Decoding is faster than encoding.
const DECODE_SLICE = 100

/** null for an unknown shop, which therefore reads as empty. */
export const SHOP_NO = '(SELECT no FROM shops WHERE id = $1)'

const CHANGES = `
  SELECT seq, id AS "productId", 'put' AS kind FROM products WHERE shop_no = ${SHOP_NO} AND seq > $2
  UNION ALL
  SELECT seq, id, 'delete' FROM deleted_products WHERE shop_no = ${SHOP_NO} AND seq > $2
  ORDER BY seq LIMIT $3`

const LAST_CHANGE = `
  SELECT coalesce(max(seq), 0) AS seq FROM (
    SELECT max(seq) AS seq FROM products WHERE shop_no = ${SHOP_NO}
    UNION ALL
    SELECT max(seq) FROM deleted_products WHERE shop_no = ${SHOP_NO}) AS newest`

export function sqlProductReads(
  db: Pick<SqlStore, 'rows'>,
): Pick<RecordStore, 'scanProducts' | 'countProducts' | 'readChanges' | 'lastChange'> {
  return {
    async scanProducts(shop, afterId, limit) {
      const rows = await db.rows<{ body: Uint8Array }>(
        `SELECT body FROM products WHERE shop_no = ${SHOP_NO} AND id > $2 ORDER BY id LIMIT $3`,
        [shop, afterId, limit],
      )
      return inSlices(rows, ({ body }) => decodeProduct(body))
    },
    async countProducts(shop) {
      const [row] = await db.rows<{ n: number }>(`SELECT count(*) AS n FROM products WHERE shop_no = ${SHOP_NO}`, [
        shop,
      ])
      return row?.n ?? 0
    },
    readChanges: (shop, afterSeq, limit) => db.rows<ProductChange>(CHANGES, [shop, afterSeq, limit]),
    async lastChange(shop) {
      const [row] = await db.rows<{ seq: number }>(LAST_CHANGE, [shop])
      return row?.seq ?? 0
    },
  }
}

/** Compresses products before the transaction, because that is slow. */
export async function encodeAll(
  products: readonly Product[],
  storedHash: (id: number) => Uint8Array | undefined,
): Promise<ProductBlob[]> {
  const blobs: ProductBlob[] = []
  for (const product of products) {
    if (blobs.length % ENCODE_SLICE === ENCODE_SLICE - 1) await nextTurn()
    const blob = new ProductBlob(product)
    const stored = storedHash(product.id)
    if (!stored || !blob.hash.equals(stored)) void blob.body
    blobs.push(blob)
  }
  return blobs
}

/** Returns products in the order of the ids. */
export function decodeEach(
  ids: readonly number[],
  bodyOf: (id: number) => Uint8Array | undefined,
): Promise<(Product | undefined)[]> {
  return inSlices(ids, (id) => decoded(bodyOf(id)))
}

export function decoded(body: Uint8Array | undefined): Product | undefined {
  return body && decodeProduct(body)
}

/** Maps like `map`, but yields to other requests between slices. */
async function inSlices<T, R>(items: readonly T[], read: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % DECODE_SLICE === 0) await nextTurn()
    results.push(read(item))
  }
  return results
}
