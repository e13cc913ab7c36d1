import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../new-id.ts'
import { sqliteDerivedTables } from '../derived-store/sqlite-derived-tables.ts'
import { SqliteEventTables } from '../event-log/sqlite-event-tables.ts'
import { sqliteRecordStore } from '../record-store/sqlite.ts'
import { DATA_FILES, lockDataFolder } from './data-folder.ts'
import { readPositions, writeNote } from './folder-positions.ts'
import { verifyFolder } from './verify-folder.ts'

const SHOP = 'a.example.com'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-verify-'))
  folders.push(folder)
  return folder
}

const verify = (folder: string, accept = false) => verifyFolder(folder, { newId, accept })

async function append(folder: string, count: number): Promise<void> {
  const log = new SqliteEventTables(join(folder, DATA_FILES.events))
  const event = () => ({ id: newId(), receivedAtMs: 5, subjects: [], body: '{}', sent: '{}' })
  log.append(SHOP, Array.from({ length: count }, event))
  log.close()
}

async function derive(folder: string, offset: number): Promise<void> {
  const derived = sqliteDerivedTables(join(folder, DATA_FILES.derived))
  await derived.putSnapshot(SHOP, 'none', { offset: 0, bytes: new Uint8Array(), epoch: 0 })
  await derived.close()
  const db = new DatabaseSync(join(folder, DATA_FILES.derived))
  db.prepare('UPDATE shops SET offset = ?').run(offset)
  db.close()
}

async function putShop(folder: string, shop: string): Promise<void> {
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  await records.putShop(shop, completeConfig({}))
  await records.close()
}

/** A shop, ten derived events, and the note of a clean stop. */
async function usedFolder(): Promise<string> {
  const folder = emptyFolder()
  const { id } = verify(folder)
  await putShop(folder, SHOP)
  await append(folder, 10)
  await derive(folder, 10)
  writeNote(folder, { id, ...readPositions(folder, DATA_FILES) })
  return folder
}

const ADVICE = /vitrine restore.*vitrine rebuild --accept/

