import type { DatabaseSync } from 'node:sqlite'
import type { ProductBlob } from './product-blob.ts'
import type { ShopId } from './record-store.ts'

export type ProductStatements = ReturnType<typeof productStatements>

export function productStatements(db: DatabaseSync) {
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
