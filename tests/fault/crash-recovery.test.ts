import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { EVENT_MIGRATIONS } from '../../packages/server/src/ports/event-log/event-migrations.ts'
import { ROWS_PER_SHOP } from '../../packages/server/src/ports/event-log/event-chunks.ts'
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'
import { inTransaction, openDatabase, schemaVersion } from '../../packages/server/src/ports/sqlite/database.ts'

const CHILD = fileURLToPath(new URL('./migration-child.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COUNT = 12_000

/** The first versions wrote a row per event. */
function writeOldLog(path: string): void {
  const db = openDatabase(path, EVENT_MIGRATIONS.slice(0, 2))
  const insert = db.prepare('INSERT INTO events (row, id, received_at, subjects, body, sent) VALUES (?, ?, 5, ?, ?, ?)')
  inTransaction(db, () => {
    db.prepare('INSERT INTO shops (number, shop, last_offset) VALUES (1, ?, ?)').run('s', COUNT)
    for (let offset = 1; offset <= COUNT; offset++)
      insert.run(ROWS_PER_SHOP + offset, `e${offset}`, `visitor:v${offset % 7}`, `{"n":${offset}}`, '{}')
  })
  db.close()
}

/** Returns true if the migration ended before the process was killed. */
async function openAndKill(path: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let isDone = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'opening') setTimeout(() => child.kill('SIGKILL'), afterMs)
    if (line === 'done') isDone = true
  }
  await exited
  return isDone
}

describe('a log killed during its migration', () => {
  it('continues where it was stopped, and contains every event once', async () => {
    const path = join(folder, 'old.db')
    writeOldLog(path)
    let kills = 0
    for (let afterMs = 5; !(await openAndKill(path, afterMs)); afterMs = Math.ceil(afterMs * 1.4)) kills++
    expect(kills).toBeGreaterThan(0)
    const log = new SqliteEventTables(path)
    const ids = log.read('s', 0, COUNT + 1).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: COUNT }, (_, i) => `e${i + 1}`))
    expect(log.append('s', [{ id: 'e77', receivedAtMs: 6, subjects: [], body: '{}', sent: '{}' }])).toEqual([false])
    log.close()
    const db = openDatabase(path, EVENT_MIGRATIONS)
    expect(schemaVersion(db)).toBe(EVENT_MIGRATIONS.length)
    db.close()
  }, 120_000)
})

describe('a log whose write-ahead log is truncated anywhere', () => {
  it('opens with its first commits, complete, and accepts more', () => {
    const path = join(folder, 'wal.db')
    const log = new SqliteEventTables(path)
    const commit = (n: number) =>
      Array.from({ length: 3 }, (_, i) => ({ id: `${n}-${i}`, receivedAtMs: 5, subjects: [], body: '{}', sent: '{}' }))
    for (let n = 0; n < 20; n++) log.append('s', commit(n))
    const size = statSync(`${path}-wal`).size
    let shortest = Number.POSITIVE_INFINITY
    for (let cut = 0; cut <= 16; cut++) {
      const copy = join(folder, `cut-${cut}.db`)
      copyFileSync(path, copy)
      copyFileSync(`${path}-wal`, `${copy}-wal`)
      truncateSync(`${copy}-wal`, Math.floor((size * cut) / 16))
      const opened = new SqliteEventTables(copy)
      const found = opened.read('s', 0, 100)
      expect(found.length % 3).toBe(0)
      expect(found.map(({ id }) => id)).toEqual(
        Array.from({ length: found.length / 3 }, (_, n) => commit(n).map(({ id }) => id)).flat(),
      )
      expect(opened.append('s', commit(99))).toEqual([true, true, true])
      shortest = Math.min(shortest, found.length)
      opened.close()
      expect(existsSync(copy)).toBe(true)
    }
    expect(shortest).toBe(0)
    log.close()
  })
})
