import { notingChanges } from '../postgres/changed-rows.ts'
import { firstReleased, type SchemaPart } from '../postgres/migrate.ts'

/**
 * A run is what one commit added to one shop's log, compressed: a row for hundreds of events costs the server a
 * fiftieth of one row per event. Every append locks the shop's row from its first statement to its commit, so runs
 * follow each other without a gap and become visible in order.
 */
export const EVENT_SCHEMA: SchemaPart = {
  part: 'events',
  // `intake`: what visitors posted on the last day that saw an event of theirs, to whichever node. `erased`: the last
  // erased id, told by the row that every append locks anyway. `sealed`: the manifest in the snapshot store that says
  // where the run's lines are; they are empty here then. `log_sealing`: manifests that are being made.
  steps: firstReleased(
    6,
    `
    CREATE TABLE log_shops (
      no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      last_offset bigint NOT NULL DEFAULT 0,
      salt bytea NOT NULL,
      intake_day bigint NOT NULL DEFAULT 0,
      intake_events bigint NOT NULL DEFAULT 0,
      intake_bytes bigint NOT NULL DEFAULT 0,
      erased bigint NOT NULL DEFAULT 0
    );
    ${notingChanges('log_shops', 'name')}
    CREATE TABLE log_runs (
      shop_no bigint NOT NULL,
      first bigint NOT NULL,
      count int NOT NULL,
      day int NOT NULL,
      heads bytea NOT NULL,
      bodies bytea NOT NULL,
      sents bytea NOT NULL,
      sealed text,
      PRIMARY KEY (shop_no, first)
    );
    ALTER TABLE log_runs ALTER heads SET STORAGE EXTERNAL, ALTER bodies SET STORAGE EXTERNAL, ALTER sents SET STORAGE EXTERNAL;
    CREATE TABLE log_sealing (name text COLLATE "C" PRIMARY KEY, shop_no bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE log_subject_blocks (shop_no bigint NOT NULL, block bigint NOT NULL, hashes bytea NOT NULL, PRIMARY KEY (shop_no, block));
    CREATE TABLE log_erased_ids (
      shop_no bigint NOT NULL,
      number bigint GENERATED ALWAYS AS IDENTITY,
      key bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (shop_no, number)
    );
    CREATE FUNCTION note_erased_id() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN UPDATE log_shops SET erased = NEW.number WHERE no = NEW.shop_no; RETURN NULL; END';
    CREATE TRIGGER log_erased_ids_noted AFTER INSERT ON log_erased_ids FOR EACH ROW EXECUTE FUNCTION note_erased_id();`,
  ),
}
