import type { DatabaseSync } from 'node:sqlite'

/**
 * A file up to this size is written anew after an erasure, which takes about a second. In a larger one the deleted rows themselves are
 * overwritten (`secure_delete`), but copies that a page kept when its rows were moved to another may stay until it is written again.
 */
const REWRITTEN_BYTES = 128 * 1024 * 1024

/** Removes what deleted rows left behind in pages and in the write-ahead log. Not within a transaction. */
export function scrub(db: DatabaseSync): void {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number }
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number }
  if (pages * size <= REWRITTEN_BYTES) db.exec('VACUUM')
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
