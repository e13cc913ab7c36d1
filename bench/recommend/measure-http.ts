import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { driveLoad } from '../ingest/drive-load.ts'
import { BENCH_SHOP, FACTS_FILE, type ShopFacts } from './bench-shop.ts'
import { mulberry32, popular } from './make-visits.ts'
import { measureLag } from './measure-lag.ts'

export interface HttpFigures {
  shop: ShopFacts
  /** True if the server had the first core to itself. */
  pinned: boolean
  connections: number
  requestsPerSecond: number
  /** Wall-clock time at full load. */
  p50Ms: number
  p90Ms: number
  p99Ms: number
  /** CPU of the server's process, all threads. */
  cpuMicrosPerRequest: number
  /** CPU of its event loop alone. */
  loopMicrosPerRequest: number
  failed: number
  /** Time of a ranking that was not requested before, inside the server. */
  modelCallP50Micros: number
  modelCallP99Micros: number
  residentMegabytes: number
  /** Time from the last acknowledged event to the recommendation that follows from it. */
  learningLagMs: number
}

export interface HttpAsk {
  folder: string
  products: number
  events: number
  seconds: number
  view: 'product_ids' | 'product_details'
  profile: boolean
}

const PATH = '/api/storefront/v3/headless/recommendations'
const CONNECTIONS = 16

/** Creates the shop if the folder does not have one yet. */
export async function prepareShop({ folder, products, events }: HttpAsk): Promise<ShopFacts> {
  const facts = join(folder, FACTS_FILE)
  if (!existsSync(facts)) {
    mkdirSync(folder, { recursive: true })
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=6000', fileOf('./prepare-shop.ts'), folder, String(products), String(events)],
      {
        stdio: 'inherit',
      },
    )
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`the shop could not be prepared (${code})`)
  }
  return JSON.parse(readFileSync(facts, 'utf8')) as ShopFacts
}

/** Similar products over HTTP, one anchor per request, drawn by popularity; the server runs on the first core, the client on the others. */
export async function measureHttp(ask: HttpAsk): Promise<HttpFigures> {
  const shop = await prepareShop(ask)
  const pinned = pinSelf()
  const server = startServer(ask, pinned)
  const hear = async <T>() => (await once(server, 'message'))[0] as T
  const { url, key } = await hear<{ url: string; key: string }>()
  const tell = async <T>(message: string) => {
    const answer = hear<T>()
    server.send(message)
    return answer
  }
  const cpu = async () => {
    const used = await tell<Record<'cpu' | 'loop', NodeJS.CpuUsage>>('cpu')
    return { cpu: used.cpu.user + used.cpu.system, loop: used.loop.user + used.loop.system }
  }
  const random = mulberry32(7)
  const next = () => request({ url: new URL(url), key, anchor: popular(shop.products, random) + 1, view: ask.view })
  const load = (ms: number) => {
    const untilMs = performance.now() + ms
    return driveLoad(new URL(url), next, { connections: CONNECTIONS, until: () => performance.now() > untilMs })
  }
  await load(ask.seconds * 500)
  const before = await cpu()
  const result = await load(ask.seconds * 1000)
  const after = await cpu()
  const resident = residentMegabytes(server.pid)
  // The lag is measured first: timing the calls moves the clock hours ahead, so rankings cached then would not expire for hours.
  const learningLagMs = await measureLag({ url, key, products: shop.products })
  const calls = await tell<number[]>('calls')
  const gone = once(server, 'exit')
  server.send('stop')
  await gone
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    shop,
    pinned,
    connections: CONNECTIONS,
    requestsPerSecond: Math.round(result.perSecond),
    p50Ms: round(result.p50Ms),
    p90Ms: round(result.p90Ms),
    p99Ms: round(result.p99Ms),
    cpuMicrosPerRequest: Math.round((after.cpu - before.cpu) / result.answered),
    loopMicrosPerRequest: Math.round((after.loop - before.loop) / result.answered),
    failed: result.refused,
    modelCallP50Micros: Math.round(calls[Math.floor(calls.length * 0.5)] as number),
    modelCallP99Micros: Math.round(calls[Math.floor(calls.length * 0.99)] as number),
    residentMegabytes: resident,
    learningLagMs,
  }
}

function startServer({ folder, profile }: HttpAsk, pinned: boolean) {
  const flags = [
    '--max-old-space-size=6000',
    '--expose-gc',
    ...(profile ? ['--cpu-prof', '--cpu-prof-dir', folder] : []),
  ]
  const command = [process.execPath, ...flags, fileOf('./serve-shop.ts'), folder]
  const [program, ...rest] = pinned ? ['taskset', '-c', '0', ...command] : command
  return spawn(program as string, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Keeps the client off the server's core. */
function pinSelf(): boolean {
  const cores = availableParallelism()
  if (process.platform !== 'linux' || cores < 2) return false
  try {
    execFileSync('taskset', ['-a', '-cp', `1-${cores - 1}`, String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function residentMegabytes(pid: number | undefined): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(line?.[1]) / 1024)
  } catch {
    return Number.NaN
  }
}

interface Target {
  url: URL
  key: string
  anchor: number
  view: HttpAsk['view']
}

function request({ url, key, anchor, view }: Target): Buffer {
  const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [anchor], view }
  const body = JSON.stringify({ queries: [query] })
  const head = [
    `POST ${PATH} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: Bearer ${key}`,
    `x-shop: ${BENCH_SHOP}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function fileOf(path: string): string {
  return new URL(path, import.meta.url).pathname
}
