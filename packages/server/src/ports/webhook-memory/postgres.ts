import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import { sqlWebhookMemory } from './sql-webhook-memory.ts'
import type { WebhookMemory } from './webhook-memory.ts'

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

/** Shared by all nodes. The caller must serialize calls for one shop (see `PostgresExclusiveWork`). */
export function postgresWebhookMemory(db: PostgresDatabase): WebhookMemory {
  const tables = { seen: 'webhooks_seen', newest: 'webhooks_newest', levels: 'stock_levels' }
  return { ...sqlWebhookMemory(db, tables), async close() {} }
}
