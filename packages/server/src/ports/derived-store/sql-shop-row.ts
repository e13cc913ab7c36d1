/** A shop's row has its offset, its time zone, and the range to recount. */
import type { ShopId } from '../record-store/record-store.ts'
import type { CountedShop, DerivedSql } from './derived-sql.ts'
import { shopDays } from './shop-days.ts'

export interface ShopRow {
  no: number
  reached: number
  newestAt: number
  zone: string
  recounted: number
  recountUntil: number
  recountNewestAt: number
}

export async function findShopRow(sql: DerivedSql, shop: ShopId, lock = ''): Promise<ShopRow | undefined> {
  const { shops, no, reached } = sql.names
  const [row] = await sql.rows<ShopRow>(
    `SELECT ${no} AS no, ${reached} AS reached, newest_at AS "newestAt", zone, recounted, recount_until AS "recountUntil",
       recount_newest_at AS "recountNewestAt" FROM ${shops} WHERE name = $1${lock}`,
    [shop],
  )
  return row
}

/** Returns 0, which no shop has, for an unknown shop. */
export async function numberOf(sql: DerivedSql, shop: ShopId): Promise<number> {
  return (await findShopRow(sql, shop))?.no ?? 0
}

export function countedShop({ no, zone }: ShopRow): CountedShop {
  return { no, days: shopDays(zone) }
}

/** No other node derives the shop before the commit, so that each event counts once. */
export async function lockShopRow(sql: DerivedSql, shop: ShopId): Promise<ShopRow> {
  const found = await lockExistingShopRow(sql, shop)
  if (found) return found
  await addShop(sql, shop)
  return (await lockExistingShopRow(sql, shop)) as ShopRow
}

/** Serves can be written meanwhile, because they lock only the row's key. */
export function lockExistingShopRow(sql: DerivedSql, shop: ShopId): Promise<ShopRow | undefined> {
  return findShopRow(sql, shop, ' FOR NO KEY UPDATE')
}

/** Adds an unknown shop, and locks the key of its row until the commit. */
export async function shareShopRow(sql: DerivedSql, shop: ShopId): Promise<ShopRow> {
  const found = await findShopRow(sql, shop, ' FOR KEY SHARE')
  if (found) return found
  await addShop(sql, shop)
  return (await findShopRow(sql, shop, ' FOR KEY SHARE')) as ShopRow
}

async function addShop(sql: DerivedSql, shop: ShopId): Promise<void> {
  const { shops, reached } = sql.names
  await sql.run(`INSERT INTO ${shops} (name, ${reached}, newest_at) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING`, [shop])
}

/** `changes` is SQL with `$2`, `$3` … for `values`. */
export async function updateShopRow(sql: DerivedSql, no: number, changes: string, values: readonly unknown[] = []) {
  await sql.run(`UPDATE ${sql.names.shops} SET ${changes} WHERE ${sql.names.no} = $1`, [no, ...values])
}
