import type { DatabaseSync } from 'node:sqlite'
import type { HistoryFact } from './derived-facts.ts'

/** Products kept per subject beyond the current day, most recently touched first. Far more than any list shows. */
export const MAX_PRODUCTS = 500

/** A cart that was not touched for half a year will not be used again. */
export const KEEP_MOVES_MS = 180 * 86_400_000

export function historyTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO histories (shop, subject, product, browsed_at, added_at, removed_at, bought_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET browsed_at = max(browsed_at, excluded.browsed_at), added_at = max(added_at, excluded.added_at),
       removed_at = max(removed_at, excluded.removed_at), bought_at = max(bought_at, excluded.bought_at)`,
  )
  const putMove = db.prepare(
    `INSERT INTO cart_moves (shop, subject, product, at, kind, quantity) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET quantity = CASE kind WHEN 'whole' THEN max(quantity, excluded.quantity) ELSE quantity + excluded.quantity END`,
  )
  const longOnes = db.prepare(
    `SELECT subject FROM histories WHERE shop = ? GROUP BY subject HAVING count(*) > ${MAX_PRODUCTS}`,
  )
  // Product 0 marks a report of the whole cart and stays.
  const trim = db.prepare(
    `DELETE FROM histories WHERE shop = ?1 AND subject = ?2 AND product IN (
       SELECT product FROM histories WHERE shop = ?1 AND subject = ?2 AND product <> 0
       ORDER BY max(browsed_at, added_at, removed_at, bought_at) DESC, product LIMIT -1 OFFSET ${MAX_PRODUCTS})`,
  )

  return {
    add(shop: number, facts: readonly HistoryFact[]): void {
      for (const fact of facts) {
        const { subject, productId, browsedAtMs, addedAtMs, removedAtMs, boughtAtMs } = fact
        upsert.run(shop, subject, productId, browsedAtMs, addedAtMs, removedAtMs, boughtAtMs)
        if (productId === 0 || addedAtMs + removedAtMs === 0) continue
        const { kind, quantity } = fact.cart ?? { kind: addedAtMs > 0 ? 'add' : 'remove', quantity: 1 }
        putMove.run(shop, subject, productId, Math.max(addedAtMs, removedAtMs), kind, quantity)
      }
    },

    prune(shop: number, newestAtMs: number): void {
      db.prepare('DELETE FROM cart_moves WHERE shop = ? AND at < ?').run(shop, newestAtMs - KEEP_MOVES_MS)
      for (const { subject } of longOnes.all(shop)) trim.run(shop, subject as string)
    },
  }
}
