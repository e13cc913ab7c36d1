import type { ApiKey, RecordStore } from './record-store.ts'
import type { SqliteRecords } from './sqlite.ts'

type KeyCalls = Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys' | 'revokeKey'>

interface KeyRow {
  id: string
  shop: string | null
  kind: ApiKey['kind']
  hash: string
  label: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

export function keyRows({ db }: SqliteRecords): KeyCalls {
  const insert = db.prepare(
    'INSERT INTO api_keys (id, shop, kind, hash, label, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const byHash = db.prepare('SELECT * FROM api_keys WHERE hash = ?')
  // IS and not =: the deployment's own keys have a null shop.
  const ofShop = db.prepare('SELECT * FROM api_keys WHERE shop IS ? ORDER BY created_at, id')
  const revoke = db.prepare('UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE shop IS ? AND id = ?')

  return {
    async addKey(key) {
      const { id, shop, kind, hash, label, createdAt, expiresAt, revokedAt } = key
      insert.run(id, shop, kind, hash, label, createdAt, expiresAt, revokedAt)
    },
    async findKey(hash) {
      const row = byHash.get(hash) as KeyRow | undefined
      return row && toKey(row)
    },
    async listKeys(shop) {
      return (ofShop.all(shop) as unknown as KeyRow[]).map(toKey)
    },
    async revokeKey(shop, id, at) {
      return Number(revoke.run(at, shop, id).changes) > 0
    },
  }
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    shop: row.shop,
    kind: row.kind,
    hash: row.hash,
    label: row.label,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
