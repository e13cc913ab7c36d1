import {
  createCatalog,
  createShoppers,
  demoConfig,
  plantTruth,
  type Shopper,
  simulateHistory,
  createAssortment,
} from '@vitrine/demo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { live, RECOMMENDATIONS } from './recommend-shop.ts'

const SEED = 'sixty days'
const VISITS = 2000
/** A fixed clock gives every run the same history. */
const endMs = Date.UTC(2026, 4, 20, 12)
const catalog = createCatalog(SEED, endMs)
const truth = plantTruth(SEED, catalog)
const typeOf = new Map(catalog.map(({ product }) => [product.id, product.product_type]))
const history = [
  ...simulateHistory({ seed: SEED, catalog, truth, endMs, days: 60, visits: VISITS, origin: 'http://shop.test' }),
]

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness({}, { clock: () => endMs })
  const { publications, markets, collections } = demoConfig(catalog, endMs)
  shop = await harness.createShop({ publications, markets, collections })
  await harness.putProducts(
    shop,
    catalog.map(({ product }) => product),
  )
  for (let from = 0; from < history.length; from += 500) await live(harness, shop, history.slice(from, from + 500))
})
afterAll(() => harness.close())

interface Recommended {
  product_id: number
  explanation: { step: string }
}

async function ask(type: string, rest: { product_ids?: number[]; user_id?: string } = {}): Promise<Recommended[]> {
  const { product_ids, ...context } = rest
  const query = { id: 'q', recommendation_type: type, product_ids, max_recommendations: 12, view: 'product_ids' }
  const { body } = await harness.post(RECOMMENDATIONS, { queries: [query], explain: true, ...context }, shop)
  return body.data.q.recommendations
}

const idsOf = (products: Recommended[]) => products.map((one) => one.product_id)

describe('after sixty days of simulated shoppers', () => {
  it('the planted pairs are at the top of what is bought together, by orders', async () => {
    const evident = truth.pairs.filter(({ first, second }) => ordersWith(first, second) >= 4)
    // Of the 24 planted pairs, 16 were bought often enough.
    expect(evident.length).toBeGreaterThanOrEqual(15)
    const missed: object[] = []
    for (const { first, second } of evident) {
      const [best] = await ask('bought_together', { product_ids: [first] })
      if (best?.product_id !== second || best.explanation.step !== 'orders') missed.push({ first, second, best })
    }
    expect(missed).toEqual([])
  })

  it('the planted risers are trending', async () => {
    const trending = await ask('trending')
    const found = truth.rising.filter((id) => idsOf(trending).slice(0, 8).includes(id))
    // Measured: 7 of 8 in the first eight positions.
    expect(found.length).toBeGreaterThanOrEqual(6)
    expect(trending[0]?.explanation.step).toBe('trending')
  })

  it('similar products are of the anchor’s type first', async () => {
    let [same, asked] = [0, 0]
    for (const { product } of catalog.filter((_, i) => i % 12 === 0)) {
      const [best] = idsOf(await ask('similar_products', { product_ids: [product.id] }))
      asked++
      if (best !== undefined && typeOf.get(best) === product.product_type) same++
    }
    // Measured: 63 of 63.
    expect(same / asked).toBeGreaterThan(0.95)
  })

  it('shoppers are shown more of what they like than the bestsellers contain', async () => {
    const bestsellers = idsOf(await ask('bestsellers'))
    let [personal, common] = [0, 0]
    const shoppers = frequentShoppers(30)
    for (const { taste, devices } of shoppers) {
      const liked = (ids: number[]) =>
        ids.filter((id) => taste.productTypes.includes(typeOf.get(id) ?? '')).length / ids.length
      personal += liked(idsOf(await ask('personalized', { user_id: devices[0]?.visitorId ?? '' })))
      common += liked(bestsellers)
    }
    // Measured: .59 of the products shown, and .14 of the bestsellers, are of a type that the shopper likes.
    expect(personal / shoppers.length).toBeGreaterThan(0.5)
    expect(personal).toBeGreaterThan(3 * common)
  })
})

/** Returns the shoppers with consent who viewed the most products. */
function frequentShoppers(count: number): Shopper[] {
  const views = new Map<string, number>()
  for (const { event, visitor_id: visitor } of history as { event: { name: string }; visitor_id?: string }[])
    if (visitor && event.name === 'product_viewed') views.set(visitor, (views.get(visitor) ?? 0) + 1)
  const shoppers = createShoppers(SEED, {
    assortment: createAssortment(catalog),
    truth,
    count: Math.ceil(VISITS / 3.2),
  })
  const viewsOf = ({ devices }: Shopper) => views.get(devices[0]?.visitorId ?? '') ?? 0
  return shoppers
    .filter((shopper) => !shopper.declinesAnalytics)
    .sort((a, b) => viewsOf(b) - viewsOf(a))
    .slice(0, count)
}

function ordersWith(first: number, second: number): number {
  const orders = history.filter(({ event }) => event.name === 'checkout_completed')
  return orders.filter(({ event }) => {
    const { checkout } = event.data as { checkout: { lineItems: { variant: { product: { id: string } } }[] } }
    const bought = checkout.lineItems.map(({ variant }) => Number(variant.product.id))
    return bought.includes(first) && bought.includes(second)
  }).length
}
