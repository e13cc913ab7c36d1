import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type { StockLevel, WebhookMemory } from './webhook-memory.ts'

const KEEP_IDS_MS = 7 * 86_400_000

export const WEBHOOK_MIGRATIONS = [
  `CREATE TABLE seen (shop TEXT, id TEXT, at INTEGER NOT NULL, PRIMARY KEY (shop, id)) STRICT, WITHOUT ROWID;
   CREATE INDEX seen_by_time ON seen (at);
   CREATE TABLE newest (shop TEXT, object TEXT, at INTEGER NOT NULL, PRIMARY KEY (shop, object)) STRICT, WITHOUT ROWID;
   CREATE TABLE levels (
     shop TEXT, item INTEGER, location INTEGER, available INTEGER NOT NULL, at INTEGER NOT NULL,
     PRIMARY KEY (shop, item, location)) STRICT, WITHOUT ROWID;`,
]

export function sqliteWebhookMemory(path: string): WebhookMemory {
  const db = openDatabase(path, WEBHOOK_MIGRATIONS)
  const find = db.prepare('SELECT 1 FROM seen WHERE shop = ? AND id = ?')
  const mark = db.prepare('INSERT OR IGNORE INTO seen (shop, id, at) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM seen WHERE at < ?')
  const advance = db.prepare(
    `INSERT INTO newest (shop, object, at) VALUES (?, ?, ?)
     ON CONFLICT (shop, object) DO UPDATE SET at = excluded.at WHERE excluded.at >= at`,
  )
  const putLevel = db.prepare(
    `INSERT INTO levels (shop, item, location, available, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (shop, item, location) DO UPDATE SET available = excluded.available, at = excluded.at WHERE excluded.at >= at`,
  )
  const levelsOf = db.prepare('SELECT location, available FROM levels WHERE shop = ? AND item = ? ORDER BY location')
  return {
    isSeen: async (shop, id) => find.get(shop, id) !== undefined,
    async markSeen(shop, id, nowMs) {
      inTransaction(db, () => {
        mark.run(shop, id, nowMs)
        forget.run(nowMs - KEEP_IDS_MS)
      })
    },
    advance: async (shop, object, atMs) => advance.run(shop, object, atMs).changes > 0,
    async putLevel(shop, item, { location, available }, atMs) {
      const changed = putLevel.run(shop, item, location, available, atMs).changes > 0
      return changed ? (levelsOf.all(shop, item) as unknown as StockLevel[]) : undefined
    },
    async drop(shop) {
      for (const table of ['seen', 'newest', 'levels']) db.prepare(`DELETE FROM ${table} WHERE shop = ?`).run(shop)
    },
    close: async () => db.close(),
  }
}
