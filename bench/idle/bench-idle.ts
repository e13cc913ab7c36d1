/**
 * Measures the CPU time of PostgreSQL and two nodes while no shop has requests. Watchers stand for further nodes: each
 * is only the part of a node that polls the store. All shops are copies of one that was created through the API.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Assembly, Close } from '../../packages/server/src/compose/parts.ts'
import { openSharedStore } from '../../packages/server/src/compose/store-postgres.ts'
import { askingStore } from '../../packages/server/src/compose/watch.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { StoreWatch } from '../../packages/server/src/jobs/watch-store.ts'
import { postgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import { PostgresDatabase } from '../../packages/server/src/ports/postgres/database.ts'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { type BenchNode, nodeCpuMicros, startNode } from '../nodes/bench-node.ts'
import { meterStore, STORE_SETTINGS } from '../nodes/store-meter.ts'
import { ADMIN_KEY } from '../nodes/open-bench-shop.ts'
import { readOptions, saveResult } from '../bench.ts'

const USAGE = 'npm run bench -- idle [--shops 10000] [--events 0] [--watchers 50] [--seconds 60]'

const NODES = 2

interface Plan {
  shops: number
  /** Events per shop. */
  events: number
  watchers: number
  seconds: number
}

interface IdleFigures {
  shops: number
  events: number
  logMib: number
  /** Until a starting node is ready. */
  startCpuMs: number
  startMs: number
  nodes: number
  /** Percent of one core, per node. */
  nodePercent: number
  /** Percent of one core of PostgreSQL: alone, with nodes, and with nodes and watchers. */
  storeAlonePercent: number
  storePercent: number
  statementsPerSecondOfNode: number
  watchers: number
  storeWatchedPercent: number
  statementsPerSecondOfWatcher: number
  connectionsPerNode: number
}

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { shops: 10_000, events: 0, watchers: 50, seconds: 60 }, USAGE)
  const runs: IdleFigures[] = []
  for (const shops of [1, values.shops]) {
    const figures = await measure({ ...values, shops })
    runs.push(figures)
    console.log(
      `${shops} idle shops: PostgreSQL alone ${figures.storeAlonePercent} % of a core, with ${NODES} nodes ${figures.storePercent} % (${figures.statementsPerSecondOfNode} statements/s of each), with ${values.watchers} watchers ${figures.storeWatchedPercent} % (${figures.statementsPerSecondOfWatcher} statements/s of each); a node ${figures.nodePercent} %, ${figures.connectionsPerNode} connections`,
    )
  }
  const date = new Date().toISOString().slice(0, 10)
  const command = `npm run bench -- idle --shops ${values.shops} --events ${values.events} --watchers ${values.watchers} --seconds ${values.seconds}`
  saveResult(values.events === 0 ? 'idle' : `idle-${values.events}`, { command, date, runs })
}

async function measure({ shops, events, watchers, seconds }: Plan): Promise<IdleFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-idle-'))
  const postgres = await startTestServer({ settings: STORE_SETTINGS })
  const meter = await meterStore(postgres)
  const nodes: BenchNode[] = []
  const closing: (() => Promise<void>)[] = []
  const used = async () => {
    // Nodes need time to notice the copied rows and each other.
    await pause(SETTLE_MS)
    const before = { node: await nodeCpuMicros(nodes), store: meter.cpuMicros(), sent: await meter.sent() }
    await pause(seconds * 1000)
    const after = { node: await nodeCpuMicros(nodes), store: meter.cpuMicros(), sent: await meter.sent() }
    const percent = (of: 'node' | 'store') => round((after[of] - before[of]) / seconds / 10_000)
    return { node: percent('node'), store: percent('store'), sent: (after.sent - before.sent) / seconds }
  }
  try {
    nodes.push(await startNode(join(folder, 'node-0'), postgres.url))
    await createShop(nodes[0]!.url)
    await copyShop(postgres.url, shops)
    const logMib = await fillLogs(postgres.url, events)
    for (const { child } of nodes.splice(0)) child.kill('SIGKILL')
    const alone = await used()
    const begunMs = performance.now()
    nodes.push(await startNode(join(folder, 'node-1'), postgres.url))
    const [startMs, startCpuMs] = [performance.now() - begunMs, (await nodeCpuMicros(nodes)) / 1000].map(Math.round)
    for (let n = 1; n < NODES; n++) nodes.push(await startNode(join(folder, `node-${n + 1}`), postgres.url))
    for (const node of nodes) await node.ask('settle')
    await pause(REST_MS)
    const resting = await used()
    for (let n = 0; n < watchers; n++) closing.push(await startWatcher(join(folder, `watcher-${n}`), postgres.url, n))
    const watched = await used()
    return {
      ...{ shops, events: shops * events, logMib, startCpuMs: startCpuMs!, startMs: startMs! },
      ...{ nodes: NODES, nodePercent: round(resting.node / NODES), storeAlonePercent: alone.store },
      statementsPerSecondOfNode: round((resting.sent - alone.sent) / NODES),
      ...{ storePercent: resting.store, watchers, storeWatchedPercent: watched.store },
      statementsPerSecondOfWatcher: round((watched.sent - resting.sent) / watchers),
      connectionsPerNode: round((await connections(postgres.url)) / (NODES + watchers)),
    }
  } finally {
    for (const close of closing) await close()
    for (const { child } of nodes) child.kill('SIGKILL')
    await meter.close()
    await postgres.stop()
    for (const path of [folder, postgres.folder]) rmSync(path, { recursive: true, force: true })
  }
}

