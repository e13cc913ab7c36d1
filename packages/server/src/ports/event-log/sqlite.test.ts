import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { eventLogContract } from './event-log.contract.ts'
import type { EventLog } from './event-log.ts'
import { sqliteEventLog } from './sqlite.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-events-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The tables themselves: what the thread adds is the way of calling, tested below.
let opened = 0
eventLogContract('SqliteEventTables', async (key) => {
  return new SqliteEventTables(join(folder, `${key ?? ++opened}.sqlite`)) as unknown as EventLog
})

describe('sqliteEventLog', () => {
  it('carries batches to its thread as they are, ids and subjects with odd characters too', async () => {
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

  it('keeps nothing of a batch that fails, and goes on after it', async () => {
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

  it('says why it could not be opened, to whoever asks first and later', async () => {
    const log = sqliteEventLog(join(folder, 'sqlite.test', '\0'))
    await expect(log.lastOffset('s')).rejects.toThrow(/null bytes/)
    await expect(log.lastOffset('s')).rejects.toThrow(/null bytes/)
  })
})
