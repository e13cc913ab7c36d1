/** How long after its events are acknowledged a pair of products nobody looked at before is recommended. */
import { viewed } from '../../tests/conformance/recommend-shop.ts'
import { BENCH_SHOP } from './bench-shop.ts'

const EVENTS = '/api/storefront/v3/headless/events'
const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
/** Visits enough for the anchor to say something. */
const VISITS = 6
const GIVE_UP_MS = 30_000

/** Milliseconds from the last answer to an event until the answer to a query has the pair; NaN where it never has. */
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
  // The least popular products: of other groups, so that only these visits bring them together.
  const [anchor, partner] = [products, products - 120]
  for (let i = 0; i < VISITS; i++)
    for (const id of [anchor, partner]) await post(EVENTS, viewed(id, { visitor: `lag-${i}`, daysAgo: 0 }))
  const begunMs = performance.now()
  const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [anchor], view: 'product_ids' }
  while (performance.now() - begunMs < GIVE_UP_MS) {
    const { data } = await post(RECOMMENDATIONS, { queries: [query] })
    if (data.q.recommendations.some((one) => one.product_id === partner)) return Math.round(performance.now() - begunMs)
  }
  return Number.NaN
}
