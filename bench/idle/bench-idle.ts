/**
 * `npm run bench -- idle [--shops 10000] [--nodes 2] [--seconds 20]`: what nodes and PostgreSQL use while nothing happens in any shop, in
 * CPU time. Rows of the shops are copied from one that was made through the API. Writes bench/results/idle.json.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { type BenchNode, nodeCpuMicros, startNode } from '../nodes/bench-node.ts'
import { meterStore, STORE_SETTINGS } from '../nodes/store-meter.ts'
import { ADMIN_KEY } from '../recommend/bench-shop.ts'
import { readOptions, saveResult } from '../bench.ts'

const USAGE = 'npm run bench -- idle [--shops 10000] [--nodes 2] [--seconds 20]'

interface IdleFigures {
  shops: number
  nodes: number
  /** Share of one core that each node uses. */
  nodePercent: number
  /** Share of one core that PostgreSQL uses for all nodes together. */
  storePercent: number
  storePercentOfOneNode: number
  statementsPerSecond: number
  connectionsPerNode: number
}

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { shops: 10_000, nodes: 2, seconds: 20 }, USAGE)
  const runs: IdleFigures[] = []
  for (const shops of [1, values.shops]) {
    const figures = await measure(shops, values.nodes, values.seconds)
    runs.push(figures)
    console.log(
      `${shops} idle shops, ${figures.nodes} nodes: each ${figures.nodePercent} % of a core, PostgreSQL ${figures.storePercent} % (${figures.storePercentOfOneNode} % a node, ${figures.statementsPerSecond} statements/s, ${figures.connectionsPerNode} connections a node)`,
    )
  }
  const date = new Date().toISOString().slice(0, 10)
  const command = `npm run bench -- idle --shops ${values.shops} --nodes ${values.nodes} --seconds ${values.seconds}`
  saveResult('idle', { command, date, runs })
}

async function measure(shops: number, count: number, seconds: number): Promise<IdleFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-idle-'))
  const postgres = await startTestServer({ settings: STORE_SETTINGS })
  const meter = await meterStore(postgres)
  const nodes: BenchNode[] = []
  try {
    nodes.push(await startNode(join(folder, 'node-0'), postgres.url))
    await createShop(nodes[0]!.url)
    await copyShop(postgres.url, shops)
    for (let n = 1; n < count; n++) nodes.push(await startNode(join(folder, `node-${n}`), postgres.url))
    for (const node of nodes) await node.ask('settle')
    // The first node needs time to notice the copied rows.
    await pause(5000)
    const before = { node: await nodeCpuMicros(nodes), store: meter.cpuMicros(), sent: await meter.sent() }
    await pause(seconds * 1000)
    const used = { node: await nodeCpuMicros(nodes), store: meter.cpuMicros(), sent: await meter.sent() }
    const percent = (micros: number) => round(micros / seconds / 10_000)
    const store = percent(used.store - before.store)
    return {
      ...{ shops, nodes: count, nodePercent: round(percent(used.node - before.node) / count) },
      ...{ storePercent: store, storePercentOfOneNode: round(store / count) },
      statementsPerSecond: round((used.sent - before.sent) / seconds),
      connectionsPerNode: round((await connections(postgres.url)) / count),
    }
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await meter.close()
    await postgres.stop()
    for (const path of [folder, postgres.folder]) rmSync(path, { recursive: true, force: true })
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
