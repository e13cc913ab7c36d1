/** A shop's row in the derived store: the offset reached, the time zone, and the range that has to be recounted. */
import type { ShopId } from '../record-store/record-store.ts'
import type { CountedShop, DerivedSql } from './derived-sql.ts'
import { shopDays } from './shop-days.ts'

export interface Standing {
  no: number
  reached: number
  newestAt: number
  zone: string
  recounted: number
  recountUntil: number
  recountNewestAt: number
}

export async function findStanding(sql: DerivedSql, shop: ShopId, lock = ''): Promise<Standing | undefined> {
  const { shops, no, reached } = sql.names
  const [standing] = await sql.rows<Standing>(
    `SELECT ${no} AS no, ${reached} AS reached, newest_at AS "newestAt", zone, recounted, recount_until AS "recountUntil",
       recount_newest_at AS "recountNewestAt" FROM ${shops} WHERE name = $1${lock}`,
    [shop],
  )
  return standing
}

/** Returns the shop's number; 0, which no shop has, if it is not known. */
export async function numberOf(sql: DerivedSql, shop: ShopId): Promise<number> {
  return (await findStanding(sql, shop))?.no ?? 0
}

export function countedShop({ no, zone }: Standing): CountedShop {
  return { no, days: shopDays(zone) }
}

/** Locks the shop's row, so that no other node derives the shop before the commit and each event counts once. */
export async function lockStanding(sql: DerivedSql, shop: ShopId): Promise<Standing> {
  const found = await lockKnown(sql, shop)
  if (found) return found
  await addShop(sql, shop)
  return (await lockKnown(sql, shop)) as Standing
}

/** Locks the row, if there is one. Serves can be written meanwhile, because they lock only the row's key. */
export function lockKnown(sql: DerivedSql, shop: ShopId): Promise<Standing | undefined> {
  return findStanding(sql, shop, ' FOR NO KEY UPDATE')
}

/** Adds the shop if it is not known, and locks the key of its row until the commit. */
export async function holdStanding(sql: DerivedSql, shop: ShopId): Promise<Standing> {
  const found = await findStanding(sql, shop, ' FOR KEY SHARE')
  if (found) return found
  await addShop(sql, shop)
  return (await findStanding(sql, shop, ' FOR KEY SHARE')) as Standing
}

async function addShop(sql: DerivedSql, shop: ShopId): Promise<void> {
  const { shops, reached } = sql.names
  await sql.run(`INSERT INTO ${shops} (name, ${reached}, newest_at) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING`, [shop])
}

/** Stores columns of the shop's row. `changes` is SQL with `$2`, `$3` … for `values`. */
export async function updateStanding(sql: DerivedSql, no: number, changes: string, values: readonly unknown[] = []) {
  await sql.run(`UPDATE ${sql.names.shops} SET ${changes} WHERE ${sql.names.no} = $1`, [no, ...values])
}
