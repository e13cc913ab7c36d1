/** Tests why a product has its position in a search, or is absent, and what a change would move. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { type IndexedShop, NOW_MS, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { explainProduct } from './explain-product.ts'
import { movesOf, type PreviewFeatures, previewAggregations, previewInstantSearch, previewSearch } from './preview.ts'
import { previewCall, previewShops } from './preview-shop.ts'

let world: IndexedShop
let deps: PreviewFeatures
beforeAll(async () => {
  const named = (id: number, title: string, parts: object = {}) =>
    sampleProduct(id, { title, collections: ['all'], tags: [], ...parts } as never)
  world = await openIndexedShop(
    {
      filters: [{ id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' }],
      collections: [{ id: 1, handle: 'all', title: 'All' }],
      experiences: [
        {
          id: 3,
          name: 'E',
          status: 'paused',
          variants: [
            { key: 'a', weight: 1 },
            { key: 'b', weight: 1 },
          ],
        },
        { id: 4, name: 'F', status: 'active', variants: [{ key: 'a', weight: 1 }] },
      ],
      search: {
        rules: [
          { id: 'h', when: {}, hide: [6] },
          { id: 'w', when: {}, hide_where: [{ tag: 'secret' }, { tag: 'never' }] },
          { id: 'p', when: { query: 'mug' }, pin: [{ product_id: 3, position: 1 }] },
        ],
      },
    } as never,
    [
      named(1, 'Blue mug'),
      named(2, 'Blue mug with a very long name of many words'),
      named(3, 'Red mug'),
      named(4, 'Lamp', { collections: [] }),
      named(5, 'Draft mug', { status: 'draft' }),
      named(6, 'Hidden mug'),
      named(7, 'Secret mug', { tags: ['secret'] }),
      named(8, 'Other mug', { vendor: 'Bolt' }),
    ],
  )
  const instant = { ...world.parts, queries: { topQueries: async () => [] } }
  deps = {
    store: world.records,
    drafts: { getDraft: async () => undefined },
    withAutomatic: async (_: unknown, config: unknown) => config,
    region: 'eu',
    search: world.parts,
    instant,
    facets: world.parts,
    sections: { catalogs: {} },
  } as unknown as PreviewFeatures
})
afterAll(() => world.close())

const asked = <Body extends object>(body: Body, nowMs = NOW_MS) => ({ shop: 'a.example', body, requestId: 'r', nowMs })
const explain = (product_id: number, body: object = {}) =>
  explainProduct(deps, asked({ query: 'mug', product_id, ...body } as never))

describe('a product that is found', () => {
  it('E1: has its rank, and the reason why the product above it ranks higher', async () => {
    const first = await explain(3)
    expect(first).toMatchObject({ rank: 1, above: null, distance: null, absent: null, total: 4, query: 'mug' })
    expect(first.standing).toMatchObject({ product_id: 3, rank: 1 })
    const second = await explain(1)
    expect(second.rank).toBeGreaterThan(1)
    expect(second.above).toMatchObject({ rank: second.rank! - 1 })
    const ranks = await Promise.all([3, 1, 2, 8].map(async (id) => (await explain(id)).rank))
    expect(ranks.toSorted()).toEqual([1, 2, 3, 4])
    expect((await explain([1, 2, 8][ranks.slice(1).indexOf(2)]!)).distance?.decided_by).toBe('rule')
  })

  it('E2: is ranked in the requested sort order', async () => {
    expect((await explain(2, { sort_by: 'title_asc' })).rank).toBe(2)
    expect((await explain(2, { sort_by: 'title_desc' })).rank).toBe(3)
  })
})

describe('a product that is not found', () => {
  const reason = async (id: number, body?: object) => (await explain(id, body)).absent?.reason

  it('E3: does not exist or is not visible', async () => {
    expect([await reason(99), await reason(5)]).toEqual(['unknown_product', 'not_active'])
  })

  it('E4: is hidden by the given rule, which names the product or a condition', async () => {
    expect((await explain(6)).absent).toMatchObject({ reason: 'hidden', rule: 'h' })
    expect((await explain(7)).absent).toMatchObject({ reason: 'hidden', rule: 'w' })
  })

  it('E5: does not pass the given filter', async () => {
    const applied_filters = [{ key: 'vendor', value: ['Acme'] }]
    expect((await explain(8, { applied_filters })).absent).toMatchObject({ reason: 'filter', filters: ['vendor'] })
    expect((await explain(1, { applied_filters })).absent).toBeNull()
  })

  it('E4b: is explained by the first of two rules that hide it, not by a rule that hides others', async () => {
    const twice = { search: { rules: [{ id: 'x', when: {}, hide_where: [{ tag: 'secret' }] }, { id: 'y', when: {}, hide_where: [{ vendor: 'Acme' }] }] } } // biome-ignore format: one line reads better
    expect((await explain(7, { patch: twice })).absent).toMatchObject({ reason: 'hidden', rule: 'x' })
    expect((await explain(1, { patch: twice })).absent).toMatchObject({ reason: 'hidden', rule: 'y' })
  })

  it('E6: is not in the collection, or does not match the words', async () => {
    expect(await reason(4, { query: '', collection: 'all' })).toBe('collection')
    expect(await reason(4)).toBe('no_word')
    expect(await reason(3, { query: 'lamp', collection: 'all' })).toBe('no_word')
  })
})

describe('the comparison of before and after a change', () => {
  it('E7: lists moved products with both positions, those that disappear last', () => {
    expect(movesOf([1, 2, 3], [3, 2, 4])).toEqual([
      { product_id: 3, from: 3, to: 1 },
      { product_id: 4, from: null, to: 3 },
      { product_id: 1, from: 1, to: null },
    ])
    expect(movesOf([1], [1])).toEqual([])
  })

  it('E8: lists the effects of changed rules, and records nothing', async () => {
    world.served.length = 0
    const patch = { search: { rules: [{ id: 'n', when: { query: 'mug' }, pin: [{ product_id: 8, position: 1 }] }] } }
    const both = await previewSearch(deps, asked({ query: 'mug', patch } as never))
    expect(both.moves[0]).toMatchObject({ product_id: 8, to: 1 })
    expect([both.live.pagination.total, both.draft.pagination.total]).toEqual([4, 6])
    expect(both.rules.draft).toMatchObject([{ rule: 'n', action: 'pin', product_id: 8 }])
    const instant = await previewInstantSearch(deps, asked({ query: 'mug', patch } as never))
    expect(instant.moves[0]).toMatchObject({ product_id: 8, to: 1 })
    const same = await previewSearch(deps, asked({ query: 'mug' } as never))
    expect([same.moves, same.live === same.draft]).toEqual([[], true])
    expect(world.served).toEqual([])
  })

  it('E9: lists changed counts with both numbers, null if there was none', async () => {
    const patch = { search: { rules: [{ id: 'n', when: {}, hide: [8, 1] }] } }
    const { moves } = await previewAggregations(
      deps,
      asked({ query: 'mug', facets: [{ key: 'vendor' }], patch } as never),
    )
    expect(moves).toEqual([
      { key: 'vendor', value: 'Acme', from: 3, to: 4 },
      { key: 'vendor', value: 'Bolt', from: 1, to: null },
    ])
  })
})

describe('the shop with a change', () => {
  const shops = (body: object) => previewShops(deps, 'a.example', body)

  it('E10: is the live shop without a change; draft and patch cannot be combined', async () => {
    const { live, draft } = await shops({})
    expect(draft).toBe(live)
    await expect(shops({ draft: 'd', patch: {} })).rejects.toMatchObject({ items: [{ path: ['patch'] }] })
    await expect(shops({ draft: 'd' })).rejects.toMatchObject({ status: 404 })
    await expect(previewShops(deps, 'b.example', {})).rejects.toMatchObject({ status: 404 })
    await expect(shops({ patch: { search: { rules: 7 } } })).rejects.toMatchObject({ name: 'RequestRefused' })
    expect((await shops({ patch: { shop: { name: 'New' } } })).draft.config.shop.name).toBe('New')
  })

  it('E11: puts everybody in the given variant, even of a paused experience; other experiences stay unchanged', async () => {
    const { live } = await shops({ as: { variant: 'exp_3=b' } })
    expect(live.config.experiences).toMatchObject([
      { id: 3, status: 'active', variants: [{ key: 'b' }] },
      { id: 4, status: 'active', variants: [{ key: 'a' }] },
    ])
    expect(live.config.experiences[0]!.variants).toHaveLength(1)
    for (const variant of ['exp_3=c', 'exp_9=a', 'b'])
      await expect(shops({ as: { variant } })).rejects.toMatchObject({ items: [{ path: ['as', 'variant'] }] })
  })

  it('E12: is seen by a given shopper, with market, language, device, time and visitor', () => {
    const seen = (body: object) => previewCall(deps, world.shop, asked(body as never))
    const eyes = {
      market: 'eu',
      locale: 'de',
      device: 'mobile',
      at: '2026-04-01T00:00:00Z',
      visitor_id: 'w',
      customer_id: 'c',
    }
    const through = seen({ as: eyes, market: 'us', locale: 'fr', visitor_id: 'x', customer_id: 'y' })
    expect(through).toMatchObject({
      body: { market: 'eu', locale: 'de' },
      identity: { visitorId: 'w', clientId: null, customerId: 'c' },
      nowMs: Date.parse('2026-04-01T00:00:00Z'),
      headers: { 'user-agent': expect.stringContaining('iPhone') },
      proof: { isServerSide: true },
    })
    const plain = seen({ market: 'us', locale: 'fr', user_id: 'u' })
    expect(plain).toMatchObject({ body: { market: 'us', locale: 'fr' }, identity: { visitorId: 'u' }, nowMs: NOW_MS })
    expect(plain.headers).toEqual({})
    expect(seen({ visitor_id: 'x', user_id: 'u' }).identity.visitorId).toBe('x')
    expect([seen({}).identity.visitorId, seen({ as: { variant: 'exp_3=b' } }).identity.visitorId]).toEqual([
      null,
      'preview',
    ])
  })
})
