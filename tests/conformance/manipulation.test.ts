/** Tests how many unsigned events it takes to move a product, and that search still learns from ordinary traffic. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const PRODUCTS = 30
/** Difference in orders between a product and the next. */
const STEP = 4

const DAY_MS = 86_400_000

/** `visitors` of each network buy a product each day without a signature; it rises by `places`. */
const COSTS = [
  { networks: 1, visitors: 12, days: 1, places: 2 },
  { networks: 1, visitors: 300, days: 1, places: 5 },
  { networks: 2, visitors: 24, days: 1, places: 8 },
  { networks: 2, visitors: 48, days: 1, places: 10 },
  { networks: 1, visitors: 36, days: 2, places: 10 },
]

/**
 * `visitors` of one network click on the product at position 20 for a query. `alone` is its new position if nobody else
 * chose anything; `besideOthers`, if a dozen shoppers chose two other products.
 */
const CLICK_COSTS = [
  { visitors: 1, alone: 20, besideOthers: 20 },
  { visitors: 2, alone: 1, besideOthers: 3 },
  { visitors: 300, alone: 1, besideOthers: 3 },
]

let now = Date.now()
let harness: Harness
let shop: TestShop
beforeAll(async () => {
  const limits = { VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' }
  harness = await startHarness({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1' }, { clock: () => now })
})
afterAll(() => harness.close())
beforeEach(async () => {
  shop = await harness.createShop()
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    id: i + 1,
    title: `Sofa ${i + 1}`,
    handle: `sofa-${i + 1}`,
    variants: [{ id: 100 + i, price: '10.00' }],
  }))
  await harness.putProducts(shop, products)
})

const sold = (id: number, quantity = 1) => ({
  data: {
    checkout: {
      order: { id: randomUUID() },
      currencyCode: 'USD',
      lineItems: [
        { quantity, variant: { id: String(99 + id), product: { id: String(id) } }, finalLinePrice: { amount: 10 } },
      ],
    },
  },
})
const post = (
  path: string,
  name: string,
  changes: { from: string; visitor: string | undefined; event: Record<string, unknown> },
) =>
  harness.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shop': shop.shop,
      authorization: `Bearer ${shop.key}`,
      'x-forwarded-for': changes.from,
    },
    body: JSON.stringify(
      sampleEnvelope(name, now, {
        envelope: {
          visitor_id: changes.visitor,
          client_id: undefined,
          customer_id: undefined,
          session_id: changes.visitor && randomUUID(),
        },
        event: { id: randomUUID(), ...changes.event },
      }),
    ),
  })
const LEGACY = '/api/storefront/event'
const buy = (id: number, from: string, visitor: string = randomUUID(), quantity = 1) =>
  post(LEGACY, 'checkout_completed', { from, visitor, event: sold(id, quantity) })

/** With this proof, products move up as soon as a choice is learned. */
const PROOF = { searches: 500, moved: 100, difference: 0.1, error: 0.01, before: 1, isLive: true }
const PROVEN = { products: PROOF, values: PROOF, weights: PROOF }

/** Sends clicks of a dozen networks on an answer that was never given, unless the track names another. */
async function clickAsLiars(track: object, atMs = now): Promise<void> {
  // Repeated clicks of a visitor do not count.
  const round = randomUUID()
  for (let i = 0; i < 12; i++) {
    const custom_data = { track: { request_id: randomUUID(), ...track } }
    const event = { custom_data, timestamp: new Date(atMs).toISOString() }
    await post(LEGACY, 'svc:search_result_clicked', { from: `203.0.${i}.9`, visitor: `liar ${i} ${round}`, event })
  }
}

