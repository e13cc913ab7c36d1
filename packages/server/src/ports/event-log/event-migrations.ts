import { ID_TABLES } from './event-id-index.ts'

export const EVENT_MIGRATIONS = [
  `CREATE TABLE shops (number INTEGER PRIMARY KEY, shop TEXT NOT NULL UNIQUE, last_offset INTEGER NOT NULL) STRICT;
   CREATE TABLE events (
     row INTEGER PRIMARY KEY, id TEXT NOT NULL, received_at INTEGER NOT NULL, subjects TEXT NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE chunks (row INTEGER PRIMARY KEY, hashes BLOB NOT NULL) STRICT;`,
  `ALTER TABLE events ADD COLUMN sent TEXT NOT NULL DEFAULT '{"context":{}}'`,
  // One row per commit and shop instead of one per event; `migrateEventRows` moves the old rows.
  `CREATE TABLE runs (
     row INTEGER PRIMARY KEY, count INTEGER NOT NULL, heads BLOB NOT NULL, bodies BLOB NOT NULL, sents BLOB NOT NULL) STRICT;
   ALTER TABLE shops ADD COLUMN sealed_offset INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN salt BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
   UPDATE shops SET salt = randomblob(16);
   ${ID_TABLES}`,
  // Early versions kept only a hash of (shop, id) of erased events.
  'CREATE TABLE id_hashes (hash INTEGER PRIMARY KEY, shop INTEGER NOT NULL) STRICT;',
  `ALTER TABLE chunks RENAME TO subject_blocks;
   ALTER TABLE runs RENAME TO chunks;
   ALTER TABLE id_pieces RENAME TO id_blocks;
   ALTER TABLE id_blocks RENAME COLUMN piece TO block;`,
  // After this offset every chunk has a checksum; earlier ones may have none.
  `ALTER TABLE shops ADD COLUMN checksums_from INTEGER NOT NULL DEFAULT 0;
   UPDATE shops SET checksums_from = last_offset;`,
  // An incremental backup copies the chunks that an erasure rewrote since the previous backup.
  `CREATE TABLE rewritten_chunks (row INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
   CREATE INDEX rewritten_chunks_by_number ON rewritten_chunks (number);`,
  // Intake of the last day with posted events, so that the quota continues after a restart.
  `ALTER TABLE shops ADD COLUMN intake_day INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN intake_events INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN intake_bytes INTEGER NOT NULL DEFAULT 0;`,
  // Events without a key have a quota of their own.
  `ALTER TABLE shops ADD COLUMN keyless_events INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN keyless_bytes INTEGER NOT NULL DEFAULT 0;`,
]
