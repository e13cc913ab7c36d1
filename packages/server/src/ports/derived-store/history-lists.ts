import { type CartMove, quantityInCart } from './cart-quantity.ts'
import type { HistoryLists } from './derived-records.ts'

/** Time of the latest event of each kind; 0: never. */
export interface HistoryRow {
  product: number
  browsed: number
  added: number
  removed: number
  bought: number
}

export function toHistoryLists(
  rows: readonly HistoryRow[],
  moves: readonly (CartMove & { product: number })[],
  limit: number,
): HistoryLists {
  const seenWholeAt = rows.find((row) => row.product === 0)?.removed ?? 0
  const products = rows.filter((row) => row.product !== 0)
  const movesOf = Map.groupBy(moves, ({ product }) => product)
  const inCart = (row: HistoryRow) =>
    quantityInCart(movesOf.get(row.product) ?? [], Math.max(row.bought, seenWholeAt)) > 0
  return {
    browsed: newest(products, (row) => row.browsed, limit),
    cart: newest(products.filter(inCart), (row) => row.added, limit),
    purchased: newest(products, (row) => row.bought, limit),
  }
}

function newest(rows: readonly HistoryRow[], at: (row: HistoryRow) => number, limit: number): number[] {
  return rows
    .filter((row) => at(row) > 0)
    .sort((a, b) => at(b) - at(a) || a.product - b.product)
    .slice(0, limit)
    .map((row) => row.product)
}
