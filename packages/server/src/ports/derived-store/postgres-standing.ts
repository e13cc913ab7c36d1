/** A shop's row in the derived store: how far its log is derived, in which time zone, and what still has to be counted again. */
import type { Sql } from '../postgres/database.ts'
import type { ShopId } from '../record-store/record-store.ts'

export interface Standing {
  no: number
  reached: number
  newestAt: number
  zone: string
  recounted: number
  recountUntil: number
  recountNewestAt: number
}

const SELECT = `SELECT no, reached, newest_at AS "newestAt", zone, recounted, recount_until AS "recountUntil",
  recount_newest_at AS "recountNewestAt" FROM derived_shops WHERE name = $1`

export async function findStanding(sql: Sql, shop: ShopId): Promise<Standing | undefined> {
  const [standing] = await sql.rows<Standing>(SELECT, [shop])
  return standing
}

/**
 * Locks the shop's row so that no other node derives the shop before the commit: the offset is read and advanced under
 * this lock, so that each event counts once.
 */
export async function lockStanding(sql: Sql, shop: ShopId): Promise<Standing> {
  const found = await lockKnown(sql, shop)
  if (found) return found
  await sql.run('INSERT INTO derived_shops (name) VALUES ($1) ON CONFLICT DO NOTHING', [shop])
  return (await lockKnown(sql, shop)) as Standing
}

/** Returns undefined for a shop that has no row yet. Serves can still be written meanwhile: they lock only the row's key. */
export async function lockKnown(sql: Sql, shop: ShopId): Promise<Standing | undefined> {
  const [standing] = await sql.rows<Standing>(`${SELECT} FOR NO KEY UPDATE`, [shop])
  return standing
}

/** Returns the shop's number, and locks the key of its row until the commit. */
export async function holdNumber(sql: Sql, shop: ShopId): Promise<number> {
  const hold = 'SELECT no FROM derived_shops WHERE name = $1 FOR KEY SHARE'
  const [found] = await sql.rows<{ no: number }>(hold, [shop])
  if (found) return found.no
  await sql.run('INSERT INTO derived_shops (name) VALUES ($1) ON CONFLICT DO NOTHING', [shop])
  const [made] = await sql.rows<{ no: number }>(hold, [shop])
  return (made as { no: number }).no
}
