/** Measures `/health`, the server's memory and ordinary shoppers during an attack. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import type { AttackedServer } from './attack-server.ts'

export interface Observed {
  health: Times
  healthThread: Times
  client: Times & { failures: string[] }
  /** A shopper of the attacked shop, from an address without attackers. */
  shopper: Times & { failures: string[] }
  peakMiB: number
}

export interface Times {
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

interface Ask {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

const HEALTH_EVERY_MS = 20
const CLIENT_EVERY_MS = 20
const MEMORY_EVERY_MS = 100

export async function observe(server: AttackedServer, pid: number, untilMs: number): Promise<Observed> {
  const failures: string[] = []
  const lost: string[] = []
  let peakMiB = 0
  const memory = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(pid))
  }, MEMORY_EVERY_MS)
  const health = { method: 'GET', url: `${server.url}/health` }
  const healthThread = { method: 'GET', url: `${server.healthUrl}/health` }
  let n = 0
  const [main, thread, client, shopper] = await Promise.all([
    askUntil(untilMs, HEALTH_EVERY_MS, () => health, failures),
    askUntil(untilMs, HEALTH_EVERY_MS, () => healthThread, failures),
    askUntil(untilMs, CLIENT_EVERY_MS, () => ordinaryRequest(server, n++), failures),
    askUntil(untilMs, CLIENT_EVERY_MS, () => shopperSearch(server), lost),
  ])
  clearInterval(memory)
  return {
    health: main,
    healthThread: thread,
    client: { ...client, failures },
    shopper: { ...shopper, failures: lost },
    peakMiB,
  }
}

/** Requests of an ordinary shopper: init, configuration, search and event in turn. */
function ordinaryRequest({ url, neighbour }: AttackedServer, n: number): Ask {
  const headers = {
    'content-type': 'application/json',
    'x-shop': neighbour.shop,
    authorization: `Bearer ${neighbour.key}`,
  }
  const base = `${url}/api/storefront`
  const requests: [string, object][] = [
    ['/v3/headless/init', {}],
    ['/v1/headless/config', {}],
    ['/v1/headless/search', { query: 'linen shirt', mode: 'text', pagination: { limit: 20 } }],
    ['/v1/headless/events', sampleEnvelope('page_viewed', Date.now(), { event: { id: crypto.randomUUID() } })],
  ]
  const [path, body] = requests[n % requests.length] as [string, object]
  return { method: 'POST', url: base + path, headers, body: JSON.stringify(body) }
}

function shopperSearch({ url, attacked }: AttackedServer): Ask {
  return {
    method: 'POST',
    url: `${url}/api/storefront/v1/headless/search`,
    headers: {
      'content-type': 'application/json',
      'x-shop': attacked.shop,
      authorization: `Bearer ${attacked.key}`,
    },
    body: JSON.stringify({ query: 'linen shirt', mode: 'text', pagination: { limit: 20 } }),
  }
}

async function askUntil(untilMs: number, everyMs: number, next: () => Ask, failures: string[]): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (performance.now() < untilMs) {
    const begunMs = performance.now()
    const one = next()
    const fault = await ask(one, agent)
    times.push(performance.now() - begunMs)
    if (fault !== undefined) failures.push(`${one.url.replace(/^http:\/\/[^/]*/, '')}: ${fault}`)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begunMs + everyMs - performance.now())))
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

/** Returns the failure, if any. */
function ask({ method, url, headers, body }: Ask, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { method, agent, ...(headers ? { headers } : {}) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200 ? undefined : String(response.statusCode)))
      response.on('error', (error) => resolve(error.message))
    })
    sent.on('error', (error) => resolve(error.message))
    sent.end(body)
  })
}

/** Returns NaN without `/proc`. */
function residentMiB(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return Number.NaN
  }
}
