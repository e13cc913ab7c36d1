import { setTimeout as pause } from 'node:timers/promises'
import { driveLoad } from '../ingest/drive-load.ts'
import { type NextRequest, requestMaker } from '../ingest/event-bodies.ts'
import type { BenchNode } from './bench-node.ts'
import { ADMIN_KEY } from './open-bench-shop.ts'

const KINDS = 'dress shirt lamp rug mug sofa table chair vase towel'.split(' ')
const COLORS = 'red blue green black white'.split(' ')
const PAST_EVENTS = 500

export const WORKLOADS = ['events', 'searches', 'recommendations'] as const
export type Workload = (typeof WORKLOADS)[number]

export interface BenchShop {
  shop: string
  key: string
}

/** Resolves once every node has the shop in memory. */
export async function createShop(nodes: readonly BenchNode[], shop: string, products: number): Promise<BenchShop> {
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

export async function untilFound(url: URL, { shop, key }: BenchShop): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'x-shop': shop, 'content-type': 'application/json' }
  for (;;) {
    const body = JSON.stringify({ query: 'dress', mode: 'text', view: 'product_ids' })
    const answer = await fetch(`${url.origin}/api/storefront/v1/headless/search`, { method: 'POST', headers, body })
    if (answer.ok && ((await answer.json()) as { products: unknown[] }).products.length > 0) return
    await pause(100)
  }
}

export function workloads({ shop, key }: BenchShop): Record<Workload, (host: string) => NextRequest> {
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