const SETTLE_MS = 10_000
/** A starting node checks every shop for three minutes. After four, it is idle. */
const REST_MS = 240_000

async function startWatcher(folder: string, url: string, n: number): Promise<() => Promise<void>> {
  mkdirSync(folder)
  const closing: Close[] = []
  const config = readConfig({
    VITRINE_STORE: url,
    VITRINE_SECRET: 's'.repeat(32),
    VITRINE_ADMIN_KEY: ADMIN_KEY,
    VITRINE_DATA: folder,
    // Region and process name a node, and these watchers share a process.
    VITRINE_REGION: `r${n}`,
  })
  const onError = (error: unknown) => console.error(error)
  const assembly = { config, clock: Date.now, onClose: (close: Close) => void closing.unshift(close), onError }
  const shared = await openSharedStore(assembly as unknown as Assembly, url)
  const watch = new StoreWatch({
    ...askingStore(shared),
    onAppended: () => {},
    noticeIntake: () => {},
    onErased: async () => {},
    readOnlyAfterSeconds: 0,
    onError,
  })
  await watch.runOnce()
  watch.start()
  return async () => {
    await watch.stop()
    for (const close of closing) await close()
  }
}

async function createShop(url: URL): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Idle', currency: 'USD' })
  const answer = await fetch(`${url.origin}/api/admin/v1/shops/idle-1.myshopify.com`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
}

async function copyShop(url: string, count: number): Promise<void> {
  await asClient(url, async (client) => {
    const names = `(SELECT 'idle-' || n || '.myshopify.com' AS name FROM generate_series(2, ${count}) AS n) AS made`
    await client.query(`INSERT INTO feeds (shop, seq, revision) SELECT name, 1, 1 FROM ${names}`)
    await client.query(
      `INSERT INTO shops (id, created_at, version, config) SELECT name, created_at, version, config FROM shops, ${names} WHERE id = 'idle-1.myshopify.com'`,
    )
    await client.query(`INSERT INTO log_shops (name, salt, last_offset) SELECT name, '\\x00'::bytea, 0 FROM ${names}`)
    await client.query(`INSERT INTO derived_shops (name) SELECT name FROM ${names} ON CONFLICT DO NOTHING`)
  })
}

/** Copies a run of 1000 events to every shop. Returns the size of the log in MiB. */
async function fillLogs(url: string, events: number): Promise<number> {
  const db = new PostgresDatabase({ url })
  const log = postgresEventLog(db, ':memory:')
  const event = (n: number) => {
    const [id, visitorId] = [randomUUID(), randomUUID()]
    const body = { id, name: 'product_viewed', atMs: Date.now() + n, visitorId, lines: [{ productId: n, quantity: 1 }] }
    return { id, receivedAtMs: Date.now(), subjects: [`visitor:${visitorId}`], body: JSON.stringify(body), sent: '{}' }
  }
  if (events > 0)
    await log.append(
      'idle-1.myshopify.com',
      Array.from({ length: 1000 }, (_, n) => event(n)),
    )
  await log.close()
  await db.close()
  return asClient(url, async (client) => {
    await client.query(
      `INSERT INTO log_runs (shop_no, first, count, day, heads, bodies, sents)
       SELECT s.no, 1 + 1000 * run, 1000, r.day, r.heads, r.bodies, r.sents FROM log_shops AS s
       CROSS JOIN log_runs AS r CROSS JOIN generate_series(0, $1::int / 1000 - 1) AS run ON CONFLICT DO NOTHING`,
      [events],
    )
    await client.query('UPDATE log_shops SET last_offset = $1', [events])
    await client.query(
      `INSERT INTO derived_shops (name, reached) SELECT name, $1 FROM log_shops
       ON CONFLICT (name) DO UPDATE SET reached = excluded.reached`,
      [events],
    )
    const { rows } = await client.query("SELECT pg_total_relation_size('log_runs') / 1048576 AS mib")
    return Number(rows[0].mib)
  })
}

function connections(url: string): Promise<number> {
  return asClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name LIKE 'vitrine%'",
    )
    return Number(rows[0].n)
  })
}

async function asClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=vitrine' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
