import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '../sqlite/database.ts'
import type { Product } from './product.ts'
import { decodeProduct, ProductBlob } from './product-blob.ts'
import type { ProductChange, PutOutcome, RecordStore, ShopId } from './record-store.ts'
import type { SqliteRecords } from './sqlite.ts'
import { productStatements, type ProductStatements } from './sqlite-product-statements.ts'

type ProductCalls = Pick<
  RecordStore,
  | 'putProducts'
  | 'deleteProducts'
  | 'getProducts'
  | 'scanProducts'
  | 'countProducts'
  | 'hasProducts'
  | 'findProductIds'
  | 'findProductByHandle'
  | 'readChanges'
  | 'lastChange'
>

export interface ProductRows {
  calls: ProductCalls
  /** Resolves once every write requested so far is done. */
  settled(): Promise<void>
}

// Encoding is the slow part of a write (some 60 µs per product): after this many products it yields to other requests.
const ENCODE_SLICE = 25
// Larger than `ENCODE_SLICE`, because decoding is faster.
const DECODE_SLICE = 100

export function productRows(records: SqliteRecords): ProductRows {
  const sql = productStatements(records.db)
  // Writes run one after another in the order of the calls, although encoding yields to other work.
  let tail: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = tail.then(work)
    tail = done.catch(() => undefined)
    return done
  }
  return {
    calls: {
      putProducts: (shop, products) => inOrder(() => putProducts(records, sql, shop, products)),
      deleteProducts: (shop, ids) => inOrder(async () => deleteProducts(records, sql, shop, ids)),
      ...readers(sql),
    },
    async settled() {
      await tail
    },
  }
}

async function putProducts(
  { db, changed }: SqliteRecords,
  sql: ProductStatements,
  shop: ShopId,
  products: readonly Product[],
): Promise<PutOutcome[]> {
  const blobs = await encodeAll(sql, shop, products)
  const outcomes = inTransaction(db, () => {
    const shopNo = requireShop(sql, shop)
    let seq = sql.lastSeq()
    const results = products.map((product, i) => {
      const outcome = putProduct(sql, shopNo, seq + 1, product, blobs[i]!)
      if (outcome !== 'unchanged') seq++
      return outcome
    })
    sql.setLastSeq(seq)
    return results
  })
  if (outcomes.some((outcome) => outcome !== 'unchanged')) changed(shop)
  return outcomes
}

/** Compresses the products that will be written, so that nothing slow is left for the transaction. */
async function encodeAll(sql: ProductStatements, shop: ShopId, products: readonly Product[]): Promise<ProductBlob[]> {
  const shopNo = requireShop(sql, shop)
  const blobs: ProductBlob[] = []
  for (const product of products) {
    if (blobs.length % ENCODE_SLICE === ENCODE_SLICE - 1) await nextTurn()
    const blob = new ProductBlob(product)
    const stored = sql.hash(shopNo, product.id)
    if (!stored || !blob.hash.equals(stored)) void blob.body
    blobs.push(blob)
  }
  return blobs
}

function putProduct(
  sql: ProductStatements,
  shopNo: number,
  seq: number,
  product: Product,
  blob: ProductBlob,
): PutOutcome {
  const stored = sql.hash(shopNo, product.id)
  if (stored && blob.hash.equals(stored)) return 'unchanged'
  sql.put(shopNo, product.id, seq, product.handle, blob)
  if (stored) return 'updated'
  sql.forgetDeleted(shopNo, product.id)
  return 'created'
}

function deleteProducts(
  { db, changed }: SqliteRecords,
  sql: ProductStatements,
  shop: ShopId,
  ids: readonly number[],
): boolean[] {
  const outcomes = inTransaction(db, () => {
    const shopNo = sql.shopNo(shop)
    if (shopNo === undefined) return ids.map(() => false)
    let seq = sql.lastSeq()
    const results = ids.map((id) => {
      if (!sql.remove(shopNo, id)) return false
      seq++
      sql.rememberDeleted(shopNo, id, seq)
      return true
    })
    sql.setLastSeq(seq)
    return results
  })
  if (outcomes.includes(true)) changed(shop)
  return outcomes
}

function requireShop(sql: ProductStatements, shop: ShopId): number {
  const no = sql.shopNo(shop)
  if (no === undefined) throw new Error(`products for a shop that does not exist: ${shop}`)
  return no
}

function readers(sql: ProductStatements): Omit<ProductCalls, 'putProducts' | 'deleteProducts'> {
  // A shop that does not exist reads as empty: number -1 is never used.
  const numberOf = (shop: ShopId) => sql.shopNo(shop) ?? -1
  return {
    async getProducts(shop, ids) {
      const no = numberOf(shop)
      return inSlices(ids, (id) => decoded(sql.body(no, id)))
    },
    async hasProducts(shop, ids) {
      const no = numberOf(shop)
      return ids.map((id) => sql.hash(no, id) !== undefined)
    },
    async scanProducts(shop, afterId, limit) {
      return inSlices(sql.scan(numberOf(shop), afterId, limit), decodeProduct)
    },
    async countProducts(shop) {
      return sql.count(numberOf(shop))
    },
    async findProductIds(shop, handles) {
      const no = numberOf(shop)
      return handles.map((handle) => sql.idByHandle(no, handle))
    },
    async findProductByHandle(shop, handle) {
      return decoded(sql.byHandle(numberOf(shop), handle))
    },
    async readChanges(shop, afterSeq, limit): Promise<ProductChange[]> {
      return sql.changes(numberOf(shop), afterSeq, limit)
    },
    async lastChange(shop) {
      return sql.lastChange(numberOf(shop))
    },
  }
}

/** Like `map`, but yields to other requests between slices. */
async function inSlices<T, R>(items: readonly T[], read: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % DECODE_SLICE === 0) await nextTurn()
    results.push(read(item))
  }
  return results
}

function decoded(body: Uint8Array | undefined): Product | undefined {
  return body && decodeProduct(body)
}
