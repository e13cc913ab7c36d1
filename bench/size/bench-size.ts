/** Estimates the size of a large deployment: derives a sample in three steps and extrapolates the last two. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { STORE_SCHEMA } from '../../packages/server/src/compose/store-postgres.ts'
import { ingestEvent } from '../../packages/server/src/features/ingest/ingest-event.ts'
import { eventPipeline } from '../../packages/server/src/jobs/event-pipeline.ts'
import { postgresDerivedStore } from '../../packages/server/src/ports/derived-store/postgres.ts'
import { postgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import type { PostgresDatabase } from '../../packages/server/src/ports/postgres/database.ts'
import { openPostgres } from '../../packages/server/src/ports/postgres/open-postgres.ts'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { postgresRecordStore } from '../../packages/server/src/ports/record-store/postgres.ts'
import { sampleEnvelope } from '../../tests/conformance/event-samples.ts'
import { readOptions, saveResult } from '../bench.ts'
import { meterStore, STORE_SETTINGS } from '../nodes/store-meter.ts'

const USAGE = 'npm run bench -- size [--events 100000000] [--shops 10000] [--sample 120000]'

const NAMES = ['page_viewed', 'product_viewed', 'product_viewed', 'svc:search_result_clicked', 'product_added_to_cart']
const AT_ONCE = 500
const QUOTA = { events_per_day: 1e9, bytes_per_day: 1e13 }

interface Step {
  events: number
  shops: number
  logBytes: number
  derivedBytes: number
  nodeCpuSeconds: number
  storeCpuSeconds: number
}

type Measure = Exclude<keyof Step, 'events' | 'shops'>

export async function run(args: string[]): Promise<void> {
  const { sample, ...whole } = readOptions(args, { events: 100_000_000, shops: 10_000, sample: 120_000 }, USAGE)
  const steps = await measure(sample, whole)
  const measures: Measure[] = ['logBytes', 'derivedBytes', 'nodeCpuSeconds', 'storeCpuSeconds']
  const extrapolated = Object.fromEntries(measures.map((name) => [name, atSize(steps, name, whole.events)]))
  for (const step of steps) console.log('measured', JSON.stringify(step))
  console.log(`extrapolated to ${whole.events} events of ${whole.shops} shops`, JSON.stringify(extrapolated))
  console.log(
    'The line through the last two steps is extended: tables that cease to grow (a day of visits, a shop’s products) are taken for growing, and a working set that no longer fits into memory is not seen.',
  )
  const command = `npm run bench -- size --events ${whole.events} --shops ${whole.shops} --sample ${sample}`
  const date = new Date().toISOString().slice(0, 10)
  const result = { command, date, measured: steps, extrapolated: { ...whole, ...extrapolated } }
  saveResult('size', result)
}

/** Extends the line through the last two steps. The first step contains the initial size. */
function atSize(steps: readonly Step[], name: Measure, events: number): number {
  const [before, last] = steps.slice(-2) as [Step, Step]
  const slope = (last[name] - before[name]) / (last.events - before.events)
  return Math.round(last[name] + slope * (events - last.events))
}

/** The sample has as many events per shop as the whole. */
async function measure(sample: number, whole: { events: number; shops: number }): Promise<Step[]> {
  const postgres = await startTestServer({ settings: STORE_SETTINGS })
  const meter = await meterStore(postgres)
  const db = await openPostgres({ url: postgres.url }, STORE_SCHEMA)
  const records = postgresRecordStore(db, { now: () => new Date() })
  const events = eventPipeline({
    ...{ log: postgresEventLog(db, ':memory:'), store: postgresDerivedStore(db), records, consumers: [] },
    ...{ attributionOf: async () => undefined, newId: randomUUID, isShared: true },
    onError: (error) => {
      throw error
    },
  })
  try {
    const steps: Step[] = []
    const shops = Math.max(1, Math.round((whole.shops * sample) / whole.events))
    for (const part of [1 / 3, 2 / 3, 1]) {
      const from = steps.at(-1)?.events ?? 0
      const begun = process.cpuUsage()
      const storeBegun = meter.cpuMicros()
      await send(events, { from, to: Math.round(sample * part), shops })
      await events.settle()
      const { user, system } = process.cpuUsage(begun)
      const past = steps.at(-1)
      steps.push({
        ...{ events: Math.round(sample * part), shops, ...(await sizes(db)) },
        nodeCpuSeconds: round((past?.nodeCpuSeconds ?? 0) + (user + system) / 1e6),
        storeCpuSeconds: round((past?.storeCpuSeconds ?? 0) + (meter.cpuMicros() - storeBegun) / 1e6),
      })
    }
    return steps
  } finally {
    await events.close()
    await records.close()
    await db.close()
    await meter.close()
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
  }
}

async function send(
  { ingest }: ReturnType<typeof eventPipeline>,
  { from, to, shops }: { from: number; to: number; shops: number },
): Promise<void> {
  for (let at = from; at < to; at += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, i) => {
      const n = at + i
      const who = { visitor_id: `visitor-${n >> 3}`, client_id: `client-${n >> 3}`, session_id: `session-${n >> 3}` }
      const body = sampleEnvelope(NAMES[n % NAMES.length]!, Date.now(), { envelope: who } as never)
      const shop = `sized-${(n >> 3) % shops}.myshopify.com`
      const call = {
        kind: 'v1' as const,
        proof: { verification: undefined, signature: undefined, isServerSide: false } as never,
        limits: QUOTA,
        nowMs: Date.now(),
      }
      return ingestEvent(ingest, { shop, body, ...call })
    })
    for (const outcome of await Promise.all(batch))
      if (outcome.kind !== 'accepted') throw new Error(`an event was refused: ${JSON.stringify(outcome)}`)
  }
}

async function sizes(db: PostgresDatabase): Promise<Pick<Step, 'logBytes' | 'derivedBytes'>> {
  const [row] = await db.rows<Pick<Step, 'logBytes' | 'derivedBytes'>>(
    `SELECT sum(pg_total_relation_size(c.oid)) FILTER (WHERE relname LIKE 'log_%') AS "logBytes",
       sum(pg_total_relation_size(c.oid)) FILTER (WHERE relname NOT LIKE 'log_%') AS "derivedBytes"
     FROM pg_class AS c WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [db.schema],
  )
  return row as Pick<Step, 'logBytes' | 'derivedBytes'>
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
