/** All nodes learn the same from the log, so the snapshot with the higher offset is kept. */
import type { ShopId } from '../record-store/record-store.ts'
import type { ModelSnapshot } from './derived-records.ts'
import type { Scope } from './sql-scope.ts'
import { lockShopRow } from './sql-shop-row.ts'

/** Prevents erasures until the commit: an erasure removes this snapshot, or is already counted in `erasures`. */
const PUT = `WITH held AS (SELECT no FROM derived_shops WHERE name = $1 AND erasures = $2 FOR KEY SHARE)
  INSERT INTO snapshots AS s (shop, name, reached, bytes) SELECT no, $3, $4, $5 FROM held
  ON CONFLICT (shop, name) DO UPDATE SET reached = excluded.reached, bytes = excluded.bytes WHERE s.reached <= excluded.reached
  RETURNING 1`

export function snapshots({ sql: db, whole }: Scope) {
  return {
    async erasureEpoch(shop: ShopId): Promise<number> {
      const [row] = await db.rows<{ erasures: number }>('SELECT erasures FROM derived_shops WHERE name = $1', [shop])
      return row?.erasures ?? 0
    },

    async putSnapshot(shop: ShopId, name: string, { offset, bytes, epoch }: ModelSnapshot & { epoch: number }) {
      const put = () => db.rows(PUT, [shop, epoch, name, offset, Buffer.from(bytes)])
      if ((await put()).length > 0 || epoch > 0) return
      // Creates the shop's row, if necessary, for `PUT` to lock.
      await whole((sql) => lockShopRow(sql, shop))
      await put()
    },
  }
}
