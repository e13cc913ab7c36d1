import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import type { StockLevel, WebhookMemory } from './webhook-memory.ts'

const KEEP_IDS_MS = 7 * 86_400_000

export const WEBHOOK_SCHEMA: SchemaPart = {
  part: 'webhooks',
  steps: [
    {
      sql: `
      CREATE TABLE webhooks_seen (shop text COLLATE "C", id text COLLATE "C", at bigint NOT NULL, PRIMARY KEY (shop, id));
      CREATE INDEX webhooks_seen_by_time ON webhooks_seen (at);
      CREATE TABLE webhooks_newest (shop text COLLATE "C", object text COLLATE "C", at bigint NOT NULL, PRIMARY KEY (shop, object));
      CREATE TABLE stock_levels (
        shop text COLLATE "C", item bigint, location bigint, available bigint NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (shop, item, location));`,
    },
  ],
}

/** Each call is one transaction; calls about one shop are put in order by whoever makes them (see `PostgresExclusiveWork`). */
export function postgresWebhookMemory(db: PostgresDatabase): WebhookMemory {
  return {
    async isSeen(shop, id) {
      return (await db.rows('SELECT 1 FROM webhooks_seen WHERE shop = $1 AND id = $2', [shop, id])).length > 0
    },
    async markSeen(shop, id, nowMs) {
      await db.transaction(async (sql) => {
        await sql.run('INSERT INTO webhooks_seen (shop, id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          shop,
          id,
          nowMs,
        ])
        await sql.run('DELETE FROM webhooks_seen WHERE at < $1', [nowMs - KEEP_IDS_MS])
      })
    },
    async advance(shop, object, atMs) {
      const changed = await db.run(
        `INSERT INTO webhooks_newest AS n (shop, object, at) VALUES ($1, $2, $3)
         ON CONFLICT (shop, object) DO UPDATE SET at = excluded.at WHERE excluded.at >= n.at`,
        [shop, object, atMs],
      )
      return changed > 0
    },
    putLevel: (shop, item, { location, available }, atMs) =>
      db.transaction(async (sql) => {
        const changed = await sql.run(
          `INSERT INTO stock_levels AS l (shop, item, location, available, at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (shop, item, location) DO UPDATE SET available = excluded.available, at = excluded.at WHERE excluded.at >= l.at`,
          [shop, item, location, available, atMs],
        )
        const levels = 'SELECT location, available FROM stock_levels WHERE shop = $1 AND item = $2 ORDER BY location'
        return changed > 0 ? sql.rows<StockLevel>(levels, [shop, item]) : undefined
      }),
    async drop(shop) {
      await db.transaction(async (sql) => {
        for (const table of ['webhooks_seen', 'webhooks_newest', 'stock_levels'])
          await sql.run(`DELETE FROM ${table} WHERE shop = $1`, [shop])
      })
    },
    async close() {},
  }
}
