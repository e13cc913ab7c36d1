import { lockFeed, type PostgresRecords } from './postgres.ts'
import type { RecordStore } from './record-store.ts'
import { REVOKE_KEY, sqlKeys } from './sql-keys.ts'

/** Name of the feed that announces revoked keys of the deployment. */
const DEPLOYMENT = ''

export function postgresKeys({
  db,
  changed,
}: PostgresRecords): Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys' | 'revokeKey'> {
  return {
    ...sqlKeys(db),
    async revokeKey(shop, id, at) {
      const name = shop ?? DEPLOYMENT
      const feed = await db.transaction(async (sql) =>
        (await sql.run(REVOKE_KEY, [at, shop, id])) > 0 ? lockFeed(sql, name) : undefined,
      )
      if (feed) changed(name, feed)
      return feed !== undefined
    },
  }
}