describe('verifyFolder', () => {
  it('gives a new folder an id, and finds it in every file at the next start', async () => {
    const folder = await usedFolder()
    const { id, warnings } = verify(folder)
    expect(warnings).toEqual([])
    expect(verify(folder)).toEqual({ id, warnings: [] })
    for (const file of Object.values(DATA_FILES)) {
      const db = new DatabaseSync(join(folder, file))
      expect({ ...db.prepare('SELECT id FROM data_folder').get() }).toEqual({ id })
      db.close()
    }
  })

  it('accepts a folder of a version without ids', async () => {
    const folder = emptyFolder()
    await putShop(folder, SHOP)
    await append(folder, 3)
    expect(verify(folder).warnings).toEqual([])
    expect(readPositions(folder, DATA_FILES).events).toEqual({ [SHOP]: 3 })
  })

  it('continues a first start that was interrupted between any two files', () => {
    const whole = emptyFolder()
    verify(whole)
    const inOrder = [DATA_FILES.derived, DATA_FILES.webhooks, DATA_FILES.vectors, DATA_FILES.events, DATA_FILES.records]
    for (let made = 0; made < inOrder.length; made++) {
      const folder = emptyFolder()
      for (const file of inOrder.slice(0, made)) copyFileSync(join(whole, file), join(folder, file))
      expect(() => verify(folder)).not.toThrow()
    }
  })

  it('refuses a folder whose log was deleted, with advice', async () => {
    const folder = await usedFolder()
    rmSync(join(folder, DATA_FILES.events))
    expect(() => verify(folder)).toThrow(/events.db is missing/)
    expect(() => verify(folder)).toThrow(ADVICE)
    expect(existsSync(join(folder, DATA_FILES.events))).toBe(false)
  })

  it('refuses a folder whose records were deleted', async () => {
    const folder = await usedFolder()
    rmSync(join(folder, DATA_FILES.records))
    expect(() => verify(folder)).toThrow(/records.db is missing/)
  })

  it('recognizes an older log by the derived store, even without the note', async () => {
    const folder = await usedFolder()
    const backup = join(folder, 'older')
    copyFileSync(join(folder, DATA_FILES.events), backup)
    await append(folder, 400)
    await derive(folder, 410)
    copyFileSync(backup, join(folder, DATA_FILES.events))
    rmSync(join(folder, 'folder.json'))
    expect(() => verify(folder)).toThrow(
      /older than the rest: of a.example.com it ends at event 10, and the folder was at 410/,
    )
    expect(() => verify(folder)).toThrow(ADVICE)
  })

  it('recognizes an older log by the note, even without the derived store', async () => {
    const folder = await usedFolder()
    const backup = join(folder, 'older')
    copyFileSync(join(folder, DATA_FILES.events), backup)
    await append(folder, 5)
    verify(folder)
    copyFileSync(backup, join(folder, DATA_FILES.events))
    rmSync(join(folder, DATA_FILES.derived))
    expect(() => verify(folder)).toThrow(/it ends at event 10, and the folder was at 15/)
  })

  it('refuses older records', async () => {
    const folder = await usedFolder()
    const backup = join(folder, 'older')
    copyFileSync(join(folder, DATA_FILES.records), backup)
    await putShop(folder, 'b.example.com')
    verify(folder)
    copyFileSync(backup, join(folder, DATA_FILES.records))
    expect(() => verify(folder)).toThrow(/records.db is older than the rest/)
  })

  it('refuses a log or records of another folder', async () => {
    const [folder, other] = [await usedFolder(), await usedFolder()]
    copyFileSync(join(other, DATA_FILES.events), join(folder, DATA_FILES.events))
    expect(() => verify(folder)).toThrow(/events.db belongs to another data folder/)
    copyFileSync(join(other, DATA_FILES.records), join(folder, DATA_FILES.records))
    expect(() => verify(folder)).toThrow(/belong to another data folder/)
  })

  it('refuses a damaged log', async () => {
    const folder = await usedFolder()
    writeFileSync(join(folder, DATA_FILES.events), 'no database at all, whatever it may once have been'.repeat(100))
    expect(() => verify(folder)).toThrow(/events.db.*cannot be read as a database: restore a backup/)
  })

  it('renames a damaged or foreign derived file with a warning, and keeps it until the next start', async () => {
    const [folder, other] = [await usedFolder(), await usedFolder()]
    writeFileSync(join(folder, DATA_FILES.derived), 'nothing of a database'.repeat(1000))
    copyFileSync(join(other, DATA_FILES.vectors), join(folder, DATA_FILES.vectors))
    const { warnings } = verify(folder)
    expect(warnings).toEqual([
      'derived.db is damaged; it was renamed to derived.db.aside, and profiles and reports are derived again from the event log',
      'vectors.db does not match the other files of this data folder; it was renamed to vectors.db.aside, and products are embedded again',
    ])
    expect(readdirSync(folder)).toContain('derived.db.aside')
    expect(verify(folder).warnings).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('aside'))).toEqual([])
  })

  it('finds damage deep in a derived file', async () => {
    const folder = await usedFolder()
    const path = join(folder, DATA_FILES.derived)
    const db = new DatabaseSync(path)
    db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
    db.close()
    const pages = statSync(path).size / 4096
    const fd = openSync(path, 'r+')
    writeSync(fd, Buffer.alloc(4096, 0xa5), 0, 4096, (pages - 2) * 4096)
    closeSync(fd)
    expect(verify(folder).warnings[0]).toContain('derived.db is damaged')
  })

  it('accepts a folder with an incompletely deleted shop', async () => {
    const folder = await usedFolder()
    const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
    await records.deleteShop(SHOP)
    await records.close()
    const log = new SqliteEventTables(join(folder, DATA_FILES.events))
    log.drop(SHOP)
    log.close()
    expect(() => verify(folder)).not.toThrow()
  })

  it('accepts the primary data as it is on request, under a new id', async () => {
    const folder = await usedFolder()
    const { id } = verify(folder)
    rmSync(join(folder, DATA_FILES.events))
    const accepted = verify(folder, true)
    expect(accepted.id).not.toBe(id)
    // `vitrine rebuild --accept` derives everything again.
    await derive(folder, 0)
    expect(verify(folder)).toEqual({ id: accepted.id, warnings: [] })
  })
})

describe('the files of a data folder', () => {
  it('are private to their user, including those of an earlier version', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o644 })
    const lock = lockDataFolder(folder)
    verify(folder)
    await putShop(folder, SHOP)
    await append(folder, 1)
    lock.release()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })
})
