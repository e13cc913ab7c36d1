import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { eventLogContract } from './event-log.contract.ts'
import type { EventLog } from './event-log.ts'
import { sqliteEventLog } from './sqlite.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-events-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Without the thread, which is tested below.
let opened = 0
eventLogContract('SqliteEventTables', async (key) => {
  return new SqliteEventTables(join(folder, `${key ?? ++opened}.sqlite`)) as unknown as EventLog
})

describe('SqliteEventTables', () => {
  const event = (id: string, subjects: string[] = []) => ({ id, receivedAtMs: 5, subjects, body: '{}', sent: '{}' })

  it('writes a chunk once, even if many of its events are erased', async () => {
    const path = join(folder, 'chunks.sqlite')
    const log = new SqliteEventTables(path)
    for (let chunk = 0; chunk < 10; chunk++)
      log.append(
        's',
        Array.from({ length: 1000 }, (_, i) =>
          event(`${chunk}-${i}`, [i % 3 === 0 ? 'visitor:other' : 'visitor:gone']),
        ),
      )
    const other = new DatabaseSync(path)
    other.exec(`CREATE TABLE written (row INTEGER);
      CREATE TRIGGER note AFTER UPDATE ON chunks BEGIN INSERT INTO written VALUES (new.row); END`)
    expect(await log.erase('s', ['visitor:gone'])).toBe(6660)
    // A chunk that reaches into two blocks of the subject index may be written once for each block.
    const { writes } = other.prepare('SELECT count(*) AS writes FROM written').get() as { writes: number }
    other.close()
    expect(writes).toBeLessThanOrEqual(10 + 2)
    expect(log.readSubjects('s', ['visitor:gone'])).toEqual([])
    expect(log.read('s', 0, 10_000)).toHaveLength(3340)
    log.close()
  })

  it('accepts events during a long erasure, which stops if the shop is dropped', async () => {
    const log = new SqliteEventTables(':memory:')
    const about = (subject: string, from: number) =>
      Array.from({ length: 9000 }, (_, i) => event(`${subject}-${from + i}`, [subject]))
    log.append('s', about('visitor:gone', 0))
    const erasing = log.erase('s', ['visitor:gone'])
    expect(log.append('s', [event('between', ['visitor:here'])])).toEqual([true])
    expect(await erasing).toBe(9000)
    expect(log.read('s', 0, 9).map(({ id }) => id)).toEqual(['between'])
    log.append('t', about('visitor:gone', 0))
    const stopped = log.erase('t', ['visitor:gone'])
    log.drop('t')
    log.append('u', about('visitor:gone', 0))
    expect(await stopped).toBeLessThan(9000)
    expect(log.read('u', 0, 9000)).toHaveLength(9000)
    log.close()
  })

  it('keeps a shop that could not be dropped', () => {
    const path = join(folder, 'drop.sqlite')
    const log = new SqliteEventTables(path)
    log.append('s', [event('e1')])
    const other = new DatabaseSync(path)
    other.exec("CREATE TRIGGER refuse BEFORE DELETE ON shops BEGIN SELECT raise(ABORT, 'no room'); END")
    expect(() => log.drop('s')).toThrow('no room')
    other.exec('DROP TRIGGER refuse')
    other.close()
    expect(log.read('s', 0, 9)).toHaveLength(1)
    expect(log.append('s', [event('e1'), event('e2')])).toEqual([false, true])
    log.close()
  })
})

describe('sqliteEventLog', () => {
  it('passes batches to its thread unchanged, including ids and subjects with unusual characters', async () => {
    const log = sqliteEventLog(join(folder, 'packed.sqlite'))
    const entry = (shop: string, id: string, subjects: string[]) => ({
      shop,
      event: { id, receivedAtMs: 5, subjects, body: `{"of":"${shop}"}`, sent: '{}' },
    })
    const plain = [entry('a', 'e1', []), entry('b', 'e1', ['visitor:1', 'client:2']), entry('a', 'e2', ['customer:3'])]
    expect(await log.appendAll(plain)).toEqual([true, true, true])
    expect(await log.appendAll([entry('a', 'e\n3', ['visitor:x\ty']), entry('a', 'e1', [])])).toEqual([true, false])
    expect((await log.read('a', 0, 9)).map(({ id, subjects }) => [id, subjects])).toEqual([
      ['e1', []],
      ['e2', ['customer:3']],
      ['e\n3', ['visitor:x\ty']],
    ])
    expect(await log.read('b', 0, 9)).toMatchObject([{ subjects: ['visitor:1', 'client:2'], body: '{"of":"b"}' }])
    await log.close()
  })

  it('stores nothing of a failed batch, and accepts the next one', async () => {
    const log = sqliteEventLog(join(folder, 'fails.sqlite'))
    const good = { id: 'e1', receivedAtMs: 1, subjects: [], body: '{}', sent: '{}' }
    const bad = { id: 'e2', receivedAtMs: 1, subjects: [], body: null as unknown as string, sent: '{}' }
    await expect(log.append('s', [good, bad])).rejects.toThrow()
    expect(await log.lastOffset('s')).toBe(0)
    expect(await log.append('s', [good])).toEqual([true])
    expect((await log.read('s', 0, 10)).map(({ offset }) => offset)).toEqual([1])
    await log.close()
    await expect(log.lastOffset('s')).rejects.toThrow('closed')
  })

  it('fails every call with the reason why it could not be opened', async () => {
    const log = sqliteEventLog(join(folder, 'sqlite.test', '\0'))
    await expect(log.lastOffset('s')).rejects.toThrow(/null bytes/)
    await expect(log.lastOffset('s')).rejects.toThrow(/null bytes/)
  })
})
