/**
 * `npm run bench -- nodes [--requests 8000] [--products 2000] [--connections 48] [--nodes 1,2,3] [--spread] [--before FOLDER]`
 * measures CPU per request for events, searches and recommendations, with SQLite on one node and with PostgreSQL on
 * one, two and three. Every node gets the same load, however many there are, and has answered as many requests before.
 * Six shops are divided among the nodes, as by a load balancer that hashes the shop; with `--spread` every shop uses
 * every node, and with `--before` a checkout of older code is measured too, on SQLite. Other work on the machine makes a request cost more CPU, so all deployments are measured by turns. CPU
 * is that of the nodes until everything is derived, without their use at rest, and separately that of PostgreSQL.
 * Writes bench/results/nodes.json, with `--spread` nodes-spread.json.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { type NextRequest, requestMaker } from '../ingest/event-bodies.ts'
import { driveLoad, type LoadResult } from '../ingest/drive-load.ts'
import { ADMIN_KEY } from './open-bench-shop.ts'
import { readOptions, saveResult } from '../bench.ts'
import { type BenchNode, nodeCpuMicros, startNode } from './bench-node.ts'
import { meterStore, type StoreMeter, STORE_SETTINGS } from './store-meter.ts'

const KINDS = 'dress shirt lamp rug mug sofa table chair vase towel'.split(' ')
const COLORS = 'red blue green black white'.split(' ')
const PAST_EVENTS = 500
const SHOPS = 6
const IDLE_MS = 2000
const TURNS = 5
const ALL_NODES = '1,2,3'

export interface NodesResult {
  command: string
  date: string
  cores: number
  products: number
  runs: Figures[]
}

interface Figures {
  store: 'SQLite' | 'SQLite before' | 'PostgreSQL'
  nodes: number
  workload: (typeof WORKLOADS)[number]
  perSecond: number
  /** CPU of all nodes together, per request. */
  cpuMicros: number
  /** Per request. */
  storeCpuMicros: number
  /** Statements sent to PostgreSQL, per request. */
  storeStatements: number
  /** Percent of one core that each node used before the run, without requests; not included in the other figures. */
  restPercent: number
  p50Ms: number
  p99Ms: number
  refused: number
}

interface Plan {
  /** Requests that each node answers, and connections that it has. */
  requests: number
  connections: number
  products: number
  only: ReadonlySet<string>
  /** True if the requests of every shop go to every node. */
  isSpread: boolean
}

const USAGE =
  'npm run bench -- nodes [--requests 8000] [--products 2000] [--connections 48] [--nodes 1,2,3] [--only events,searches,recommendations] [--spread] [--before FOLDER]'

const WORKLOADS = ['events', 'searches', 'recommendations'] as const

export async function run(args: string[]): Promise<void> {
  const values = readOptions(
    args,
    {
      requests: 8000,
      products: 2000,
      connections: 48,
      nodes: ALL_NODES,
      only: WORKLOADS.join(),
      spread: false,
      before: '',
    },
    USAGE,
  )
  const plan = { ...values, only: new Set(values.only.split(',')), isSpread: values.spread }
  const deployments: Deployment[] = []
  const runs: Figures[] = []
  try {
    if (!plan.isSpread) deployments.push(await deploy('SQLite', 1, plan))
    if (values.before !== '') deployments.push(await deploy('SQLite before', 1, plan, values.before))
    for (const nodes of values.nodes.split(',').filter(Boolean))
      deployments.push(await deploy('PostgreSQL', Number(nodes), plan))
    for (const workload of WORKLOADS)
      if (plan.only.has(workload)) runs.push(...(await measureByTurns(deployments, workload, plan)))
  } finally {
    for (const deployment of deployments) await deployment.end()
  }
  const command = `npm run bench -- nodes --requests ${plan.requests} --products ${plan.products}${plan.isSpread ? ' --spread' : ''}`
  const date = new Date().toISOString().slice(0, 10)
  const result: NodesResult = { command, date, cores: cpus().length, products: plan.products, runs }
  for (const workload of plan.only) printRatios(runs, workload)
  // A partial result must not overwrite a complete one.
  if (plan.only.size < WORKLOADS.length || values.nodes !== ALL_NODES || values.before !== '') return
  saveResult(plan.isSpread ? 'nodes-spread' : 'nodes', result)
}

interface BenchShop {
  shop: string
  key: string
}

interface Flow {
  url: URL
  next: NextRequest
}

interface Deployment {
  store: Figures['store']
  nodes: readonly BenchNode[]
  shops: readonly BenchShop[]
  meter: StoreMeter | undefined
  end(): Promise<void>
}

