import type { Subject } from './derived-facts.ts'
import type { ShopperTotals } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { ConversionWork } from './sql-conversions.ts'

/** Adds up a shopper's visits and orders. Amounts are after refunds, but an order that was refunded completely still counts as an order. */
export async function readShopperTotals(
  sql: DerivedSql,
  shop: number,
  asked: readonly Subject[],
): Promise<ShopperTotals> {
  const subjects = await sql.walkLinks(shop, (links) => links.readable(asked))
  const [days] = await sql.rows<{ days: number }>(
    'SELECT count(DISTINCT day) AS days FROM visit_days WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  const keys = await sql.rows<{ kind: 'order'; key: string }>(
    `SELECT DISTINCT kind, key FROM conversion_subjects WHERE shop = $1 AND subject = ANY($2) AND kind = 'order' LIMIT 1000`,
    [shop, subjects],
  )
  const work = await ConversionWork.load(sql, shop, keys)
  const orders = keys.flatMap(({ key }) => work.read('order', key) ?? [])
  const spent: Record<string, number> = {}
  for (const { currency, lines } of orders)
    spent[currency] = (spent[currency] ?? 0) + lines.reduce((sum, { amount }) => sum + amount, 0)
  return { visits: days?.days ?? 0, orders: orders.length, spent }
}
