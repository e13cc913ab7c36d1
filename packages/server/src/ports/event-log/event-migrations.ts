import { firstReleased } from '../sqlite/database.ts'
import { ID_TABLES } from './event-id-index.ts'

export const EVENT_MIGRATIONS = firstReleased(
  8,
  // The intake is what visitors posted on the last day with an event of theirs, so that the quota continues after a
  // restart. Chunks that an erasure rewrote are numbered in that order: an incremental backup copies those since the
  // previous backup.
  `CREATE TABLE shops (
     number INTEGER PRIMARY KEY, shop TEXT NOT NULL UNIQUE, last_offset INTEGER NOT NULL, sealed_offset INTEGER NOT NULL DEFAULT 0, salt BLOB NOT NULL,
     intake_day INTEGER NOT NULL DEFAULT 0, intake_events INTEGER NOT NULL DEFAULT 0, intake_bytes INTEGER NOT NULL DEFAULT 0) STRICT;
   CREATE TABLE chunks (
     row INTEGER PRIMARY KEY, count INTEGER NOT NULL, heads BLOB NOT NULL, bodies BLOB NOT NULL, sents BLOB NOT NULL) STRICT;
   CREATE TABLE rewritten_chunks (row INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
   CREATE INDEX rewritten_chunks_by_number ON rewritten_chunks (number);
   CREATE TABLE subject_blocks (row INTEGER PRIMARY KEY, hashes BLOB NOT NULL) STRICT;
   ${ID_TABLES}`,
)
