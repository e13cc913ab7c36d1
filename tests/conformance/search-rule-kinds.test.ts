import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, type EffectCases, ordered, startEffectCases } from './event-effects.ts'
import type { TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop

const product = (id: number, more: object = {}) => ({
  id,
  title: `Lamp ${id}`,
  vendor: id > 3 ? 'Umbra' : 'Acme',
  product_type: id === 6 ? 'Beds' : 'Lamps',
  created_at: `2020-01-${30 - id}T00:00:00Z`,
  published_at: '2020-01-01T00:00:00Z',
  variants: [{ id: id * 10, price: id * 10, inventory_quantity: 5, inventory_management: 'shopify' }],
  ...more,
})

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop({
    sections: [
      { id: 1, title: 'New', type: 'recent_launch', page_types: ['home'] },
      { id: 2, title: 'New here', type: 'recent_launch', page_types: ['collection'] },
    ],
    collections: [{ id: 3, handle: 'few', title: 'Few', product_ids: [1, 2, 3] }],
    experiences: [
      { id: 9, name: 'Test', variants: ['a', 'b'].map((key) => ({ key, weight: 1 })) },
      {
        id: 10,
        name: 'Words',
        variants: [
          { key: 'a', weight: 0 },
          { key: 'b', weight: 1, search: { synonyms: [['luminaire', 'lamp']] } },
        ],
      },
    ],
  })
  await cases.harness.putProducts(
    shop,
    [1, 2, 3, 4, 5, 6].map((id) => product(id)),
  )
})
afterAll(() => cases.harness.close())

const patch = (body: object) => cases.harness.admin('PATCH', `/shops/${shop.shop}/config`, body)
const setRules = async (...rules: object[]) => {
  const { status, body } = await patch({ search: { rules } })
  expect([status, body.error]).toEqual([200, undefined])
}
const post = async (path: string, body: object) =>
  (await cases.harness.post(`/api/storefront/${path}`, body, shop)).body
const idsOf = (products: { product_id: number }[]) => products.map((one) => one.product_id)
const found = async (body: object = {}) =>
  idsOf((await post('v1/headless/search', { query: 'lamp', ...body })).products)
const section = async (body: object = {}) =>
  (await post('v3/headless/sections', { page_type: 'home', explain: true, ...body })).sections[0]
const preview = async (body: object) =>
  (await cases.harness.admin('POST', `/shops/${shop.shop}/preview/search`, { query: 'lamp', ...body })).body
const faultsOf = async (rule: object) => {
  const { status, body } = await patch({ search: { rules: [{ id: 'x', when: {}, hide: [1], ...rule }] } })
  return status === 200 ? [] : body.error.map(({ path }: { path: unknown[] }) => path.slice(3).join('.'))
}

describe('pins by attribute', () => {
  it('place the best found products that meet the conditions from a position on', async () => {
    await setRules()
    const plain = await found()
    const umbra = plain.filter((id) => id > 3)
    await setRules({ id: 'u', when: { query: 'lamp' }, pin_where: [{ vendor: 'Umbra', position: 2, limit: 2 }] })
    const pinned = await found()
    expect(pinned.slice(1, 3)).toEqual(umbra.slice(0, 2))
    expect(pinned[0]).toBe(plain.filter((id) => !umbra.slice(0, 2).includes(id))[0])
    expect(pinned.toSorted()).toEqual(plain.toSorted())
    expect(await found({ sort_by: 'price_asc' })).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('must have a condition, and name an existing variant', async () => {
    expect(await faultsOf({ pin_where: [{ position: 1, limit: 3 }] })).toEqual(['pin_where.0'])
    expect(await faultsOf({ when: { experience: { id: 9, variant: 'z' } } })).toEqual(['when.experience.variant'])
    expect(await faultsOf({ when: { experience: { id: 8, variant: 'a' } } })).toEqual(['when.experience.id'])
    expect(await faultsOf({ when: { segment: { visits: { least: 1 } } } })).toEqual(['when.segment.visits.least'])
  })
})

describe('rules and synonyms of a variant', () => {
  it('apply only to visitors in that variant', async () => {
    await setRules({ id: 'v', when: { experience: { id: 9, variant: 'b' } }, hide: [1] })
    const hidden = async (variant: string) =>
      !idsOf((await preview({ as: { variant: `exp_9=${variant}` } })).live.products).includes(1)
    expect([await hidden('a'), await hidden('b')]).toEqual([false, true])
    expect(await found()).toContain(1)
    expect(await found({ query: 'luminaire', visitor_id: 'somebody' })).toContain(2)
    expect(await found({ query: 'luminaire' })).toEqual([])
    const { body } = await cases.harness.admin('POST', `/shops/${shop.shop}/explain`, {
      query: 'luminaire',
      product_id: 2,
      as: { variant: 'exp_10=b' },
    })
    expect(body.rank).toBeGreaterThan(0)
  })
})

describe('rules in recommendations', () => {
  const here = { id: 'r', when: {} }

  it('pin, boost and bury where the rule says so, and the explanation names it', async () => {
    const ids = async () => idsOf((await section()).products)
    await setRules({ ...here, pin: [{ product_id: 5, position: 1 }] })
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6])
    await setRules({ ...here, pin: [{ product_id: 5, position: 1 }], recommendations: true })
    const { products } = await section()
    expect(idsOf(products)).toEqual([5, 1, 2, 3, 4, 6])
    expect(products[0].explanation).toEqual({ step: 'rule:r', reason: 'pinned by rule r', rule: 'r' })
    expect(products[1].explanation.rule).toBeUndefined()
    await setRules({ ...here, pin_where: [{ vendor: 'Umbra', position: 2, limit: 2 }], recommendations: true })
    expect(await ids()).toEqual([1, 4, 5, 2, 3, 6])
    await setRules({ ...here, boost: [{ product_type: 'Beds', weight: 10 }], recommendations: ['recent_launch'] })
    expect(await ids()).toEqual([1, 6, 2, 3, 4, 5])
    await setRules({ ...here, bury: [{ vendor: 'Acme' }], recommendations: ['bestsellers'] })
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6])
    await setRules({ ...here, bury: [{ vendor: 'Acme', weight: 10 }], recommendations: true })
    expect(await ids()).toEqual([4, 5, 1, 6, 2, 3])
    const top = await post('v3/headless/recommendations/top', { strategy: 'NEW_ARRIVALS', explain: true })
    expect(idsOf(top.products).slice(0, 2)).toEqual([4, 5])
  })

  it('hide always, also on the page of a collection, and never by a query', async () => {
    await setRules({ ...here, hide: [1] }, { id: 'q', when: { query: 'lamp' }, hide: [2] })
    expect(idsOf((await section()).products)).toEqual([2, 3, 4, 5, 6])
    await setRules({ id: 'c', when: { collection: 'few' }, hide: [2] })
    expect(idsOf((await section()).products)).toContain(2)
    const onPage = await section({ page_type: 'collection', collection: 'few' })
    expect(idsOf(onPage.products)).not.toContain(2)
  })
})

