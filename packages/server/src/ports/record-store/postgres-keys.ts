import { lockFeed, type PostgresRecords } from './postgres.ts'
import type { ApiKey, RecordStore } from './record-store.ts'

type KeyCalls = Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys' | 'revokeKey'>

const SELECT = `SELECT id, shop, kind, hash, label, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
  FROM api_keys`

/** The feed that tells of revoked keys of the deployment. */
const DEPLOYMENT = ''

export function postgresKeys({ db, changed }: PostgresRecords): KeyCalls {
  return {
    async addKey({ id, shop, kind, hash, label, createdAt, expiresAt, revokedAt }) {
      await db.run(
        `INSERT INTO api_keys (id, shop, kind, hash, label, created_at, expires_at, revoked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, shop, kind, hash, label, createdAt, expiresAt, revokedAt],
      )
    },
    async findKey(hash) {
      const [key] = await db.rows<ApiKey>(`${SELECT} WHERE hash = $1`, [hash])
      return key
    },
    async listKeys(shop) {
      // IS NOT DISTINCT FROM and not =: the deployment's own keys have a null shop.
      return db.rows<ApiKey>(`${SELECT} WHERE shop IS NOT DISTINCT FROM $1 ORDER BY created_at, id`, [shop])
    },
    async revokeKey(shop, id, at) {
      const name = shop ?? DEPLOYMENT
      const feed = await db.transaction(async (sql) => {
        const revoke = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE shop IS NOT DISTINCT FROM $2 AND id = $3`
        return (await sql.run(revoke, [at, shop, id])) > 0 ? lockFeed(sql, name) : undefined
      })
      if (feed) changed(name, feed)
      return feed !== undefined
    },
  }
}
