/** Sends shoppers' requests at a steady rate and records their durations. */
import { Agent, request } from 'node:http'
import type { Target } from '../fault/event-load.ts'

const QUERIES = ['lamp', 'blue shirt', 'wool', 'chair', 'lmap', 'gift under 50', 'cotton dress', 'bag', 'zzqx', '']

type Ask = (n: number) => { path: string; body: object }

const who = (n: number) => ({ visitor_id: `soak-${n % 300}`, client_id: `soak-c${n % 300}` })
const query = (n: number) => QUERIES[n % QUERIES.length] as string

const ASKS: readonly Ask[] = [
  (n) => ({ path: '/api/storefront/v1/headless/search', body: { query: query(n), ...who(n) } }),
  (n) => ({ path: '/api/storefront/v1/headless/search', body: { query: query(n), view: 'product_ids', ...who(n) } }),
  (n) => ({ path: '/api/storefront/v1/headless/instant-search', body: { query: query(n).slice(0, 3), ...who(n) } }),
  (n) => ({ path: '/api/storefront/v1/headless/filter-aggregations', body: { query: query(n), ...who(n) } }),
  (n) => ({ path: '/api/storefront/v1/headless/init', body: who(n) }),
  () => ({ path: '/api/storefront/v3/headless/recommendations/top', body: { strategy: 'BESTSELLERS' } }),
]

export class Window {
  readonly latenciesMs: number[] = []
  readonly statuses: Record<number, number> = {}
  broken = 0

  add(status: number | undefined, ms: number): void {
    if (status === undefined) {
      this.broken++
      return
    }
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (status === 200) this.latenciesMs.push(ms)
  }

  quantile(share: number): number {
    const sorted = this.latenciesMs.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }
}

export class ShopperLoad {
  window = new Window()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  #n = 0
  #timer: NodeJS.Timeout | undefined

  /** Calls `target` for every request, because a restarted server may have another address. */
  start(target: () => Target | undefined, perSecond: number): void {
    this.#timer = setInterval(() => {
      const at = target()
      if (at) void this.#ask(at)
    }, 1000 / perSecond)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#agent.destroy()
  }

  async #ask(target: Target): Promise<void> {
    const n = this.#n++
    const { path, body } = (ASKS[n % ASKS.length] as Ask)(n)
    const { window } = this
    const begunMs = performance.now()
    const status = await post(target, path, JSON.stringify(body), this.#agent).catch(() => undefined)
    window.add(status, performance.now() - begunMs)
  }
}

function post({ url, shop, key }: Target, path: string, body: string, agent: Agent): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-shop': shop,
    authorization: `Bearer ${key}`,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: 'POST', agent, headers, timeout: 30_000 }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('the request has timed out')))
    sent.on('error', reject)
    sent.end(body)
  })
}
