import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DataTooNew, inTransaction, openDatabase, schemaVersion } from './database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sqlite-'))
  folders.push(folder)
  return join(folder, 'nested', 'records.sqlite')
}

describe('openDatabase', () => {
  it('applies only the missing migrations', () => {
    const path = newPath()
    const first = openDatabase(path, ['CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1)'])
    first.close()
    const second = openDatabase(path, ['CREATE TABLE a (x INTEGER)', 'ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7'])
    expect(schemaVersion(second)).toBe(2)
    expect({ ...second.prepare('SELECT x, y FROM a').get() }).toEqual({ x: 1, y: 7 })
    second.close()
  })

  it('refuses a file of a newer version, with advice', () => {
    const path = newPath()
    openDatabase(path, ['CREATE TABLE a (x)', 'CREATE TABLE b (x)']).close()
    expect(() => openDatabase(path, ['CREATE TABLE a (x)'])).toThrow(DataTooNew)
    expect(() => openDatabase(path, ['CREATE TABLE a (x)'])).toThrow(/data version 2.*up to 1.*newer Vitrine/)
  })

  it('keeps the version if a migration fails', () => {
    const path = newPath()
    expect(() => openDatabase(path, ['CREATE TABLE a (x)', 'CREATE TABLE b (x); NOT SQL'])).toThrow()
    const db = openDatabase(path, ['CREATE TABLE a (x)'])
    expect(schemaVersion(db)).toBe(1)
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'b'").get()).toMatchObject({ n: 0 })
    db.close()
  })

  it('syncs every commit', () => {
    const db = openDatabase(newPath(), [])
    expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 })
    expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    db.close()
  })
})

describe('inTransaction', () => {
  it('stores nothing of work that throws', () => {
    const db = openDatabase(newPath(), ['CREATE TABLE a (x)'])
    expect(() =>
      inTransaction(db, () => {
        db.exec('INSERT INTO a VALUES (1)')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(db.prepare('SELECT count(*) AS n FROM a').get()).toMatchObject({ n: 0 })
    db.close()
  })
})
