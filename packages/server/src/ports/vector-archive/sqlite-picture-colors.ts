import type { DatabaseSync } from 'node:sqlite'
import type { PictureChanges, PictureColor, ProductVectors, VectorItem } from './vector-archive.ts'

/** A picture without a clear color is treated like one that was not analyzed: it makes no change. */
export class SqlitePictureColors {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Call it in the transaction that writes the vectors. */
  write(shop: string, puts: readonly ProductVectors[], deletes: readonly number[]): void {
    const remove = this.#db.prepare('DELETE FROM picture_color WHERE shop = ? AND product = ?')
    for (const product of deletes) remove.run(shop, product)
    if (puts.length === 0) return
    const counted = 'INSERT INTO picture_change VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last'
    const change = this.#db.prepare(counted).get(shop)!.last as number
    for (const { productId, items } of puts) this.#put(shop, productId, items, change)
  }

  #put(shop: string, product: number, items: readonly VectorItem[], change: number): void {
    const hashes = JSON.stringify(items.map(({ hash }) => hash))
    const gone =
      'DELETE FROM picture_color WHERE shop = ? AND product = ? AND hash NOT IN (SELECT value FROM json_each(?))'
    this.#db.prepare(gone).run(shop, product, hashes)
    const put = this.#db.prepare(
      `INSERT INTO picture_color (shop, product, hash, color, change) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET color = excluded.color, change = ? WHERE color <> excluded.color`,
    )
    for (const { hash, color } of items)
      if (color !== undefined) put.run(shop, product, hash, color, color === '' ? 0 : change, change)
  }

  forget(shop: string): void {
    for (const table of ['picture_color', 'picture_change'])
      this.#db.prepare(`DELETE FROM ${table} WHERE shop = ?`).run(shop)
  }

  clear(shop: string, productIds: readonly number[]): PictureColor[] {
    const rows = `SELECT product AS productId, hash, color FROM picture_color
      WHERE shop = ? AND color <> '' AND product IN (SELECT value FROM json_each(?))`
    return this.#db.prepare(rows).all(shop, JSON.stringify(productIds)) as unknown as PictureColor[]
  }

  changes(shop: string, after: number, limit: number): PictureChanges | undefined {
    const page = 'SELECT change FROM picture_color WHERE shop = ? AND change > max(0, ?) ORDER BY change LIMIT ?'
    const last = this.#db.prepare(page).all(shop, after, limit).at(-1)
    if (last === undefined) return undefined
    // The products of one change are never split over two results.
    const rows = 'SELECT DISTINCT product FROM picture_color WHERE shop = ? AND change > max(0, ?) AND change <= ?'
    const place = last.change as number
    const productIds = this.#db.prepare(rows).all(shop, after, place)
    return { productIds: productIds.map(({ product }) => product as number), place }
  }

  last(shop: string): number {
    const row = this.#db.prepare('SELECT last FROM picture_change WHERE shop = ?').get(shop)
    return (row?.last as number | undefined) ?? 0
  }
}
