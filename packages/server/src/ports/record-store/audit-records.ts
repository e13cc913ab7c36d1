import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { isProductSound } from './product-blob.ts'

export interface RecordAudit {
  shop: string
  products: number
  /** Product ids, or `configuration`. */
  damaged: string[]
}

/** Compares shops and products with the hashes that they were stored with. A read-only connection is enough. */
export function auditRecords(db: DatabaseSync): RecordAudit[] {
  const shops = db.prepare('SELECT no, id, config, config_hash FROM shops ORDER BY id').all() as unknown as ShopRow[]
  const rows = db.prepare('SELECT id, hash, body FROM products WHERE shop_no = ? ORDER BY id')
  return shops.map((shop) => {
    const damaged = isConfigSound(shop) ? [] : ['configuration']
    let products = 0
    for (const product of rows.iterate(shop.no) as Iterable<unknown> as Iterable<ProductRow>) {
      products++
      if (!isProductSound(product.body, product.hash)) damaged.push(String(product.id))
    }
    return { shop: shop.id, products, damaged }
  })
}

export function configHash(config: string): Buffer {
  return hash('sha256', config, 'buffer').subarray(0, 16)
}

interface ShopRow {
  no: number
  id: string
  config: string
  config_hash: Uint8Array | null
}

interface ProductRow {
  id: number
  hash: Uint8Array
  body: Uint8Array
}

/** Early versions stored documents without a hash. */
function isConfigSound({ config, config_hash: kept }: ShopRow): boolean {
  return kept === null || configHash(config).equals(kept)
}
