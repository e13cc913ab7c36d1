import type { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ShopConfig } from '@vitrine/contract'
import type { RecordStore, ShopId, ShopVersion } from './record-store.ts'

type VersionCalls = Pick<RecordStore, 'listVersions' | 'getVersion'>

/** Older versions go: documents can be large, and webhooks change them often. */
const KEPT_VERSIONS = 500

const COLUMNS = 'version, at, author, note'

/** `keep` belongs into the transaction that stores the configuration. */
export function versionRows(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT INTO shop_versions (shop, version, at, author, note, config) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const prune = db.prepare('DELETE FROM shop_versions WHERE shop = ? AND version <= ?')
  const list = db.prepare(
    `SELECT ${COLUMNS} FROM shop_versions WHERE shop = ? AND version < ? ORDER BY version DESC LIMIT ?`,
  )
  const one = db.prepare(`SELECT ${COLUMNS}, config FROM shop_versions WHERE shop = ? AND version = ?`)
  const calls: VersionCalls = {
    async listVersions(shop, before, limit) {
      return (list.all(shop, before, limit) as unknown as ShopVersion[]).map((row) => ({ ...row }))
    },
    async getVersion(shop, version) {
      const row = one.get(shop, version) as (ShopVersion & { config: Uint8Array }) | undefined
      return row && { ...row, config: JSON.parse(inflateRawSync(row.config).toString()) as ShopConfig }
    },
  }
  return {
    calls,
    keep(shop: ShopId, { version, at, author, note }: ShopVersion, document: string): void {
      insert.run(shop, version, at, author, note, deflateRawSync(document, { level: 1 }))
      prune.run(shop, version - KEPT_VERSIONS)
    },
  }
}
