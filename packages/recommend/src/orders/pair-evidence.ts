export interface PairEvidence {
  /** Number of orders with both. */
  orders: number
  /** Expected orders with both if the partner were bought with the first product as often as without it. */
  expected: number
}

/** True if the pair is more frequent than chance, with 95 % confidence, and seen often enough to be shown as a fact. */
export function isEvident({ orders, expected }: PairEvidence, minOrders = 3): boolean {
  return orders >= minOrders && minRate(orders) > expected
}

/** Returns the lowest mean of a Poisson distribution with this count in 5 % of cases (Wilson and Hilferty 1931). */
function minRate(count: number): number {
  return count * Math.max(0, 1 - 1 / (9 * count) - 1.645 / (3 * Math.sqrt(count))) ** 3
}
