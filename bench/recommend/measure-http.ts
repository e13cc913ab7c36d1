import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { driveLoad } from '../ingest/drive-load.ts'
import { mulberry32, popular } from './make-visits.ts'

export interface HttpFigures {
  products: number
  requestsPerSecond: number
  /** Clock; shared with the client and whatever else runs. */
  p50Ms: number
  p99Ms: number
  /** Of the server's process, all threads. */
  cpuMicrosPerRequest: number
  /** Of its event loop alone: a million over this is what one core can answer. */
  loopMicrosPerRequest: number
  failed: number
}

const PATH = '/api/storefront/v3/headless/recommendations'

/** Similar products as ids over HTTP, anchors by popularity. */
export async function measureHttp(products: number, events: number, seconds: number): Promise<HttpFigures> {
  const server = fork(fileURLToPath(new URL('./serve-shop.ts', import.meta.url)), [String(products), String(events)])
  const [{ url, key, shop }] = (await once(server, 'message')) as [{ url: string; key: string; shop: string }]
  const cpu = async () => {
    server.send('cpu')
    const [used] = (await once(server, 'message')) as [Record<'cpu' | 'loop', NodeJS.CpuUsage>]
    return { cpu: used.cpu.user + used.cpu.system, loop: used.loop.user + used.loop.system }
  }
  const random = mulberry32(7)
  const next = () => request({ url: new URL(url), key, shop, anchor: popular(products, random) + 1 })
  const load = (ms: number) => {
    const untilMs = performance.now() + ms
    return driveLoad(new URL(url), next, { connections: 16, until: () => performance.now() > untilMs })
  }
  await load(seconds * 500)
  const before = await cpu()
  const result = await load(seconds * 1000)
  const after = await cpu()
  server.send('stop')
  return {
    products,
    requestsPerSecond: Math.round(result.perSecond),
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMicrosPerRequest: Math.round((after.cpu - before.cpu) / result.answered),
    loopMicrosPerRequest: Math.round((after.loop - before.loop) / result.answered),
    failed: result.refused,
  }
}

interface Target {
  url: URL
  key: string
  shop: string
  anchor: number
}

function request({ url, key, shop, anchor }: Target): Buffer {
  const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [anchor], view: 'product_ids' }
  const body = JSON.stringify({ queries: [query] })
  const head = [
    `POST ${PATH} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: Bearer ${key}`,
    `x-shop: ${shop}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
