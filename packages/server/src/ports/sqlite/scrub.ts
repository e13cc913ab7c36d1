/** Pages may contain copies of erased rows, which only rewriting the file removes. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** Larger files, which are blocked meanwhile, are rewritten at most once a day. */
const AT_ONCE_BYTES = 128 * 1024 * 1024
const DAY_MS = 86_400_000

/** Marks a large file to be rewritten later. Must be called after an erasure, outside of a transaction. */
export function scrub(db: DatabaseSync, path: string, atOnceBytes = AT_ONCE_BYTES): void {
  if (sizeOf(db) <= atOnceBytes) rewrite(db, path)
  else if (!existsSync(markOf(path))) writeFileSync(markOf(path), '', { mode: 0o600 })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Rewrites a large file a day after an erasure, and returns whether it did. Must be called from time to time. */
export function rewriteIfDue(db: DatabaseSync, path: string, nowMs: number): boolean {
  if (!existsSync(markOf(path))) return false
  const sinceMs = Number(readFileSync(markOf(path), 'utf8'))
  if (sinceMs === 0) writeFileSync(markOf(path), String(nowMs), { mode: 0o600 })
  if (sinceMs === 0 || nowMs - sinceMs < DAY_MS) return false
  rewrite(db, path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return true
}

/** A file, so that the mark survives a restart. */
function markOf(path: string): string {
  return `${path}.rewrite`
}

function sizeOf(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number }
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number }
  return pages * size
}

/** Uses a temporary file in the same folder. In memory, it would take as much space as the file. */
function rewrite(db: DatabaseSync, path: string): void {
  if (path === ':memory:') return
  db.exec(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'; PRAGMA temp_store = FILE`)
  try {
    db.exec('VACUUM')
    rmSync(markOf(path), { force: true })
  } finally {
    db.exec('PRAGMA temp_store = MEMORY')
  }
}
