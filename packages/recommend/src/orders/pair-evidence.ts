export interface PairEvidence {
  orders: number
  /** Expected orders with both, if the partner were as frequent with the first product as without it. */
  expected: number
}

/** True if the pair is more frequent than chance, with 95 % confidence. */
export function isEvident({ orders, expected }: PairEvidence, minOrders = 3): boolean {
  return orders >= minOrders && minRate(orders) > expected
}

/** Returns the lower bound of a Poisson mean, with 95 % confidence (Wilson and Hilferty 1931). */
function minRate(count: number): number {
  return count * Math.max(0, 1 - 1 / (9 * count) - 1.645 / (3 * Math.sqrt(count))) ** 3
}
