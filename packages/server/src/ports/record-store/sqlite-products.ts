import { inTransaction } from '../sqlite/database.ts'
import type { Product } from './product.ts'
import type { ProductBlob } from './product-blob.ts'
import type { PutOutcome, RecordStore, ShopId } from './record-store.ts'
import { decoded, decodeEach, encodeAll, sqlProductReads } from './sql-products.ts'
import type { SqliteRecords } from './sqlite.ts'
import type { DatabaseSync } from 'node:sqlite'

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
  // Writes run in the order of the calls, even though encoding yields in between.
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
  // -1 is never used, so an unknown shop reads as empty.
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

type ProductStatements = ReturnType<typeof productStatements>

function productStatements(db: DatabaseSync) {
  return { ...writeStatements(db), ...readStatements(db) }
}

function writeStatements(db: DatabaseSync) {
  const hash = db.prepare('SELECT hash FROM products WHERE shop_no = ? AND id = ?')
  const put = db.prepare(
    `INSERT INTO products (shop_no, id, seq, handle, hash, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (shop_no, id) DO UPDATE
     SET seq = excluded.seq, handle = excluded.handle, hash = excluded.hash, body = excluded.body`,
  )
  const remove = db.prepare('DELETE FROM products WHERE shop_no = ? AND id = ?')
  const remember = db.prepare('INSERT INTO deleted_products (shop_no, id, seq) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM deleted_products WHERE shop_no = ? AND id = ?')
  const lastSeq = db.prepare("SELECT value FROM counters WHERE name = 'seq'")
  const setLastSeq = db.prepare("UPDATE counters SET value = ? WHERE name = 'seq'")
  return {
    hash: (shopNo: number, id: number) => (hash.get(shopNo, id) as { hash: Uint8Array } | undefined)?.hash,
    put(shopNo: number, id: number, seq: number, handle: string, blob: ProductBlob) {
      put.run(shopNo, id, seq, handle, blob.hash, blob.body)
    },
    remove: (shopNo: number, id: number) => Number(remove.run(shopNo, id).changes) > 0,
    rememberDeleted: (shopNo: number, id: number, seq: number) => void remember.run(shopNo, id, seq),
    forgetDeleted: (shopNo: number, id: number) => void forget.run(shopNo, id),
    lastSeq: () => (lastSeq.get() as { value: number }).value,
    setLastSeq: (seq: number) => void setLastSeq.run(seq),
  }
}

function readStatements(db: DatabaseSync) {
  const shopNo = db.prepare('SELECT no FROM shops WHERE id = ?')
  const body = db.prepare('SELECT body FROM products WHERE shop_no = ? AND id = ?')
  const byHandle = db.prepare('SELECT body FROM products WHERE shop_no = ? AND handle = ? ORDER BY seq DESC LIMIT 1')
  const idByHandle = db.prepare('SELECT id FROM products WHERE shop_no = ? AND handle = ? ORDER BY seq DESC LIMIT 1')
  return {
    shopNo: (shop: ShopId) => (shopNo.get(shop) as { no: number } | undefined)?.no,
    body: (no: number, id: number) => (body.get(no, id) as { body: Uint8Array } | undefined)?.body,
    idByHandle: (no: number, handle: string) => (idByHandle.get(no, handle) as { id: number } | undefined)?.id,
    byHandle: (no: number, handle: string) => (byHandle.get(no, handle) as { body: Uint8Array } | undefined)?.body,
  }
}
