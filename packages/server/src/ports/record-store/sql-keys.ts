import type { SqlStore } from '../sql/sql-store.ts'
import { type ApiKey, MAX_ENDED_KEYS, type RecordStore } from './record-store.ts'

const SELECT = `SELECT id, shop, kind, hash, label, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
  FROM api_keys`

/** IS NOT DISTINCT FROM, because the deployment's own keys have a null shop. */
export const REVOKE_KEY =
  'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE shop IS NOT DISTINCT FROM $2 AND id = $3'

const ENDED = 'shop IS NOT DISTINCT FROM $1 AND coalesce(revoked_at, expires_at) <= $2'
const DROP_ENDED_KEYS = `DELETE FROM api_keys WHERE ${ENDED} AND id NOT IN
  (SELECT id FROM api_keys WHERE ${ENDED} ORDER BY coalesce(revoked_at, expires_at) DESC, id LIMIT $3)`

export function sqlKeys(db: Pick<SqlStore, 'rows' | 'run'>): Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys'> {
  return {
    async addKey({ id, shop, kind, hash, label, createdAt, expiresAt, revokedAt }) {
      await db.run(
        `INSERT INTO api_keys (id, shop, kind, hash, label, created_at, expires_at, revoked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, shop, kind, hash, label, createdAt, expiresAt, revokedAt],
      )
      await db.run(DROP_ENDED_KEYS, [shop, createdAt, MAX_ENDED_KEYS])
    },
    findKey: async (hash) => (await db.rows<ApiKey>(`${SELECT} WHERE hash = $1`, [hash]))[0],
    listKeys: (shop) => db.rows<ApiKey>(`${SELECT} WHERE shop IS NOT DISTINCT FROM $1 ORDER BY created_at, id`, [shop]),
  }
}