describe('conflicts', () => {
  it('are reported with the rule that lost and the one that won', async () => {
    await setRules()
    const rules = [
      { id: 'one', when: { query: 'lamp' }, pin: [{ product_id: 1, position: 1 }], redirect: '/a', hide: [3] },
      {
        id: 'two',
        when: { query: 'lamp' },
        pin: [
          { product_id: 1, position: 2 },
          { product_id: 2, position: 1 },
          { product_id: 3, position: 3 },
        ],
        redirect: '/b',
      },
      { id: 'other', when: { query: 'bed' }, hide: [4] },
    ]
    const { rules: touches } = await preview({ patch: { search: { rules } } })
    expect(touches.live).toEqual([])
    const reported = touches.draft.map((one: Record<string, unknown>) =>
      [one.rule, one.action, one.product_id, one.reason, one.lost_to, one.moved_by].filter((part) => part !== null),
    )
    expect(reported).toEqual([
      ['one', 'pin', 1],
      ['one', 'hide', 3],
      ['one', 'redirect'],
      ['two', 'pin', 1, 'pinned_before', 'one'],
      ['two', 'pin', 2, 'one'],
      ['two', 'pin', 3, 'hidden', 'one'],
      ['two', 'redirect', 'redirected_before', 'one'],
    ])
    const sorted = await preview({ patch: { search: { rules } }, sort_by: 'price_asc' })
    expect(sorted.rules.draft[0]).toMatchObject({ acts: false, reason: 'sorted_by_shopper' })
  })
})

// These tests come last, because their purchases change recommendations.
describe('rules by shopper behavior', () => {
  it('know days, orders, money spent and types bought, and do not apply to unknown visitors', async () => {
    const day = 86_400_000
    const who = (visitor_id: string) => ({ ...anonymous, visitor_id })
    const at = (ms: number) => ({ timestamp: new Date(Date.now() - ms).toISOString() })
    for (const days of [1, 0]) await cases.send(shop, 'page_viewed', who('regular'), at(days * day))
    await cases.send(shop, 'checkout_completed', who('regular'), { ...ordered('o-1', 6), ...at(day) })
    await cases.send(shop, 'page_viewed', who('newcomer'), at(0))
    await cases.settle()
    const hidesFor = async (segment: object, visitor?: string) => {
      await setRules({ id: 's', when: { segment }, hide: [1] })
      return !(await found(visitor ? { visitor_id: visitor } : {})).includes(1)
    }
    for (const segment of [
      { visits: { min: 2, max: 2 } },
      { orders: { min: 1 } },
      { spent: { min: 1 } },
      { bought_type: 'beds' },
    ]) {
      expect([segment, await hidesFor(segment, 'regular')]).toEqual([segment, true])
      expect([segment, await hidesFor(segment, 'newcomer')]).toEqual([segment, false])
      expect(await hidesFor(segment)).toBe(false)
    }
    expect(await hidesFor({ orders: { max: 0 } }, 'newcomer')).toBe(true)
    expect(await hidesFor({ orders: { max: 0 }, visits: { min: 2 } }, 'newcomer')).toBe(false)
  })
})
