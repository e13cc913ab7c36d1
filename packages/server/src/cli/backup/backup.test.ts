import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../new-id.ts'
import { DATA_FILES, lockDataFolder } from '../../ports/data-folder/data-folder.ts'
import { verifyFolder } from '../../ports/data-folder/verify-folder.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const SHOP = 'a.example.com'
const roots: string[] = []
const open: SqliteEventTables[] = []
afterEach(() => {
  for (const log of open.splice(0)) log.close()
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

interface Place {
  folder: string
  target: string
  restored: string
  log: SqliteEventTables
}

async function usedFolder(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-backup-'))
  roots.push(root)
  const folder = join(root, 'data')
  const lock = lockDataFolder(folder)
  verifyFolder(folder, { newId })
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  await records.putShop(SHOP, completeConfig({}))
  await records.putProducts(SHOP, [sampleProduct(1), sampleProduct(2)])
  await records.close()
  await sqliteDerivedTables(join(folder, DATA_FILES.derived)).close()
  lock.release()
  return { folder, target: join(root, 'backup'), restored: join(root, 'restored'), log: openLog(folder) }
}

function openLog(folder: string): SqliteEventTables {
  const log = new SqliteEventTables(join(folder, DATA_FILES.events), { idsInMemory: 50 })
  open.push(log)
  return log
}

const event = (id: string, subject = 'visitor:v') => ({
  id,
  receivedAtMs: 5,
  subjects: [subject],
  body: JSON.stringify({ id, text: 'x'.repeat(500) }),
  sent: '{}',
})
const events = (from: number, count: number, subject?: string) =>
  Array.from({ length: count }, (_, i) => event(`e${from + i}`, subject))

const idsOf = (folder: string, shop = SHOP) => {
  const log = openLog(folder)
  return log.read(shop, 0, 100_000).map(({ id }) => id)
}

describe('vitrine backup and restore', () => {
  it('restores records, log and notes, readable by their user only, and reports what it restored', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 120))
    const { manifest, isIncremental } = await takeBackup({ folder, target })
    expect(isIncremental).toBe(false)
    expect(manifest.positions.events).toEqual({ [SHOP]: 120 })
    const { shops } = await restoreBackup({ backup: target, folder: restored })
    expect(shops).toEqual([{ shop: SHOP, products: 2, events: 120 }])
    expect(verifyFolder(restored, { newId })).toEqual({ id: manifest.folderId, warnings: [] })
    expect(idsOf(restored)).toEqual(events(0, 120).map(({ id }) => id))
    expect(statSync(target).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)
  })

  it('stores only additions to the log in a later backup, and restores all of it', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 2000))
    const first = await takeBackup({ folder, target })
    log.append(SHOP, events(2000, 10))
    const second = await takeBackup({ folder, target })
    log.append('b.example.com', events(0, 5))
    const third = await takeBackup({ folder, target })
    expect([first, second, third].map(({ isIncremental }) => isIncremental)).toEqual([false, true, true])
    const logBytes = (taken: typeof first) =>
      taken.manifest.files.filter(({ restores }) => restores === 'events.db').at(-1)!.bytes
    expect(logBytes(second)).toBeLessThan(logBytes(first) / 4)
    await restoreBackup({ backup: target, folder: restored })
    expect(idsOf(restored)).toEqual(events(0, 2010).map(({ id }) => id))
    expect(idsOf(restored, 'b.example.com')).toHaveLength(5)
  })

  it('recognizes repeated events after a restore, also those of erased persons', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, [...events(0, 60), event('gone', 'visitor:gone')])
    await takeBackup({ folder, target })
    expect(await log.erase(SHOP, ['visitor:gone'])).toBe(1)
    log.append(SHOP, events(60, 60))
    await takeBackup({ folder, target })
    await restoreBackup({ backup: target, folder: restored })
    const again = openLog(restored)
    expect(again.readSubjects(SHOP, ['visitor:gone'])).toEqual([])
    expect(again.append(SHOP, [event('gone', 'visitor:gone'), event('e3'), event('e110'), event('new')])).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('restores a shop that was deleted and created again, without the events of the deleted one', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 30))
    await takeBackup({ folder, target })
    log.drop(SHOP)
    log.append(SHOP, events(100, 3))
    await takeBackup({ folder, target })
    await restoreBackup({ backup: target, folder: restored })
    expect(idsOf(restored)).toEqual(['e100', 'e101', 'e102'])
  })

  it('holds the state of one moment, even if data is written while it is taken', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 3000))
    const taking = takeBackup({ folder, target })
    for (let i = 0; i < 20; i++) {
      log.append(SHOP, events(3000 + i * 10, 10))
      await new Promise(setImmediate)
    }
    const { manifest } = await taking
    const { shops } = await restoreBackup({ backup: target, folder: restored })
    expect(shops[0]?.events).toBe(manifest.positions.events[SHOP])
    expect(idsOf(restored)).toHaveLength(shops[0]!.events)
  })

  it('refuses another folder’s backup, a folder that is in use or has data, and a backup with a changed byte', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 100))
    await takeBackup({ folder, target })
    const other = await usedFolder()
    await expect(takeBackup({ folder: other.folder, target })).rejects.toThrow('backups of another data folder')
    await expect(takeBackup({ folder, target: join(other.folder, '..') })).rejects.toThrow('is not a backup')
    await expect(restoreBackup({ backup: target, folder })).rejects.toThrow('already contains data')
    const lock = lockDataFolder(other.folder)
    await expect(restoreBackup({ backup: target, folder: other.folder, replace: true })).rejects.toThrow(
      'in use by another',
    )
    lock.release()
    const { movedTo } = await restoreBackup({ backup: target, folder: other.folder, replace: true })
    expect(readdirSync(movedTo!)).toContain('records.db')
    const path = join(target, 'events-0001.db')
    const fd = openSync(path, 'r+')
    const at = readFileSync(path).indexOf('xxxxxxxx')
    writeSync(fd, 'y', at)
    closeSync(fd)
    await expect(restoreBackup({ backup: target, folder: restored })).rejects.toThrow(
      'has changed since the backup was taken',
    )
    expect(() => readdirSync(restored)).toThrow()
  })

  it('restores only plain files with names that a backup uses, whatever the manifest says', async () => {
    const { folder, target, restored, log } = await usedFolder()
    log.append(SHOP, events(0, 10))
    await takeBackup({ folder, target })
    const path = join(target, 'manifest.json')
    const good = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const restore = () => restoreBackup({ backup: target, folder: restored })
    const withFile = (change: object) => ({ ...good, files: good.files.map((file) => (file.restores === DATA_FILES.records ? { ...file, ...change } : file)) }) // biome-ignore format: one line reads better
    const outside = join(target, '..', 'outside.db')
    const wrong: [unknown, RegExp][] = [
      ...[
        '../outside.db',
        outside,
        'records.db/../../outside.db',
        '..',
        '',
        'lock.sqlite',
        'other.db',
        7,
        null,
      ].flatMap((name): [unknown, RegExp][] => [
        [withFile({ restores: name }), /files\[\d\] must be a known file of a backup/],
        [withFile({ name }), /files\[\d\] must be a known file of a backup/],
      ]),
      [withFile({ name: 'events-0001.db' }), /must be a known file of a backup/],
      [withFile({ bytes: -1 }), /must be a known file of a backup/],
      [withFile({ sha256: 'x' }), /must be a known file of a backup/],
      [{ ...good, files: [...good.files, good.files[0]] }, /lists the same file twice/],
      [{ ...good, files: {} }, /files must be a list/],
      [{ ...good, log: { shops: [null] } }, /positions and log must say/],
      [{ ...good, positions: [] }, /positions and log must say/],
      [{ ...good, format: 2 }, /by a newer version of Vitrine/],
      [{ ...good, format: '1' }, /format must be 1/],
      [[], /is not a JSON object/],
      ['', /is not a JSON object/],
      [null, /is not a JSON object/],
    ]
    for (const [manifest, words] of wrong) {
      writeFileSync(path, JSON.stringify(manifest))
      await expect(restore()).rejects.toThrow(words)
    }
    writeFileSync(path, '{"format": 1,')
    await expect(restore()).rejects.toThrow(/manifest.json is damaged: it is not a JSON object. Use another backup/)
    expect([existsSync(outside), existsSync(restored)]).toEqual([false, false])

    writeFileSync(path, JSON.stringify(good))
    const records = join(target, 'records-0001.db')
    renameSync(records, outside)
    symlinkSync(outside, records)
    await expect(restore()).rejects.toThrow(/records-0001.db is not a plain file/)
    rmSync(records)
    mkdirSync(records)
    await expect(restore()).rejects.toThrow(/records-0001.db is not a plain file/)
    rmSync(records, { recursive: true })
    // A sparse file takes no space here, but would fill the disk when copied.
    writeFileSync(records, '')
    truncateSync(records, 2 ** 42)
    await expect(restore()).rejects.toThrow(/records-0001.db has changed since the backup was taken/)
    writeFileSync(path, JSON.stringify(withFile({ bytes: 2 ** 52 })))
    await expect(restore()).rejects.toThrow(/has room for \d+: name a folder with more room/)
    expect(existsSync(restored)).toBe(false)
    writeFileSync(path, JSON.stringify(good))
    renameSync(outside, records)
    await restore()
  })

  it('refuses to back up damaged events', async () => {
    const { folder, target, log } = await usedFolder()
    log.append(SHOP, events(0, 100))
    const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
    await records.close()
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(join(folder, DATA_FILES.events))
    db.exec("UPDATE chunks SET bodies = CAST(replace(bodies, 'e7', 'e8') AS BLOB)")
    db.close()
    await expect(takeBackup({ folder, target })).rejects.toThrow(
      /chunks of events do not match their checksums.*doctor --full/,
    )
  })
})
