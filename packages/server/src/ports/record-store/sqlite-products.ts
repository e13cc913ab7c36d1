import { inTransaction } from '../sqlite/database.ts'
import type { Product } from './product.ts'
import type { ProductBlob } from './product-blob.ts'
import type { PutOutcome, RecordStore, ShopId } from './record-store.ts'
import { decoded, decodeEach, encodeAll, sqlProductReads } from './sql-products.ts'
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
      ...sqlProductReads(records.sql),
      ...lookups(sql),
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
  const stored = requireShop(sql, shop)
  const blobs = await encodeAll(products, (id) => sql.hash(stored, id))
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

function lookups(
  sql: ProductStatements,
): Pick<ProductCalls, 'getProducts' | 'hasProducts' | 'findProductIds' | 'findProductByHandle'> {
  // A shop that does not exist reads as empty: number -1 is never used.
  const numberOf = (shop: ShopId) => sql.shopNo(shop) ?? -1
  return {
    async getProducts(shop, ids) {
      const no = numberOf(shop)
      return decodeEach(ids, (id) => sql.body(no, id))
    },
    async hasProducts(shop, ids) {
      const no = numberOf(shop)
      return ids.map((id) => sql.hash(no, id) !== undefined)
    },
    async findProductIds(shop, handles) {
      const no = numberOf(shop)
      return handles.map((handle) => sql.idByHandle(no, handle))
    },
    async findProductByHandle(shop, handle) {
      return decoded(sql.byHandle(numberOf(shop), handle))
    },
  }
}
