import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../new-id.ts'
import { DATA_FILES, lockDataFolder } from '../ports/data-folder/data-folder.ts'
import { verifyFolder } from '../ports/data-folder/verify-folder.ts'
import { SqliteEventTables } from '../ports/event-log/sqlite-event-tables.ts'
import { sampleProduct } from '../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { checkData } from './doctor-data.ts'

const SHOP = 'a.example.com'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function usedFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-doctor-'))
  folders.push(folder)
  const lock = lockDataFolder(folder)
  verifyFolder(folder, { newId })
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  await records.putShop(SHOP, completeConfig({ shop: { name: 'Anna' } }))
  await records.putProducts(SHOP, [sampleProduct(1), sampleProduct(2)])
  await records.close()
  const log = new SqliteEventTables(join(folder, DATA_FILES.events))
  log.append(SHOP, [{ id: 'e1', receivedAtMs: 5, subjects: [], body: '{"name":"x"}', sent: '{}' }])
  log.close()
  verifyFolder(folder, { newId })
  lock.release()
  return folder
}

function change(folder: string, file: string, sql: string): void {
  const db = new DatabaseSync(join(folder, file))
  db.exec(sql)
  db.close()
}

const texts = (folder: string, full: boolean) =>
  checkData(folder, full)
    .filter(({ state }) => state === 'bad')
    .map(({ text }) => text)

describe('what doctor reports about a data folder', () => {
  it('is good if nothing was changed', async () => {
    const folder = await usedFolder()
    const findings = checkData(folder, true)
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([])
    expect(findings.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        '1 events of a.example.com match their checksums',
        '2 products of a.example.com match their checksums',
      ]),
    )
  })

  it.each([
    [
      'an event',
      DATA_FILES.events,
      `UPDATE chunks SET bodies = CAST(replace(bodies, 'x', 'y') AS BLOB)`,
      /begin with event 1$/,
    ],
    [
      'a product',
      DATA_FILES.records,
      'UPDATE products SET body = substr(body, 1, 20) || zeroblob(64) WHERE id = 2',
      /: 2$/,
    ],
    [
      'a configuration',
      DATA_FILES.records,
      `UPDATE shops SET config = replace(config, 'Anna', 'Anno')`,
      /: configuration$/,
    ],
  ])('is bad with --full, and only then, where the bytes of %s were changed', async (_, file, sql, said) => {
    const folder = await usedFolder()
    change(folder, file, sql)
    expect(texts(folder, false)).toEqual([])
    expect(texts(folder, true)).toEqual([expect.stringMatching(said)])
  })

  it('is bad if its files belong to different folders', async () => {
    const folder = await usedFolder()
    change(folder, DATA_FILES.events, "UPDATE data_folder SET id = 'another'")
    expect(texts(folder, false)).toEqual(['the databases belong to different data folders'])
  })

  it('is bad if a file is newer than this Vitrine or not a database, with advice', async () => {
    const folder = await usedFolder()
    change(folder, DATA_FILES.records, 'PRAGMA user_version = 9999')
    writeFileSync(join(folder, DATA_FILES.derived), 'not a database at all')
    const findings = checkData(folder, false).filter(({ state }) => state === 'bad')
    expect(findings.map(({ advice }) => advice)).toEqual(
      expect.arrayContaining(['run the newer Vitrine that wrote it', expect.stringContaining('it is rebuilt')]),
    )
    expect(findings.map(({ text }) => text)).toContainEqual(expect.stringContaining('data version 9999, newer than'))
  })

  it('is bad if the events are older than the rest', async () => {
    const folder = await usedFolder()
    const before = readFileSync(join(folder, DATA_FILES.events))
    const lock = lockDataFolder(folder)
    const log = new SqliteEventTables(join(folder, DATA_FILES.events))
    log.append(SHOP, [{ id: 'e2', receivedAtMs: 6, subjects: [], body: '{"name":"x"}', sent: '{}' }])
    log.close()
    verifyFolder(folder, { newId })
    lock.release()
    expect(texts(folder, false)).toEqual([])
    writeFileSync(join(folder, DATA_FILES.events), before)
    expect(texts(folder, false)).toEqual([`${DATA_FILES.events} is older than the rest of the folder`])
  })

  it('counts the files that other users of the machine can open', async () => {
    const folder = await usedFolder()
    const said = () => checkData(folder, false).map(({ text }) => text)
    for (const name of ['', ...readdirSync(folder)]) chmodSync(join(folder, name), 0o700)
    expect(said()).toContain('the data folder is closed to other users')
    chmodSync(join(folder, DATA_FILES.events), 0o640)
    expect(said()).toContainEqual(expect.stringMatching(/^other users of this machine can open \d files/))
  })

  it('is empty for a folder that is empty or does not exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-doctor-'))
    folders.push(folder)
    expect([checkData(folder, true), checkData(join(folder, 'none'), true)]).toEqual([[], []])
  })
})