async function deploy(store: Figures['store'], count: number, { products }: Plan, code?: string): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nodes-'))
  const postgres = store === 'PostgreSQL' ? await startTestServer({ fsync: true, settings: STORE_SETTINGS }) : undefined
  const meter = postgres && (await meterStore(postgres))
  const nodes: BenchNode[] = []
  const end = async () => {
    for (const { child } of nodes) child.kill('SIGKILL')
    await meter?.close()
    await postgres?.stop()
    for (const one of [folder, postgres?.folder]) if (one) rmSync(one, { recursive: true, force: true })
  }
  try {
    for (let n = 0; n < count; n++) nodes.push(await startNode(join(folder, `node-${n}`), postgres?.url, code))
    const shops: BenchShop[] = []
    for (let n = 0; n < SHOPS; n++) shops.push(await createShop(nodes, `bench-${n}.myshopify.com`, products))
    return { store, nodes, shops, meter, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function measureByTurns(
  deployments: readonly Deployment[],
  workload: Figures['workload'],
  plan: Plan,
): Promise<Figures[]> {
  const runs = deployments.map((deployment) => new Run(deployment, workload, plan))
  for (const run of runs) await run.warm()
  for (let turn = 0; turn < TURNS; turn++) for (const run of runs) await run.turn()
  for (const run of runs) print(run.figures)
  return runs.map(({ figures }) => figures)
}

/** Creates a shop with products and past events. When this resolves, every node has it in memory. */
async function createShop(nodes: readonly BenchNode[], shop: string, products: number): Promise<BenchShop> {
  const base = (nodes[0] as BenchNode).url.origin
  const admin = async (method: string, path: string, body: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': type }
    const answer = await fetch(`${base}/api/admin/v1/shops/${shop}${path}`, { method, headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await admin('PUT', '', JSON.stringify({ name: 'Bench', currency: 'USD' }))
  await admin('PATCH', '/config', JSON.stringify({ event_quota: { events_per_day: 1e9, bytes_per_day: 1e12 } }))
  const { key } = (await admin('POST', '/keys', JSON.stringify({ label: 'bench' }))) as { key: string }
  const lines = Array.from({ length: products }, (_, i) => JSON.stringify(product(i + 1)))
  await admin('POST', '/products/bulk?wait=true', lines.join('\n'), 'application/x-ndjson')
  for (const { url } of nodes) await untilFound(url, { shop, key })
  let sent = 0
  const next = requestMaker(key, 'past', shop)
  await driveLoad((nodes[0] as BenchNode).url, next, { connections: 8, until: () => ++sent >= PAST_EVENTS })
  for (const node of nodes) await node.ask('settle')
  return { shop, key }
}

function product(id: number): object {
  const [kind, color] = [KINDS[id % KINDS.length], COLORS[id % COLORS.length]]
  const variants = [{ id: id * 10, title: 'Only', sku: `S-${id}`, price: `${5 + (id % 90)}.00`, inventory_quantity: 5 }]
  return { id, title: `${color} ${kind} ${id}`, handle: `p-${id}`, product_type: kind, status: 'active', variants }
}

async function untilFound(url: URL, { shop, key }: BenchShop): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'x-shop': shop, 'content-type': 'application/json' }
  for (;;) {
    const body = JSON.stringify({ query: 'dress', mode: 'text', view: 'product_ids' })
    const answer = await fetch(`${url.origin}/api/storefront/v1/headless/search`, { method: 'POST', headers, body })
    if (answer.ok && ((await answer.json()) as { products: unknown[] }).products.length > 0) return
    await pause(100)
  }
}

function workloads({ shop, key }: BenchShop): Record<Figures['workload'], (host: string) => NextRequest> {
  const asked = (path: string, bodies: readonly object[]) => (host: string) => {
    const requests = bodies.map((body) => {
      const text = JSON.stringify(body)
      const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nx-shop: ${shop}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`
      return Buffer.from(head + text)
    })
    let at = 0
    return () => requests[at++ % requests.length]!
  }
  const queries = KINDS.flatMap((kind) => COLORS.map((color) => `${color} ${kind}`))
  return {
    events: (host) => requestMaker(key, host, shop),
    searches: asked(
      '/api/storefront/v1/headless/search',
      queries.map((query, n) => ({ query, mode: 'text', view: 'product_ids', visitor_id: `v-${n}` })),
    ),
    recommendations: asked(
      '/api/storefront/v3/headless/recommendations',
      queries.map((_, n) => ({
        queries: [{ id: 'q', recommendation_type: 'similar_products', product_ids: [n + 1], view: 'product_ids' }],
      })),
    ),
  }
}

interface Used {
  node: number
  store: number
  sent: number
  ms: number
}

const NOTHING: Used = { node: 0, store: 0, sent: 0, ms: 0 }

class Run {
  readonly #deployment: Deployment
  readonly #workload: Figures['workload']
  readonly #plan: Plan
  readonly #flows: readonly Flow[]
  readonly #results: LoadResult[] = []
  #rest = NOTHING
  #busy = NOTHING

  constructor(deployment: Deployment, workload: Figures['workload'], plan: Plan) {
    const { nodes, shops } = deployment
    this.#deployment = deployment
    this.#workload = workload
    this.#plan = plan
    this.#flows = shops.flatMap((shop, n) =>
      (plan.isSpread ? nodes : [nodes[n % nodes.length]!]).map(({ url }): Flow => {
        return { url, next: workloads(shop)[workload](url.host) }
      }),
    )
  }

  async warm(): Promise<void> {
    await this.#load(this.#plan.requests)
    await this.#settle()
  }

  async turn(): Promise<void> {
    // Use at rest (polling the store for changes by other nodes) does not depend on requests.
    this.#rest = await this.#used(this.#rest, () => pause(IDLE_MS))
    this.#busy = await this.#used(this.#busy, async () => {
      this.#results.push(...(await this.#load(this.#plan.requests / TURNS)))
      await this.#settle()
    })
  }

  get figures(): Figures {
    const [rest, busy, results] = [this.#rest, this.#busy, this.#results]
    const { store, nodes } = this.#deployment
    const answered = sum(results, (one) => one.answered)
    const perRequest = (of: keyof Used) => Math.max(0, (busy[of] - (rest[of] / rest.ms) * busy.ms) / answered)
    return {
      ...{ store, nodes: nodes.length, workload: this.#workload },
      perSecond: Math.round(sum(results, (one) => one.perSecond) / TURNS),
      cpuMicros: Math.round(perRequest('node')),
      storeCpuMicros: Math.round(perRequest('store')),
      storeStatements: round(perRequest('sent')),
      restPercent: round((100 * rest.node) / (1000 * rest.ms) / nodes.length),
      p50Ms: round(Math.max(...results.map((one) => one.p50Ms))),
      p99Ms: round(Math.max(...results.map((one) => one.p99Ms))),
      refused: sum(results, (one) => one.refused),
    }
  }

  #load(requests: number): Promise<LoadResult[]> {
    const perFlow = (ofNode: number) =>
      Math.max(1, Math.round((ofNode * this.#deployment.nodes.length) / this.#flows.length))
    const loads = this.#flows.map(({ url, next }) => {
      let left = perFlow(requests)
      return driveLoad(url, next, { connections: perFlow(this.#plan.connections), until: () => --left < 0 })
    })
    return Promise.all(loads)
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#deployment.nodes.map((node) => node.ask('settle')))
  }

  /** Adds what `work` used to what was used `before`. */
  async #used(before: Used, work: () => Promise<unknown>): Promise<Used> {
    const { nodes, meter } = this.#deployment
    const now = async () => ({
      node: await nodeCpuMicros(nodes),
      store: meter?.cpuMicros() ?? 0,
      sent: (await meter?.sent()) ?? 0,
      ms: performance.now(),
    })
    const begun = await now()
    await work()
    const ended = await now()
    const added = (of: keyof Used) => before[of] + ended[of] - begun[of]
    return { node: added('node'), store: added('store'), sent: added('sent'), ms: added('ms') }
  }
}

function sum(results: readonly LoadResult[], of: (one: LoadResult) => number): number {
  return results.reduce((all, one) => all + of(one), 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Prints the CPU of nodes and store together, relative to one node. The target is at most 1.2. */
function printRatios(runs: readonly Figures[], workload: string): void {
  const shared = runs.filter((one) => one.store === 'PostgreSQL' && one.workload === workload)
  const total = (one: Figures | undefined) => (one ? one.cpuMicros + one.storeCpuMicros : Number.NaN)
  const words = shared.map((one) => `× ${one.nodes}: ${(total(one) / total(shared[0])).toFixed(2)}`)
  console.log(`CPU per request of ${workload} beside one node: ${words.join(', ')}`)
}

function print(figures: Figures): void {
  const { store, nodes, workload, perSecond, cpuMicros, storeCpuMicros, storeStatements, p50Ms, p99Ms, refused } =
    figures
  const inStore = store === 'PostgreSQL' ? ` + ${storeCpuMicros} in PostgreSQL for ${storeStatements} statements` : ''
  const cpu = `${String(cpuMicros).padStart(5)} µs CPU${inStore}`
  const name = `${store} × ${nodes}, ${workload}`.padEnd(34)
  console.log(
    `${name} ${String(perSecond).padStart(6)}/s ${cpu}  p50 ${p50Ms} p99 ${p99Ms} ms${refused ? `  refused ${refused}` : ''}`,
  )
}
