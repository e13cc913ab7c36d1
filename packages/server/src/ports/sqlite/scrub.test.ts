import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { inTransaction, openDatabase } from './database.ts'
import { rewriteIfDue, scrub } from './scrub.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-scrub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLANTED = 'planted-person'
const HOUR_MS = 3_600_000
const noon = Date.parse('2026-03-01T12:00:00Z')

/** Random inserts split pages, which keep copies of moved rows. */
function erasedFrom(path: string): DatabaseSync {
  const db = openDatabase(path, ['CREATE TABLE rows (key TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID'])
  db.exec('PRAGMA secure_delete = ON')
  const insert = db.prepare('INSERT INTO rows VALUES (?, ?)')
  inTransaction(db, () => {
    for (let n = 0; n < 3000; n++)
      insert.run(String((n * 7919) % 3001), `${n % 2 ? PLANTED : 'another-person'} ${'x'.repeat(n % 150)}`)
  })
  db.prepare('DELETE FROM rows WHERE text LIKE ?').run(`${PLANTED}%`)
  return db
}

const holds = (path: string) =>
  [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(PLANTED))

describe('scrub', () => {
  it('rewrites a small file at once', () => {
    const path = join(folder, 'small.db')
    const db = erasedFrom(path)
    scrub(db, path)
    expect(holds(path)).toBe(false)
    db.close()
  })

  it('rewrites a large file once, a day after an erasure, even after a restart', () => {
    const path = join(folder, 'large.db')
    let db = erasedFrom(path)
    scrub(db, path, 0)
    expect(holds(path)).toBe(true)
    expect(rewriteIfDue(db, path, noon)).toBe(false)
    db.close()

    db = openDatabase(path, [''])
    expect(rewriteIfDue(db, path, noon + 23 * HOUR_MS)).toBe(false)
    scrub(db, path, 0)
    expect(rewriteIfDue(db, path, noon + 24 * HOUR_MS)).toBe(true)
    expect(holds(path)).toBe(false)
    expect(db.prepare('SELECT count(*) AS left FROM rows').get()).toEqual({ left: 1500 })
    expect(rewriteIfDue(db, path, noon + 99 * HOUR_MS)).toBe(false)
    db.close()
  })
})
