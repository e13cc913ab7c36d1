export interface PairEvidence {
  /** Orders with both. */
  orders: number
  /** Orders with both to expect if the partner were bought with the first product as often as it is bought without it. */
  expected: number
}

/** More than chance, with 95 % confidence, and seen often enough to be shown as a fact. */
export function isEvident({ orders, expected }: PairEvidence, minOrders = 3): boolean {
  return orders >= minOrders && orders - 1.64 * Math.sqrt(orders) > expected
}
