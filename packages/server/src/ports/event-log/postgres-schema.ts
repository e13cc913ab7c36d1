import { notingChanges } from '../postgres/changed-rows.ts'
import type { SchemaPart } from '../postgres/migrate.ts'

/**
 * One row for hundreds of events costs the server a fiftieth of a row per event. Every append locks the shop's row, so
 * that runs have no gaps and become visible in order.
 */
export const EVENT_SCHEMA: SchemaPart = {
  part: 'events',
  steps: [
    {
      sql: `
      CREATE TABLE log_shops (
        no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE "C" NOT NULL UNIQUE,
        last_offset bigint NOT NULL DEFAULT 0,
        salt bytea NOT NULL
      );
      CREATE TABLE log_runs (
        shop_no bigint NOT NULL,
        first bigint NOT NULL,
        count int NOT NULL,
        day int NOT NULL,
        heads bytea NOT NULL,
        bodies bytea NOT NULL,
        sents bytea NOT NULL,
        PRIMARY KEY (shop_no, first)
      );
      ALTER TABLE log_runs ALTER heads SET STORAGE EXTERNAL, ALTER bodies SET STORAGE EXTERNAL, ALTER sents SET STORAGE EXTERNAL;
      CREATE TABLE log_subject_blocks (shop_no bigint NOT NULL, block bigint NOT NULL, hashes bytea NOT NULL, PRIMARY KEY (shop_no, block));
      CREATE TABLE log_erased_ids (
        shop_no bigint NOT NULL,
        number bigint GENERATED ALWAYS AS IDENTITY,
        key bytea NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (shop_no, number)
      );`,
    },
    {
      // Intake of the last day with posted events, over all nodes.
      sql: `
      ALTER TABLE log_shops
        ADD COLUMN intake_day bigint NOT NULL DEFAULT 0,
        ADD COLUMN intake_events bigint NOT NULL DEFAULT 0,
        ADD COLUMN intake_bytes bigint NOT NULL DEFAULT 0;`,
    },
    {
      // `sealed` names the manifest in the snapshot store that locates the lines, which are then empty here.
      // `log_sealing` lists attempts in progress.
      sql: `
      ALTER TABLE log_runs ADD COLUMN sealed text;
      CREATE TABLE log_sealing (name text COLLATE "C" PRIMARY KEY, shop_no bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());`,
    },
    { sql: notingChanges('log_shops', 'name') },
    {
      // `erased` is the number of the last erased id. It is in the row that every append locks, and a trigger sets it,
      // so that it includes erasures by nodes of earlier versions.
      sql: `
      ALTER TABLE log_shops ADD COLUMN erased bigint NOT NULL DEFAULT 0;
      UPDATE log_shops SET erased = known.last FROM (SELECT shop_no, max(number) AS last FROM log_erased_ids GROUP BY shop_no) AS known
        WHERE known.shop_no = no;
      CREATE FUNCTION note_erased_id() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN UPDATE log_shops SET erased = NEW.number WHERE no = NEW.shop_no; RETURN NULL; END';
      CREATE TRIGGER log_erased_ids_noted AFTER INSERT ON log_erased_ids FOR EACH ROW EXECUTE FUNCTION note_erased_id();`,
    },
    {
      // False by default, because nodes of earlier versions do not sign manifests.
      indexes: { log_runs_sealed: 'log_runs (sealed) WHERE sealed IS NOT NULL' },
      sql: 'ALTER TABLE log_runs ADD COLUMN is_signed boolean NOT NULL DEFAULT false;',
    },
    {
      // Events without a key have a quota of their own.
      sql: `
      ALTER TABLE log_shops
        ADD COLUMN keyless_events bigint NOT NULL DEFAULT 0,
        ADD COLUMN keyless_bytes bigint NOT NULL DEFAULT 0;`,
    },
  ],
}
