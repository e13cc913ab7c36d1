import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ShopConfig } from '@vitrine/contract'
import type { Sql } from '../postgres/database.ts'
import type { RecordStore, ShopId, ShopVersion } from './record-store.ts'

/** Older versions go: documents can be large, and webhooks change them often. */
const KEPT_VERSIONS = 500

const COLUMNS = 'version, at, author, note'

export function postgresVersions(db: Sql): Pick<RecordStore, 'listVersions' | 'getVersion'> {
  return {
    listVersions: (shop, before, limit) =>
      db.rows<ShopVersion>(
        `SELECT ${COLUMNS} FROM shop_versions WHERE shop = $1 AND version < $2 ORDER BY version DESC LIMIT $3`,
        [shop, Math.min(before, 2 ** 31 - 1), limit],
      ),
    async getVersion(shop, version) {
      const [row] = await db.rows<ShopVersion & { config: Uint8Array }>(
        `SELECT ${COLUMNS}, config FROM shop_versions WHERE shop = $1 AND version = $2`,
        [shop, version],
      )
      return row && { ...row, config: JSON.parse(inflateRawSync(row.config).toString()) as ShopConfig }
    },
  }
}

/** Belongs into the transaction that stores the configuration. */
export async function keepVersion(sql: Sql, shop: ShopId, kept: ShopVersion, document: string): Promise<void> {
  const { version, at, author, note } = kept
  await sql.run('INSERT INTO shop_versions (shop, version, at, author, note, config) VALUES ($1, $2, $3, $4, $5, $6)', [
    ...[shop, version, at, author, note],
    deflateRawSync(document, { level: 1 }),
  ])
  await sql.run('DELETE FROM shop_versions WHERE shop = $1 AND version <= $2', [shop, version - KEPT_VERSIONS])
}
