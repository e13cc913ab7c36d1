/** The oldest configurations are removed, because documents can be large and webhooks change them often. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readStoredConfig } from '@vitrine/contract'
import type { SqlStore, Statement } from '../sql/sql-store.ts'
import type { RecordStore, ShopId, ShopVersion } from './record-store.ts'

const KEPT_VERSIONS = 500
const COLUMNS = 'version, at, author, note'

export function shopVersions(db: Pick<SqlStore, 'rows'>): Pick<RecordStore, 'listVersions' | 'getVersion'> {
  return {
    listVersions: (shop, before, limit) =>
      db.rows<ShopVersion>(
        `SELECT ${COLUMNS} FROM shop_versions WHERE shop = $1 AND version < CAST($2 AS bigint) ORDER BY version DESC LIMIT $3`,
        [shop, before, limit],
      ),
    async getVersion(shop, version) {
      const [row] = await db.rows<ShopVersion & { config: Uint8Array }>(
        `SELECT ${COLUMNS}, config FROM shop_versions WHERE shop = $1 AND version = CAST($2 AS bigint)`,
        [shop, version],
      )
      return row && { ...row, config: readStoredConfig(inflateRawSync(row.config).toString()) }
    },
  }
}

/** Returns statements for the transaction that stores the configuration. */
export function keepVersion(shop: ShopId, kept: ShopVersion, document: string): Statement[] {
  const { version, at, author, note } = kept
  const packed = deflateRawSync(document, { level: 1 })
  return [
    [
      'INSERT INTO shop_versions (shop, version, at, author, note, config) VALUES ($1, $2, $3, $4, $5, $6)',
      [shop, version, at, author, note, packed],
    ],
    ['DELETE FROM shop_versions WHERE shop = $1 AND version <= $2', [shop, version - KEPT_VERSIONS]],
  ]
}
