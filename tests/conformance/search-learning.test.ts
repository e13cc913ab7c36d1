import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop, INSTANT, product, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

async function send(visitor: string, name: string, payload: object): Promise<void> {
  const standard = !name.startsWith('svc:')
  const { status, body } = await harness.post(
    '/api/storefront/v1/headless/events',
    {
      channel: 'HEADLESS',
      visitor_id: visitor,
      session_id: `session-${visitor}`,
      event: {
        id: randomUUID(),
        name,
        type: standard ? 'standard' : 'custom',
        timestamp: new Date().toISOString(),
        context: {
          navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36' },
        },
        ...(standard ? { data: payload } : { custom_data: { track: payload } }),
      },
    },
    shop,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const proof = { searches: 500, moved: 100, difference: 0.1, error: 0.01, before: 1, isLive: true }
const PROVEN = { products: proof, values: { ...proof, isLive: false }, weights: { ...proof, isLive: false } }

const settle = () => harness.settle()

const viewed = (id: number) => ({
  productVariant: {
    id: String(id * 100),
    product: { id: String(id), title: 'x' },
    price: { amount: 10, currencyCode: 'USD' },
  },
})

describe('search learns', () => {
  it('what to suggest and what is trending, from searches that led to clicks', async () => {
    for (const visitor of ['a', 'b', 'c']) {
      const { body } = await harness.post(SEARCH, { query: 'summer shirt', visitor_id: visitor }, shop)
      await send(visitor, 'search_submitted', { searchResult: { query: 'summer shirt', productVariants: [] } })
      await send(visitor, 'svc:search_result_clicked', {
        request_id: body.request_id,
        search_term: 'summer shirt',
        products: [{ product_id: body.products[0].product_id }],
      })
    }
    await settle()
    const typed = await harness.post(INSTANT, { query: 'sum', visitor_id: 'z' }, shop)
    expect(typed.body.suggestions[0]).toEqual({
      text: 'summer shirt',
      highlighted: '<mark>sum</mark>mer shirt',
      count: 2,
    })
    const empty = await harness.post(INSTANT, { query: '' }, shop)
    expect(empty.body.trending[0]).toEqual({ text: 'summer shirt', count: 3 })
  })

  it('what shoppers choose for a query: once it is proven, it ranks above equally good matches, and the explanation says so', async () => {
    const asked = { query: 'shirt', explain: true }
    const { body: before } = await harness.post(SEARCH, asked, shop)
    const ids: number[] = before.products.map((one: { product_id: number }) => one.product_id)
    const chosen = ids[1]!
    for (let i = 0; i < 8; i++) {
      // Only clicks on products that were shown to the visitor count.
      const shown = await harness.post(SEARCH, { query: 'shirt', visitor_id: `chooser-${i}` }, shop)
      const track = { request_id: shown.body.request_id, search_term: ' Shirt' }
      await send(`chooser-${i}`, 'svc:search_result_rendered', {
        ...track,
        products: ids.map((id) => ({ product_id: id })),
      })
      await send(`chooser-${i}`, 'svc:search_result_clicked', { ...track, products: [{ product_id: chosen }] })
    }
    await settle()
    const { body: unproven } = await harness.post(SEARCH, asked, shop)
    expect(unproven.products.map((one: { product_id: number }) => one.product_id)).toEqual(ids)
    for (const node of harness.nodes)
      node.learning.conclude(shop.shop, { proofs: PROVEN, windows: new Map(), nowMs: Date.now() })
    const { body: after } = await harness.post(SEARCH, asked, shop)
    const found = after.products as { product_id: number; explanation: { click_score: number | null; match: string } }[]
    expect(found.find((one) => one.product_id === chosen)?.explanation.click_score).toBeGreaterThan(0.1)
    expect(found.findIndex((one) => one.product_id === chosen)).toBe(0)
    const other = await harness.post(SEARCH, { ...asked, query: 'wool shirt' }, shop)
    expect(other.body.products[0].explanation.click_score).toBeNull()
  })

  it('nothing for all shoppers from what one of them typed once', async () => {
    await send('d', 'search_submitted', { searchResult: { query: 'sommer shrit', productVariants: [] } })
    await settle()
    const { body } = await harness.post(INSTANT, { query: '' }, shop)
    expect(body.trending.map((one: { text: string }) => one.text)).not.toContain('sommer shrit')
  })

  it('what a shopper likes, and explains it', async () => {
    const before = (await harness.post(SEARCH, { query: 'shirt', visitor_id: 'fan' }, shop)).body
    expect(before.search_metadata.personalized).toBe(false)
    for (let i = 0; i < 6; i++) await send('fan', 'product_viewed', viewed(2))
    await settle()
    const after = (await harness.post(SEARCH, { query: 'shirt', visitor_id: 'fan', explain: true }, shop)).body
    expect(after.search_metadata.personalized).toBe(true)
    const liked = after.products.find((one: { product_id: number }) => one.product_id === 2)
    const other = after.products.find((one: { product_id: number }) => one.product_id === 3)
    expect(liked.explanation.personal_score).toBeGreaterThan(other.explanation.personal_score)
    const stranger = (await harness.post(SEARCH, { query: 'shirt', visitor_id: 'stranger' }, shop)).body
    expect(stranger.search_metadata.personalized).toBe(false)
  })

  it('what sells', async () => {
    await harness.putProducts(shop, [product(4, 'Ceramic mug', [{ price: 8 }], { product_type: 'Mug' })])
    await send('buyer', 'checkout_completed', {
      checkout: {
        order: { id: 'order-1' },
        currencyCode: 'USD',
        lineItems: [
          { quantity: 5, variant: viewed(4).productVariant, finalLinePrice: { amount: 40, currencyCode: 'USD' } },
        ],
      },
    })
    await settle()
    for (const node of harness.nodes) await node.popularity.runOnce()
    const { body } = await harness.post(SEARCH, { sort_by: 'best_selling', view: 'product_ids' }, shop)
    expect(body.products[0].product_id).toBe(4)
  })

  it('what was shown: every search can be joined to the events that follow', async () => {
    const { body } = await harness.post(
      SEARCH,
      { query: 'wool', visitor_id: 'joined', pagination: { page: 1, limit: 2 } },
      shop,
    )
    for (const node of harness.nodes) await node.events.serves.flush()
    const found = await harness.vitrine?.events.store.findServes(shop.shop, [body.request_id])
    if (found) expect(JSON.stringify(found.get(body.request_id))).toContain('wool')
  })
})
