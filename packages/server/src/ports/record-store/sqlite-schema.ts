import type { Migrations } from '../sqlite/database.ts'

/**
 * Products and the tombstones of deleted ones, in `seq` order, are the change feed. `counters.seq` counts over all
 * shops, so that a shop that is created again never reuses a number.
 */
export const RECORD_MIGRATIONS: Migrations = [
  `
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counters VALUES ('seq', 0);

  CREATE TABLE shops (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    version INTEGER NOT NULL,
    config TEXT NOT NULL
  );

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    shop TEXT REFERENCES shops (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('storefront', 'admin')),
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT
  ) WITHOUT ROWID;
  CREATE INDEX api_keys_of_shop ON api_keys (shop);

  CREATE TABLE products (
    shop_no INTEGER NOT NULL,
    id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    handle TEXT NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (shop_no, id)
  );
  CREATE INDEX products_by_seq ON products (shop_no, seq);
  CREATE INDEX products_by_handle ON products (shop_no, handle, seq);

  CREATE TABLE deleted_products (
    shop_no INTEGER NOT NULL,
    id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (shop_no, id)
  ) WITHOUT ROWID;
  CREATE INDEX deleted_products_by_seq ON deleted_products (shop_no, seq);
  `,
  // The start compares this counter and `seq` to detect a copy that is older than the rest of the data folder.
  `
  ALTER TABLE shops ADD COLUMN config_hash BLOB;
  INSERT INTO counters VALUES ('generation', 0);
  ${['shops', 'api_keys'].flatMap((table) => ['INSERT', 'UPDATE', 'DELETE'].map((change) => countChange(table, change))).join('\n')}
  `,
  // Allows a third kind of key. SQLite can change a CHECK only by rebuilding the table.
  `
  CREATE TABLE keys_of_three_kinds (
    id TEXT PRIMARY KEY,
    shop TEXT REFERENCES shops (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('storefront', 'server', 'admin')),
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT
  ) WITHOUT ROWID;
  INSERT INTO keys_of_three_kinds SELECT * FROM api_keys;
  DROP TABLE api_keys;
  ALTER TABLE keys_of_three_kinds RENAME TO api_keys;
  CREATE INDEX api_keys_of_shop ON api_keys (shop);
  ${['INSERT', 'UPDATE', 'DELETE'].map((change) => countChange('api_keys', change)).join('\n')}
  `,
  `
  CREATE TABLE shop_versions (
    shop TEXT NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    author TEXT,
    note TEXT,
    config BLOB NOT NULL,
    PRIMARY KEY (shop, version)
  );
  CREATE TABLE admin_users (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE admin_sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    opened_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX admin_sessions_of_user ON admin_sessions (user_id);
  CREATE TABLE admin_links (
    hash TEXT PRIMARY KEY,
    user_id TEXT REFERENCES admin_users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE config_drafts (
    shop TEXT NOT NULL, id TEXT NOT NULL, publish_at INTEGER, body TEXT NOT NULL, PRIMARY KEY (shop, id)
  ) WITHOUT ROWID;
  CREATE INDEX config_drafts_due ON config_drafts (publish_at) WHERE publish_at IS NOT NULL;
  CREATE TABLE admin_audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, shop TEXT, at INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX admin_audit_of_shop ON admin_audit (shop, id);
  `,
  `
  CREATE TABLE admin_alerts (
    shop TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, opened_at INTEGER NOT NULL, closed_at INTEGER, body TEXT NOT NULL,
    PRIMARY KEY (shop, id)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX admin_alerts_open ON admin_alerts (shop, kind) WHERE closed_at IS NULL;
  `,
  'CREATE TABLE dismissed_suggestions (shop TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (shop, id));',
]

function countChange(table: string, change: string): string {
  return `CREATE TRIGGER ${table}_${change.toLowerCase()} AFTER ${change} ON ${table} BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'generation';
  END;`
}
