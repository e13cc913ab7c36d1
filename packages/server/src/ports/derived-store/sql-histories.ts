import type { HistoryFact } from './derived-facts.ts'
import type { DerivedSql } from './derived-sql.ts'
import { CART_MOVES, HISTORIES } from './derived-tables.ts'

export async function addHistories(sql: DerivedSql, shop: number, facts: readonly HistoryFact[]): Promise<void> {
  const rows = facts.map(({ subject, productId, browsedAtMs, addedAtMs, removedAtMs, boughtAtMs }) => ({
    subject,
    product: productId,
    browsed_at: browsedAtMs,
    added_at: addedAtMs,
    removed_at: removedAtMs,
    bought_at: boughtAtMs,
  }))
  await sql.put(HISTORIES, shop, rows)
  await sql.put(CART_MOVES, shop, facts.flatMap(moveOf))
}

function moveOf({ subject, productId, addedAtMs, removedAtMs, cart }: HistoryFact): object[] {
  if (productId === 0 || addedAtMs + removedAtMs === 0) return []
  const { kind, quantity } = cart ?? { kind: addedAtMs > 0 ? 'add' : 'remove', quantity: 1 }
  return [{ subject, product: productId, at: Math.max(addedAtMs, removedAtMs), kind, quantity }]
}
