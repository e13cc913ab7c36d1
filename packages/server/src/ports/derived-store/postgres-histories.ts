import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { HistoryFact } from './derived-facts.ts'

export async function addHistories(sql: Sql, shop: number, facts: readonly HistoryFact[]): Promise<void> {
  if (facts.length === 0) return
  await sql.run(
    `INSERT INTO histories AS h (shop, subject, product, browsed_at, added_at, removed_at, bought_at)
     SELECT $1, subject, "productId", max("browsedAtMs"), max("addedAtMs"), max("removedAtMs"), max("boughtAtMs")
     FROM json_to_recordset($2) AS new(
       subject text, "productId" bigint, "browsedAtMs" bigint, "addedAtMs" bigint, "removedAtMs" bigint, "boughtAtMs" bigint)
     GROUP BY subject, "productId"
     ON CONFLICT (shop, subject, product) DO UPDATE SET
       browsed_at = greatest(h.browsed_at, excluded.browsed_at), added_at = greatest(h.added_at, excluded.added_at),
       removed_at = greatest(h.removed_at, excluded.removed_at), bought_at = greatest(h.bought_at, excluded.bought_at)`,
    [shop, jsonRows(facts)],
  )
  const moves = facts.flatMap(moveOf)
  if (moves.length === 0) return
  // If two reports have the same time, added pieces are summed, but a whole cart reported twice is one cart.
  await sql.run(
    `INSERT INTO cart_moves AS m (shop, subject, product, at, kind, quantity)
     SELECT $1, subject, product, at, kind, CASE kind WHEN 'whole' THEN max(quantity) ELSE sum(quantity) END
     FROM json_to_recordset($2) AS new(subject text, product bigint, at bigint, kind text, quantity bigint)
     GROUP BY subject, product, at, kind
     ON CONFLICT (shop, subject, product, at, kind) DO UPDATE SET quantity =
       CASE m.kind WHEN 'whole' THEN greatest(m.quantity, excluded.quantity) ELSE m.quantity + excluded.quantity END`,
    [shop, jsonRows(moves)],
  )
}

function moveOf({ subject, productId, addedAtMs, removedAtMs, cart }: HistoryFact): object[] {
  if (productId === 0 || addedAtMs + removedAtMs === 0) return []
  const { kind, quantity } = cart ?? { kind: addedAtMs > 0 ? 'add' : 'remove', quantity: 1 }
  return [{ subject, product: productId, at: Math.max(addedAtMs, removedAtMs), kind, quantity }]
}
