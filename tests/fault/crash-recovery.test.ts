/** Tests what is left of a log whose write-ahead log was cut. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a log whose write-ahead log is cut anywhere', () => {
  it('opens with its first commits, whole, and goes on', () => {
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
