export interface PairEvidence {
  /** Orders with both. */
  orders: number
  /** Orders with both to expect if the partner were bought with the first product as often as it is bought without it. */
  expected: number
}

/** More than chance, with 95 % confidence, and seen often enough to be shown as a fact. */
export function isEvident({ orders, expected }: PairEvidence, minOrders = 3): boolean {
  return orders >= minOrders && leastRate(orders) > expected
}

/** The lowest mean of a Poisson count that brings so many in one of twenty cases (Wilson and Hilferty 1931): 0.8 for 3, 4 for 8. */
function leastRate(count: number): number {
  return count * Math.max(0, 1 - 1 / (9 * count) - 1.645 / (3 * Math.sqrt(count))) ** 3
}
