/** Puts N events into the log before the server starts, and marks them as followed: only the size of the log is of interest. What is there already counts. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { RecommendModels } from '../../packages/server/src/features/recommend/models/recommend-models.ts'
import { DATA_FILES } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import { SqliteDerivedTables } from '../../packages/server/src/ports/derived-store/sqlite-derived-tables.ts'
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'
import { BENCH_SHOP } from './event-bodies.ts'
import { emptyBatch } from '../../packages/server/src/ports/derived-store/empty-batch.ts'

const BATCH = 20_000

/** Returns the events written per second; undefined if nothing was left to fill. */
export async function fillLog(folder: string, count: number): Promise<number | undefined> {
  const begunMs = performance.now()
  const log = new SqliteEventTables(join(folder, DATA_FILES.events))
  const there = log.lastOffset(BENCH_SHOP)
  if (there >= count) {
    log.close()
    return undefined
  }
  if (there > 0) throw new Error(`${folder} was not filled to the end: begin with an empty folder`)
  // About the size of a page view. What slows a long log down is the ids and the tree of rows, not the bytes in them.
  const filler = 'x'.repeat(250)
  for (let done = 0; done < count; done += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => {
      const subjects = [`visitor:${(done + i) % 100_000}`]
      return {
        shop: BENCH_SHOP,
        event: {
          id: randomUUID(),
          receivedAtMs: Date.now(),
          subjects,
          body: '{"filler":1}',
          sent: `{"filler":"${filler}"}`,
        },
      }
    })
    log.appendAll(entries)
  }
  log.close()
  const derived = new SqliteDerivedTables(join(folder, DATA_FILES.derived))
  derived.apply(BENCH_SHOP, emptyBatch(0, count), { clickMs: 0, viewMs: 0 })
  const models = new RecommendModels()
  models.restore(BENCH_SHOP, undefined)
  const empty = models.snapshot(BENCH_SHOP)
  if (empty) derived.putSnapshot(BENCH_SHOP, models.name, { offset: count, bytes: empty })
  derived.close()
  // Flushed, so that the next measurement does not wait for these bytes.
  if (process.platform !== 'win32') execFileSync('sync')
  const seconds = (performance.now() - begunMs) / 1000
  console.log(`filled the log with ${count} events in ${seconds.toFixed(0)} s (${Math.round(count / seconds)}/s)`)
  return Math.round(count / seconds)
}
