/** How long after its events are acknowledged a product of the same kind that was not shown before is recommended. */
import { randomUUID } from 'node:crypto'
import { viewed } from '../../tests/conformance/recommend-shop.ts'
import { BENCH_SHOP } from './bench-shop.ts'

const EVENTS = '/api/storefront/v3/headless/events'
const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
/** With this many visits, behavior weighs as much as catalog data: fewer move a pair up, but not always to the first page. */
const VISITS = 20
const GIVE_UP_MS = 30_000

/** Milliseconds from the last answer to an event until a query's answer contains the pair; NaN if it never does. */
export async function measureLag({
  url,
  key,
  products,
}: {
  url: string
  key: string
  products: number
}): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-shop': BENCH_SHOP, authorization: `Bearer ${key}` }
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { data: { q: { recommendations: { product_id: number }[] } } }
  }
  // The least popular product: a few more visits make a large difference to it.
  const anchor = products
  const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [anchor], view: 'product_ids' }
  const ask = async () => {
    const { data } = await post(RECOMMENDATIONS, { queries: [query] })
    return new Set(data.q.recommendations.map((one) => one.product_id))
  }
  const shown = await ask()
  let partner = anchor - 1
  while (shown.has(partner)) partner--
  const run = randomUUID()
  for (let i = 0; i < VISITS; i++)
    for (const id of [anchor, partner]) await post(EVENTS, viewed(id, { visitor: `${run}-${i}`, daysAgo: 0 }))
  const begunMs = performance.now()
  while (performance.now() - begunMs < GIVE_UP_MS)
    if ((await ask()).has(partner)) return Math.round(performance.now() - begunMs)
  return Number.NaN
}
