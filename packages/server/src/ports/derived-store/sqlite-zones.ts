/** The time zone in which each shop's days are counted, and how much of its log still has to be counted again. */
import type { DatabaseSync } from 'node:sqlite'
import type { RecountRange } from './derived-records.ts'
import { type ShopDays, shopDays } from './shop-days.ts'

export interface PendingRecount extends RecountRange {
  /** Time of the newest visit counted again so far. */
  newestAt: number
}

export function zoneTables(db: DatabaseSync) {
  const find = db.prepare('SELECT zone FROM shops WHERE number = ?')
  // Everything derived so far has to be counted again.
  const set = db.prepare(
    'UPDATE shops SET zone = ?, recounted = 0, recount_until = offset, recount_newest_at = 0 WHERE number = ?',
  )
  const pending = db.prepare(
    `SELECT recounted AS after, recount_until AS until, recount_newest_at AS newestAt FROM shops
     WHERE number = ? AND recounted < recount_until`,
  )
  const advance = db.prepare('UPDATE shops SET recounted = ?, recount_newest_at = ? WHERE number = ?')
  const nothing = db.prepare(
    'UPDATE shops SET recounted = 0, recount_until = 0, recount_newest_at = 0 WHERE number = ?',
  )
  const known = new Map<number, string>()

  function zone(shop: number): string {
    const name = known.get(shop) ?? ((find.get(shop) as { zone: string } | undefined)?.zone || 'UTC')
    known.set(shop, name)
    return name
  }

  return {
    zone,
    days: (shop: number): ShopDays => shopDays(zone(shop)),

    /** Sets the zone, and marks everything derived so far to be counted again. Every method that writes needs a transaction. */
    set(shop: number, name: string): void {
      set.run(name, shop)
      known.set(shop, name)
    },

    pending(shop: number): PendingRecount | undefined {
      const row = pending.get(shop)
      return row && ({ ...row } as unknown as PendingRecount)
    },

    advance(shop: number, reached: number, newestAt: number): void {
      advance.run(reached, newestAt, shop)
    },

    /** Ends the recount of a shop that is derived from the beginning, for which nothing has to be counted again. */
    nothingPending(shop: number): void {
      nothing.run(shop)
    },

    /** Clears the cache. Call it after a rollback, or when a shop was removed. */
    forget(): void {
      known.clear()
    },
  }
}
