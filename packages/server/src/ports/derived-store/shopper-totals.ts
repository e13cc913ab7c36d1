import type { Conversion } from './derived-facts.ts'
import type { ShopperTotals } from './derived-records.ts'

/** Adds up a shopper's orders. Amounts are after refunds, but an order that was refunded completely still counts as an order. */
export function totalsOf(visits: number, orders: readonly Conversion[]): ShopperTotals {
  const spent: Record<string, number> = {}
  for (const { currency, lines } of orders)
    spent[currency] = (spent[currency] ?? 0) + lines.reduce((sum, { amount }) => sum + amount, 0)
  return { visits, orders: orders.length, spent }
}