/** The platform reports orders: most for product 1, fewer for each next product. */
async function sellByTheLadder(): Promise<void> {
  const lines = Array.from({ length: PRODUCTS }, (_, i) =>
    Array.from({ length: (PRODUCTS - i) * STEP }, () =>
      JSON.stringify(sampleEnvelope('checkout_completed', now, { event: { id: randomUUID(), ...sold(i + 1) } })),
    ),
  ).flat()
  const { body } = await harness.request(`/api/admin/v1/shops/${shop.shop}/events/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  expect(body.accepted).toBe(lines.length)
}

async function placeOf(id: number, search: object): Promise<number> {
  await harness.settle()
  for (const { popularity } of harness.nodes) await popularity.runOnce()
  const { body } = await harness.post(SEARCH, { ...search, pagination: { limit: PRODUCTS } }, shop)
  return 1 + body.products.findIndex(({ product_id }: { product_id: number }) => product_id === id)
}
const bestSelling = { query: '', sort_by: 'best_selling' }

describe('a product at position 20', () => {
  const TARGET = 20

  it('M1: does not rise by an order of a million pieces', async () => {
    await sellByTheLadder()
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET)
    expect((await buy(TARGET, '203.0.113.9', 'v', 1_000_000)).status).toBe(200)
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET)
    expect(await placeOf(TARGET, { query: 'sofa' })).toBeGreaterThan(5)
  })

  it.each(COSTS)(
    'M2: rises by $places positions if $visitors visitors a day of each of $networks networks buy it on $days days',
    async ({ networks, visitors, days, places }) => {
      await sellByTheLadder()
      for (let day = 0; day < days; day++) {
        if (day > 0) now += DAY_MS
        for (let network = 0; network < networks; network++)
          for (let i = 0; i < visitors; i++) await buy(TARGET, `203.0.${network}.${i % 250}`)
      }
      expect(await placeOf(TARGET, bestSelling)).toBe(TARGET - places)
    },
  )

  it('M3: rises at the cost that the threat model states', () => {
    const model = readFileSync(new URL('../../docs/security/threat-model.md', import.meta.url), 'utf8')
    const rows = [...model.matchAll(/^ *\|(?: +\d+ +\|){3,4}$/gm)].map(([row]) => row.match(/\d+/g)?.map(Number))
    expect(rows).toEqual([...COSTS, ...CLICK_COSTS].map((cost) => Object.values(cost)))
  })

  it('M9: does not rise by orders without a visitor on a day on which nobody else buys', async () => {
    await sellByTheLadder()
    now += DAY_MS
    for (let i = 0; i < 100; i++)
      await post(LEGACY, 'checkout_completed', { from: '203.0.113.9', visitor: undefined, event: sold(TARGET) })
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET)
  })

  it('M4: does not rise in a query by clicks on answers that were never given, or were given to others, whatever time they state', async () => {
    const lie = { search_term: 'sofa', products: [{ product_id: TARGET }] }
    await clickAsLiars(lie)
    const { body } = await harness.post(SEARCH, { query: 'sofa', visitor_id: 'shopper' }, shop)
    const before = await placeOf(TARGET, { query: 'sofa' })
    await clickAsLiars(lie)
    await clickAsLiars({ ...lie, request_id: body.request_id })
    await clickAsLiars(lie, now - DAY_MS)
    await harness.settle()
    for (const { learning } of harness.nodes)
      learning.conclude(shop.shop, { proofs: PROVEN, windows: new Map(), nowMs: now })
    expect(await placeOf(TARGET, { query: 'sofa' })).toBe(before)
  })
})

describe('a product that shoppers choose for a query', () => {
  const answerTo = async (visitor: string | undefined, query = 'sofa') =>
    (await harness.post(SEARCH, { query, visitor_id: visitor, pagination: { limit: PRODUCTS } }, shop)).body
  const choose = async (product_id: number, { from, asked = 'sofa' }: { from: string; asked?: string }) => {
    const visitor = randomUUID()
    const { request_id } = await answerTo(visitor, asked)
    const event = { custom_data: { track: { request_id, search_term: 'sofa', products: [{ product_id }] } } }
    await post(LEGACY, 'svc:search_result_clicked', { from, visitor, event })
  }
  const placeOnceLearnt = async (id: number) => {
    await harness.settle()
    for (const { learning } of harness.nodes)
      learning.conclude(shop.shop, { proofs: PROVEN, windows: new Map(), nowMs: now })
    return placeOf(id, { query: 'sofa' })
  }

  it.each(CLICK_COSTS)(
    'M12: rises to position $alone, or $besideOthers beside what others chose, by $visitors visitors of one network who searched for it',
    async ({ visitors, alone, besideOthers }) => {
      for (let i = 0; i < visitors; i++) await choose(20, { from: `203.0.113.${i % 250}` })
      expect(await placeOnceLearnt(20)).toBe(alone)
      for (const other of [5, 6]) for (let i = 0; i < 12; i++) await choose(other, { from: `198.51.${i}.9` })
      expect(await placeOnceLearnt(20)).toBe(besideOthers)
    },
  )

  it('M13: does not rise in another query than the one that was answered', async () => {
    for (let i = 0; i < 12; i++) await choose(20, { from: `203.0.${i}.9`, asked: 'sofa 20' })
    expect(await placeOnceLearnt(20)).toBe(20)
  })

  it('M11: stays above a product that a dozen liars choose in one answer without a visitor', async () => {
    const answer = async (visitor?: string) =>
      (await harness.post(SEARCH, { query: 'sofa', visitor_id: visitor, pagination: { limit: PRODUCTS } }, shop)).body
    const track = (request_id: string, product_id: number) => ({ request_id, search_term: 'sofa', products: [{ product_id }] }) // biome-ignore format: one line reads better
    for (let i = 0; i < 4; i++) {
      const event = { custom_data: { track: track((await answer(`s${i}`)).request_id, 21) } }
      await post(LEGACY, 'svc:search_result_clicked', { from: `198.51.${i}.9`, visitor: `s${i}`, event })
    }
    await clickAsLiars(track((await answer()).request_id, 20))
    await harness.settle()
    for (const { learning } of harness.nodes)
      learning.conclude(shop.shop, { proofs: PROVEN, windows: new Map(), nowMs: now })
    expect(await placeOf(21, { query: 'sofa' })).toBeLessThan(await placeOf(20, { query: 'sofa' }))
  })

  it('M10: does not fall if one network reports again and again that it was shown and not chosen', async () => {
    const choose = async (visitor: string, products: number[], name: string) => {
      const shown = await harness.post(SEARCH, { query: 'sofa', visitor_id: visitor, pagination: { limit: PRODUCTS } }, shop) // biome-ignore format: one line reads better
      const track = { request_id: shown.body.request_id, search_term: 'sofa', products: products.map((product_id) => ({ product_id })) } // biome-ignore format: one line reads better
      await post(LEGACY, name, { from: `203.0.${visitor}.9`, visitor, event: { custom_data: { track } } })
    }
    const all = Array.from({ length: PRODUCTS }, (_, i) => i + 1)
    for (let i = 0; i < 12; i++) {
      await choose(String(i), all, 'svc:search_result_rendered')
      await choose(String(i), [i % 3 ? 20 : 10], 'svc:search_result_clicked')
    }
    await harness.settle()
    for (const { learning } of harness.nodes)
      learning.conclude(shop.shop, { proofs: PROVEN, windows: new Map(), nowMs: now })
    const before = [await placeOf(20, { query: 'sofa' }), await placeOf(10, { query: 'sofa' })]
    for (let i = 0; i < 300; i++) {
      const track = { request_id: randomUUID(), search_term: 'sofa', products: [{ product_id: 20 }, { product_id: 1000 + i }] } // biome-ignore format: one line reads better
      await post(LEGACY, 'svc:search_result_rendered', { from: '198.51.100.9', visitor: 'liar', event: { custom_data: { track } } }) // biome-ignore format: one line reads better
    }
    expect(await placeOf(20, { query: 'sofa' })).toBe(before[0])
  })
})

describe('a text that no shopper typed', () => {
  const searched = (query: string) => ({ data: { searchResult: { query } } })
  const typeAhead = async (query: string) => {
    await harness.settle()
    return (await harness.post('/api/storefront/v1/headless/instant-search', { query, limit: 20 }, shop)).body
  }

  it('M7: does not lead the trending searches, however often one network sends it', async () => {
    for (const network of [1, 2, 3])
      for (let i = 0; i < 12; i++)
        await post(LEGACY, 'search_submitted', { from: `203.0.${network}.9`, visitor: `${network} ${i}`, event: searched('sofa') }) // biome-ignore format: one line reads better
    for (let i = 0; i < 200; i++)
      await post(LEGACY, 'search_submitted', { from: `198.51.100.${i}`, visitor: `liar ${i}`, event: searched('go to evil.example') }) // biome-ignore format: one line reads better
    for (let i = 0; i < 50; i++)
      await post(LEGACY, 'search_submitted', { from: '192.0.2.9', visitor: 'liar', event: searched('sofa of evil.example') }) // biome-ignore format: one line reads better
    const { trending } = await typeAhead('')
    expect(trending.slice(0, 2)).toEqual([
      { text: 'sofa', count: 36 },
      { text: 'go to evil.example', count: 23 },
    ])
    expect(JSON.stringify(trending)).not.toContain('sofa of')
  })

  it('M8: is not suggested because of clicks on products that were never shown', async () => {
    for (let i = 0; i < 12; i++)
      await post(LEGACY, 'search_submitted', { from: `203.0.${i}.9`, visitor: `liar ${i}`, event: searched('sofa sofa 17') }) // biome-ignore format: one line reads better
    await clickAsLiars({ search_term: 'sofa sofa 17', products: [{ product_id: 1 }] })
    expect(JSON.stringify((await typeAhead('sofa s')).suggestions)).not.toContain('sofa sofa')
  })
})

describe('an ordinary shop', () => {
  it('M5: learns what sells from shoppers behind three networks, by the storefront key alone', async () => {
    const wanted = [7, 3, 11, 5, 2]
    for (const network of ['203.0.113.9', '198.51.100.9', '192.0.2.9'])
      for (let i = 0; i < 60; i++)
        await buy(wanted[Math.min(4, Math.floor((i % 15) / 5) + Math.floor((i % 5) / 2))]!, network)
    for (const id of wanted) expect(await placeOf(id, bestSelling)).toBeLessThanOrEqual(wanted.length)
  })

  it('M6: learns from a dozen test orders of a dozen visitors in one office', async () => {
    for (let i = 0; i < 12; i++) await buy(i < 8 ? 9 : 4, '203.0.113.9')
    expect([await placeOf(9, bestSelling), await placeOf(4, bestSelling)]).toEqual([1, 2])
  })
})
