import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { compose } from '../../compose/compose.ts'
import { readConfig } from '../../config.ts'
import { PostgresDatabase } from '../../ports/postgres/database.ts'
import { testDatabase } from '../../ports/postgres/testing/shared-server.ts'
import { DATA_FILES } from '../../ports/data-folder/data-folder.ts'
import { type DataFile, MOVED_TABLES, NOT_MOVED } from './moved-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = { PORT: '0', VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', LOG_LEVEL: 'silent' }
const isKnown = (side: 'sqlite' | 'postgres', file: DataFile | undefined) => (name: string) =>
  NOT_MOVED[side].includes(name) ||
  MOVED_TABLES.some((table) => table[side] === name && (file === undefined || table.file === file))

/** Columns that are not moved, because they are computed from others or set when the store is opened. */
const WORKED_OUT = ['shops.config_hash', 'shops.exposures_counted']

describe('every table of a store is moved, or listed with those that are not', () => {
  it('in a data folder', async () => {
    const node = await compose(readConfig({ ...settings, VITRINE_DATA: folder }))
    await node.close()
    for (const [file, name] of Object.entries(DATA_FILES) as [DataFile, string][]) {
      const db = new DatabaseSync(join(folder, name), { readOnly: true })
      const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
      // Columns of the log are left out, because each end of a move converts them.
      const unmoved = MOVED_TABLES.filter((one) => one.file === file && file !== 'events').flatMap((table) => {
        const columns = db.prepare(`SELECT name FROM pragma_table_info('${table.sqlite}')`).all()
        const names = columns.map((row) => String(row.name)).filter((name) => !table.columns.includes(name))
        return names.map((name) => `${table.sqlite}.${name}`)
      })
      expect({ file, unmoved }).toEqual({ file, unmoved: unmoved.filter((name) => WORKED_OUT.includes(name)) })
      db.close()
      expect({
        file,
        left: rows.map((row) => String(row.name)).filter((name) => !isKnown('sqlite', file)(name)),
      }).toEqual({ file, left: [] })
    }
  })

  it('in PostgreSQL', async () => {
    const url = await testDatabase()
    const shared = { VITRINE_STORE: url, VITRINE_SECRET: 's'.repeat(32), VITRINE_DATA: join(folder, 'node') }
    const node = await compose(readConfig({ ...settings, ...shared }))
    await node.close()
    const db = new PostgresDatabase({ url })
    const rows = await db.rows<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [
      'vitrine',
    ])
    const columns = await db.rows<{ table: string; name: string }>(
      'SELECT table_name AS table, column_name AS name FROM information_schema.columns WHERE table_schema = $1',
      ['vitrine'],
    )
    await db.close()
    for (const { postgres, columns: moved, renamed = {} } of MOVED_TABLES) {
      const found = columns.filter(({ table }) => table === postgres).map(({ name }) => name)
      expect([postgres, found]).toEqual([
        postgres,
        expect.arrayContaining(moved.map((column) => renamed[column] ?? column)),
      ])
    }
    expect(rows.map(({ name }) => name).filter((name) => !isKnown('postgres', undefined)(name))).toEqual([])
  })
})
