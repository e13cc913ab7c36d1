import { notingChanges } from '../postgres/changed-rows.ts'
import type { SchemaPart } from '../postgres/migrate.ts'

/**
 * Every write for a shop locks its row in `feeds`, so that change numbers become visible in order. The row outlives the
 * shop, so that no number is reused. The deployment's own keys use an empty shop name.
 */
export const RECORD_SCHEMA: SchemaPart = {
  part: 'records',
  steps: [
    {
      sql: `
      CREATE TABLE feeds (
        shop text COLLATE "C" PRIMARY KEY,
        seq bigint NOT NULL DEFAULT 0,
        revision bigint NOT NULL DEFAULT 0,
        incarnation bigint NOT NULL DEFAULT 0
      );
      INSERT INTO feeds (shop) VALUES ('');
      CREATE TABLE shops (
        no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        created_at text NOT NULL,
        version int NOT NULL,
        config text NOT NULL
      );
      CREATE TABLE shop_versions (
        shop text COLLATE "C" NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
        version int NOT NULL,
        at text NOT NULL,
        author text,
        note text,
        config bytea NOT NULL,
        PRIMARY KEY (shop, version)
      );
      CREATE TABLE api_keys (
        id text COLLATE "C" PRIMARY KEY,
        shop text COLLATE "C" REFERENCES shops (id) ON DELETE CASCADE,
        kind text NOT NULL,
        hash text COLLATE "C" NOT NULL UNIQUE,
        label text NOT NULL,
        created_at text NOT NULL,
        expires_at text,
        revoked_at text
      );
      CREATE INDEX api_keys_of_shop ON api_keys (shop);
      CREATE TABLE products (
        shop_no bigint NOT NULL,
        id bigint NOT NULL,
        seq bigint NOT NULL,
        handle text COLLATE "C" NOT NULL,
        hash bytea NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (shop_no, id)
      );
      ALTER TABLE products ALTER body SET STORAGE EXTERNAL;
      CREATE INDEX products_by_seq ON products (shop_no, seq);
      CREATE INDEX products_by_handle ON products (shop_no, md5(handle));
      CREATE TABLE deleted_products (shop_no bigint NOT NULL, id bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (shop_no, id));
      CREATE INDEX deleted_products_by_seq ON deleted_products (shop_no, seq);`,
    },
    { sql: notingChanges('feeds', 'shop') },
  ],
}
