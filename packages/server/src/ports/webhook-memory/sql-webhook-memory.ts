import type { SqlStore } from '../sql/sql-store.ts'
import type { StockLevel, WebhookMemory } from './webhook-memory.ts'

const KEEP_IDS_MS = 7 * 86_400_000

interface TableNames {
  seen: string
  newest: string
  levels: string
}

export function sqlWebhookMemory(db: SqlStore, tables: TableNames): Omit<WebhookMemory, 'close'> {
  const { seen, newest, levels } = tables
  const advance = `INSERT INTO ${newest} AS n (shop, object, at) VALUES ($1, $2, $3)
    ON CONFLICT (shop, object) DO UPDATE SET at = excluded.at WHERE excluded.at >= n.at`
  const putLevel = `INSERT INTO ${levels} AS l (shop, item, location, available, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (shop, item, location) DO UPDATE SET available = excluded.available, at = excluded.at WHERE excluded.at >= l.at`
  const levelsOf = `SELECT location, available FROM ${levels} WHERE shop = $1 AND item = $2 ORDER BY location`
  return {
    isSeen: async (shop, id) =>
      (await db.rows(`SELECT 1 FROM ${seen} WHERE shop = $1 AND id = $2`, [shop, id])).length > 0,
    markSeen: (shop, id, nowMs) =>
      db.runAll([
        [`INSERT INTO ${seen} (shop, id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [shop, id, nowMs]],
        [`DELETE FROM ${seen} WHERE at < $1`, [nowMs - KEEP_IDS_MS]],
      ]),
    advance: async (shop, object, atMs) => (await db.run(advance, [shop, object, atMs])) > 0,
    async putLevel(shop, item, { location, available }, atMs) {
      const changed = await db.run(putLevel, [shop, item, location, available, atMs])
      return changed > 0 ? db.rows<StockLevel>(levelsOf, [shop, item]) : undefined
    },
    drop: (shop) => db.runAll(Object.values(tables).map((table) => [`DELETE FROM ${table} WHERE shop = $1`, [shop]])),
  }
}
