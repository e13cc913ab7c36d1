import { openDatabase } from '../sqlite/database.ts'
import { sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import { sqlWebhookMemory } from './sql-webhook-memory.ts'
import type { WebhookMemory } from './webhook-memory.ts'

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
  const tables = { seen: 'seen', newest: 'newest', levels: 'levels' }
  return { ...sqlWebhookMemory(sqliteSqlStore(db), tables), close: async () => db.close() }
}
