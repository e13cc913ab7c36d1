import { expect, it } from 'vitest'
import type { Sql } from '../postgres/database.ts'
import { HistoryReads } from './postgres-history-reads.ts'

it('answers later requests while a connection hangs', async () => {
  let sent = 0
  const hanging: Sql = {
    rows: () => (sent++ === 0 ? new Promise<never>(() => {}) : Promise.resolve([])),
    run: async () => 0,
  }
  const reads = new HistoryReads(hanging, 1)
  void reads.read('a.example', ['visitor:1'], 9)
  // The timers of `HistoryReads` do not keep the process alive.
  const hold = setInterval(() => {}, 1000)
  const found = await reads.read('a.example', ['visitor:2'], 9)
  clearInterval(hold)
  expect([found, sent]).toEqual([{ browsed: [], cart: [], purchased: [] }, 2])
})
