/** Runs several nodes on one PostgreSQL, each behind a network connection of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type NetworkLink, openLink } from '../../../packages/server/src/ports/postgres/testing/network-link.ts'
import { startTestServer, type TestServer } from '../../../packages/server/src/ports/postgres/testing/test-server.ts'
import { sampleEnvelope } from '../../conformance/event-samples.ts'
import { admin, createShop, killNow, putProducts, type Server, startServer, tell } from '../server-process.ts'

export interface Finding {
  figures: Record<string, number | string | boolean>
  faults: string[]
}

export interface Scenario {
  name: string
  /** One sentence about what the scenario shows. */
  shows: string
  nodes: number
  settings?: (folder: string) => Promise<Record<string, string>> | Record<string, string>
  run(cluster: Cluster): Promise<Finding>
}

export interface Shop {
  shop: string
  key: string
}

interface Answer {
  status: number
  ms: number
  body: Record<string, unknown>
}

const SEARCH = '/api/storefront/v1/headless/search'
const EVENTS = '/api/storefront/v1/headless/events'
/** A node is stuck if it does not answer a request within this time. */
const GIVE_UP_MS = 60_000
/** A node is also stuck if a command, whose work takes seconds, takes longer than this. */
const GIVE_UP_WORK_MS = 180_000

type OnSent = (text: string, link: NetworkLink) => void

export class NodeStuck extends Error {}

export class Cluster {
  readonly folder: string
  readonly postgres: TestServer
  readonly nodes: Server[] = []
  readonly links: NetworkLink[] = []
  /** Called with what a node sends to the store. */
  onSent: OnSent | undefined
  readonly #settings: Record<string, string>

  private constructor(folder: string, postgres: TestServer, settings: Record<string, string>) {
    this.folder = folder
    this.postgres = postgres
    this.#settings = settings
  }

  /** `code` is the checkout that the nodes run. */
  static async start({ nodes, settings }: Scenario, code: string | undefined): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-'))
    const postgres = await startTestServer()
    const env = { VITRINE_SECRET: 's'.repeat(32), ...(code && { VITRINE_CODE: code }), ...(await settings?.(folder)) }
    const cluster = new Cluster(folder, postgres, env)
    for (let n = 0; n < nodes; n++) await cluster.startNode(n)
    return cluster
  }

  get storeUrl(): string {
    return this.postgres.url
  }

  async startNode(n: number): Promise<void> {
    this.links[n] ??= await this.#link()
    this.nodes[n] = await startServer(join(this.folder, `node-${n}`), undefined, this.settingsOf(n))
  }

  settingsOf(n: number): Record<string, string> {
    const url = new URL(this.postgres.url)
    url.port = String(this.links[n]?.port)
    return { ...this.#settings, VITRINE_STORE: url.href }
  }

  async #link(): Promise<NetworkLink> {
    const made: NetworkLink = await openLink(this.postgres.port, (bytes) => {
      this.onSent?.(bytes.toString('latin1'), made)
      return false
    })
    return made
  }

  node(n: number): Server {
    return this.nodes[n] as Server
  }

  tell(n: number, message: object): Promise<unknown> {
    const stuck = pause(GIVE_UP_WORK_MS, undefined, { ref: false }).then(() => {
      throw new NodeStuck(`node ${n} was stuck: ${JSON.stringify(message)} did not end`)
    })
    return Promise.race([tell(this.node(n), message), stuck])
  }

  /** Resolves when every node has read, indexed and learned the changes of the others. */
  async settle(): Promise<void> {
    for (const n of this.nodes.keys()) await this.tell(n, { run: 'settle' })
  }

  async newShop(name: string, products: readonly object[] = []): Promise<Shop> {
    const shop = `${name}.myshopify.com`
    const key = await createShop(this.node(0).url, shop)
    if (products.length > 0) await putProducts(this.node(0).url, products, shop)
    return { shop, key }
  }

  putProducts(n: number, shop: Shop, products: readonly object[]): Promise<void> {
    return putProducts(this.node(n).url, products, shop.shop)
  }

  async admin(n: number, method: string, path: string, body?: object): Promise<Answer> {
    const begunMs = performance.now()
    const answer = await admin(this.node(n).url, method, path, body && JSON.stringify(body))
    return answerOf(answer, begunMs)
  }

  search(n: number, { shop, key }: Shop, query: string, more: object = {}): Promise<Answer> {
    return post(`${this.node(n).url}${SEARCH}`, { query, session_id: 's', ...more }, { shop, key })
  }

  event(n: number, { shop, key }: Shop, who: object = {}): Promise<Answer> {
    const body = sampleEnvelope('page_viewed', Date.now(), { envelope: who } as never)
    return post(`${this.node(n).url}${EVENTS}`, body, { shop, key })
  }

  send(n: number, shop: Shop, body: object): Promise<Answer> {
    return post(`${this.node(n).url}${EVENTS}`, body, shop)
  }

  async readyStatus(n: number): Promise<number> {
    const answer = await fetch(`${this.node(n).url}/ready`).catch(() => undefined)
    await answer?.arrayBuffer()
    return answer?.status ?? 0
  }

  /** Opens a connection that belongs to no node. */
  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.storeUrl, options: '-c search_path=vitrine' })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async count(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.withClient(async (client) => Number((await client.query(text, [...values])).rows[0]?.n))
  }

  async end(): Promise<void> {
    for (const node of this.nodes) if (isAlive(node)) await killNow(node)
    for (const link of this.links) link.close()
    await this.postgres.stop()
    for (const path of [this.folder, this.postgres.folder]) await rm(path, { recursive: true, force: true })
  }
}

export function isAlive({ process: child }: Server): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function post(url: string, body: object, { shop, key }: Shop): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-shop': shop, authorization: `Bearer ${key}` }
  const begunMs = performance.now()
  const signal = AbortSignal.timeout(GIVE_UP_MS)
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(
    () => undefined,
  )
  return answer ? answerOf(answer, begunMs) : { status: 0, ms: performance.now() - begunMs, body: {} }
}

async function answerOf(answer: Response, begunMs: number): Promise<Answer> {
  const text = await answer.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: answer.status, ms: performance.now() - begunMs, body }
}

/** Returns true if the condition is met in time. */
export async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + ms
  for (;;) {
    if (await isSo()) return true
    if (performance.now() > untilMs) return false
    await pause(100)
  }
}

/** Repeats the request until stopped, and returns all answers. */
export function asking(ask: () => Promise<Answer>, everyMs = 50): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      answers.push(await ask())
      await pause(everyMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await done
      return answers
    },
  }
}

export function longestMs(answers: readonly Answer[]): number {
  return Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
}

export function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} × ${count}`).join(', ')
}

export function products(count: number, name = 'Lamp'): object[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    title: `${name} ${i + 1}`,
    handle: `${name.toLowerCase()}-${i + 1}`,
    variants: [{ id: 10 * (i + 1), price: `${5 + i}.00` }],
  }))
}
