import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import type { AdminStore } from './admin-store.ts'
import { sqlAdminStore } from './sql-admin-store.ts'

export const ADMIN_SCHEMA: SchemaPart = {
  part: 'admin',
  steps: [
    {
      sql: `
      CREATE TABLE admin_users (id text COLLATE "C" PRIMARY KEY, email text COLLATE "C" NOT NULL UNIQUE, body text NOT NULL);
      CREATE TABLE admin_sessions (
        hash text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
        opened_by text NOT NULL, created_at bigint NOT NULL, seen_at bigint NOT NULL);
      CREATE INDEX admin_sessions_of_user ON admin_sessions (user_id);
      CREATE TABLE admin_links (
        hash text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" REFERENCES admin_users (id) ON DELETE CASCADE,
        expires_at bigint NOT NULL);
      CREATE TABLE config_drafts (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, publish_at bigint, body text NOT NULL,
        PRIMARY KEY (shop, id));
      CREATE INDEX config_drafts_due ON config_drafts (publish_at) WHERE publish_at IS NOT NULL;
      CREATE TABLE admin_audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, shop text COLLATE "C", at bigint NOT NULL, body text NOT NULL);
      CREATE INDEX admin_audit_of_shop ON admin_audit (shop, id);`,
    },
    {
      sql: `
      CREATE TABLE admin_alerts (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
        opened_at bigint NOT NULL, closed_at bigint, body text NOT NULL, PRIMARY KEY (shop, id));
      CREATE UNIQUE INDEX admin_alerts_open ON admin_alerts (shop, kind) WHERE closed_at IS NULL;`,
    },
    {
      sql: `
      CREATE TABLE dismissed_suggestions (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (shop, id));`,
    },
  ],
}

export function postgresAdminStore(db: PostgresDatabase): AdminStore {
  const dialect = { held: 'FOR KEY SHARE', updatedAt: "body::json ->> 'updatedAt'", latestFirst: 'at DESC, id' }
  return { ...sqlAdminStore(db, dialect), async close() {} }
}
