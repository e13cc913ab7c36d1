import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangedRows, findChanged, notingChanges } from './changed-rows.ts'
import { PostgresDatabase } from './database.ts'
import { testDatabase } from './testing/shared-server.ts'

let db: PostgresDatabase
const TABLE = { table: 'things', key: 'name', columns: 'name, n' }

beforeAll(async () => {
  db = new PostgresDatabase({ url: `${await testDatabase()}?schema=public` })
  await db.rows(
    `CREATE TABLE things (name text COLLATE "C" PRIMARY KEY, n int NOT NULL);${notingChanges('things', 'name')}`,
  )
})
afterAll(() => db.close())

const put = (name: string, n: number) =>
  db.run('INSERT INTO things (name, n) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET n = excluded.n', [name, n])

async function namesIn(changed: ChangedRows<{ name: string }>): Promise<string[]> {
  const { rows, confirm } = await changed.read()
  confirm()
  return rows.map(({ name }) => name).sort()
}

describe('rows that were changed', () => {
  it('are returned until they are confirmed, few or many', async () => {
    await db.rows("INSERT INTO things SELECT 'many ' || i, i FROM generate_series(1, 1200) AS i")
    const changed = new ChangedRows<{ name: string }>(db, TABLE)
    expect(new Set((await changed.read()).rows.map(({ name }) => name)).size).toBe(1200)
    expect(new Set(await namesIn(changed)).size).toBe(1200)
    // Rows are returned again while an older transaction is open, even one of another test on the same server.
    await expect.poll(() => namesIn(changed)).toEqual([])
    await put('a', 1)
    await put('many 7', 0)
    expect(await namesIn(changed)).toEqual(['a', 'many 7'])
    await expect.poll(() => namesIn(changed)).toEqual([])
  })

  it('are not missed if a transaction that began earlier ends later', async () => {
    const changed = new ChangedRows<{ name: string }>(db, TABLE)
    await expect.poll(() => namesIn(changed)).toEqual([])
    await db.transaction(async (sql) => {
      await sql.run('INSERT INTO things (name, n) VALUES ($1, 1)', ['early'])
      await put('late', 1)
      expect(await namesIn(changed)).toEqual(['late'])
    })
    expect(await namesIn(changed)).toContain('early')
  })

  it('are found in several tables with one statement, of which some may be empty', async () => {
    await db.rows(`CREATE TABLE nothing (name text COLLATE "C" PRIMARY KEY);${notingChanges('nothing', 'name')}`)
    const changed = new ChangedRows<{ name: string }>(db, TABLE)
    const nothing = new ChangedRows<{ name: string }>(db, { table: 'nothing', key: 'name', columns: 'name' })
    const found = () => findChanged(db, { nothing, changed })
    const untilRead = () =>
      expect
        .poll(async () => {
          await namesIn(changed)
          return found()
        })
        .toEqual({ nothing: false, changed: false })
    expect(await found()).toEqual({ nothing: false, changed: true })
    await untilRead()
    await put('looked for', 1)
    expect(await found()).toEqual({ nothing: false, changed: true })
    await untilRead()
    await db.transaction(async (sql) => {
      await sql.run('INSERT INTO nothing (name) VALUES ($1)', ['early'])
      await put('late', 2)
      await namesIn(changed)
    })
    expect(await found()).toMatchObject({ nothing: true })
  })

  it('are all read again if the server’s transaction numbers go back', async () => {
    const ahead = new ChangedRows<{ name: string }>(db, TABLE, '9000000000')
    expect(await findChanged(db, { ahead })).toEqual({ ahead: true })
    expect(await namesIn(ahead)).toEqual([])
    expect(await namesIn(ahead)).toContain('many 7')
  })

  it('cost the same in a large table if nothing changed', async () => {
    const changed = new ChangedRows<{ name: string }>(db, TABLE)
    await namesIn(changed)
    const plan = `EXPLAIN SELECT name FROM things WHERE (changed, name) >= ('${changed.horizon}'::xid8, '' COLLATE "C") ORDER BY changed, name LIMIT 100`
    const lines = await db.rows<Record<string, string>>(plan)
    expect(lines.map((line) => Object.values(line)[0]).join('\n')).toContain('things_by_change')
  })
})
