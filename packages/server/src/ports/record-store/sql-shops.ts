import { readStoredConfig } from '@vitrine/contract'
import type { SqlStore } from '../sql/sql-store.ts'
import type { RecordStore, Shop } from './record-store.ts'
import { shopVersions } from './shop-versions.ts'

export type ShopCalls = Pick<
  RecordStore,
  'putShop' | 'getShop' | 'listShops' | 'listShopIds' | 'deleteShop' | 'listVersions' | 'getVersion'
>

export interface ShopRow {
  id: string
  created_at: string
  version: number
  config: string
}

export const SHOP_COLUMNS = 'id, created_at, version, config'

export function sqlShopReads(db: Pick<SqlStore, 'rows'>): Omit<ShopCalls, 'putShop' | 'deleteShop'> {
  const select = `SELECT ${SHOP_COLUMNS} FROM shops`
  return {
    ...shopVersions(db),
    async getShop(id) {
      const [row] = await db.rows<ShopRow>(`${select} WHERE id = $1`, [id])
      return row && toShop(row)
    },
    listShops: async () => (await db.rows<ShopRow>(`${select} ORDER BY id`)).map(toShop),
    listShopIds: async () => (await db.rows<{ id: string }>('SELECT id FROM shops ORDER BY id')).map(({ id }) => id),
  }
}

export function toShop(row: ShopRow): Shop {
  return { id: row.id, createdAt: row.created_at, version: row.version, config: readStoredConfig(row.config) }
}
