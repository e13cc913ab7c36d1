import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, CONFIG, createSearchShop, FILTERS, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

const aggregate = async (body: object) => (await harness.post(AGGREGATIONS, body, shop)).body
const facet = async (key: string, body: object = {}) =>
  (await aggregate({ facets: [{ key }], ...body })).aggregations[key]

async function counts(key: string, body: object = {}): Promise<Record<string, number>> {
  const { buckets } = await facet(key, body)
  return Object.fromEntries(buckets.map((one: { value: string; count: number }) => [one.value, one.count]))
}

const total = async (applied: object[], body: object = {}) =>
  (await aggregate({ applied_filters: applied, ...body })).metadata.total_products

describe('filter aggregations', () => {
  it('have the shape of the contract', async () => {
    const body = await aggregate({ facets: [{ key: 'color' }, { key: 'price' }] })
    expect(body).toEqual({
      aggregations: {
        color: {
          type: 'terms',
          data_type: 'color',
          buckets: expect.any(Array),
          has_more: false,
          other_count: 0,
        },
        price: {
          type: 'range',
          data_type: 'range',
          buckets: expect.any(Array),
          has_more: false,
          other_count: 0,
          stats: { min: 8, max: 50, avg: 22.6, sum: 113, count: 5 },
        },
      },
      facets: [
        { id: 1, key: 'color', title: 'Colour', data_type: 'color', attribute_type: 'option' },
        { id: 3, key: 'price', title: 'Price', data_type: 'range', attribute_type: 'price' },
      ],
      tree: { id: 100, target_page: 'search', target_id: null, is_default: true },
      metadata: { total_products: 5, query_time: expect.any(Number), region: 'default' },
    })
    expect(body.aggregations.color.buckets[0]).toEqual({
      value: 'Blue',
      label: 'Blue',
      count: 2,
      enabled: true,
      is_others: false,
    })
    expect(Object.keys(body.aggregations.price.buckets[0])).toEqual(['value', 'label', 'count'])
  })

  it("label price ranges in the shopper's currency", async () => {
    const label = async (body: object) => {
      const { buckets } = await facet('price', body)
      return buckets[1].label
    }
    const { buckets } = await facet('price')
    // The first bucket has no lower bound, the last no upper bound.
    expect(buckets[0].label).toMatch(/^up to \$/)
    expect(buckets.at(-1).label).toMatch(/^\$.* & up$/)
    const [from, to] = buckets[1].value.split(':').map(Number)
    const money = (locale: string, currency: string, bound: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
        bound,
      )
    expect(await label({})).toBe(`${money('en', 'USD', from)} – ${money('en', 'USD', to)}`)
    expect(await label({})).toMatch(/^\$/)
    expect(await label({ locale: 'de', currency: 'EUR' })).toMatch(/\u00a0€ – .*\u00a0€$/)
    expect(await label({ locale: 'not a locale', market: 2 })).toMatch(/^€/)
  })

  it('count products, not variants', async () => {
    expect(await counts('color')).toEqual({ Red: 2, Blue: 2, None: 2 })
    expect(await counts('size')).toEqual({ M: 2, L: 2, S: 1, One: 2 })
  })

  it('require option filters and availability of one and the same variant', async () => {
    const red = { key: 'color', value: ['Red'] }
    const medium = { key: 'size', value: ['M'] }
    const inStock = { key: 'stock', value: ['in_stock'] }
    expect(await total([red, medium])).toBe(2)
    expect(await total([red, medium, inStock])).toBe(1)
    expect(await counts('stock', { applied_filters: [red, medium] })).toEqual({ in_stock: 1, out_of_stock: 1 })
    expect(await counts('size', { applied_filters: [{ key: 'color', value: ['Blue'] }] })).toEqual({ M: 1, L: 1 })
  })

  it('ignore their own selection in an "or" facet and apply it in an "and" facet', async () => {
    const red = { key: 'color', value: ['Red'] }
    expect(await counts('color', { applied_filters: [red] })).toEqual({ Red: 2, Blue: 2, None: 2 })
    expect(await counts('color', { applied_filters: [{ ...red, operator: 'and' }] })).toEqual({ Red: 2, Blue: 1 })
    const summer = { key: 'tag', value: ['summer'] }
    expect(await counts('tag', { applied_filters: [summer] })).toEqual({ summer: 3, linen: 1, kitchen: 1 })
    expect(await total([{ key: 'tag', value: ['summer', 'linen'] }])).toBe(1)
    expect(await total([{ key: 'tag', value: ['summer', 'linen'], operator: 'or' }])).toBe(3)
    expect(await total([{ key: 'color', value: ['Red', 'Blue'], operator: 'AND' }])).toBe(1)
  })

  it('accept every notation of a range, in the presentment currency', async () => {
    const price = (...value: string[]) => [{ key: 'price', value }]
    expect(await total(price('10:25'))).toBe(3)
    expect(await total(price('25:'))).toBe(2)
    expect(await total(price(':10'))).toBe(2)
    expect(await total(price('10', '25'))).toBe(3)
    expect(await total(price('8:8', '50:50'))).toBe(2)
    expect(await total(price(':5'), { currency: 'EUR' })).toBe(2)
    expect(await total(price(':5'), { market: 2 })).toBe(2)
    expect((await facet('price', { currency: 'EUR' })).stats).toMatchObject({ min: 4, max: 25 })
  })

  it('filter and count by the prices of the market, which are those that are shown', async () => {
    const atEight = await total([{ key: 'price', value: ['8:8'] }])
    expect(atEight).toBeGreaterThan(0)
    const shown = (8 * 1.2 * 0.5).toFixed(1)
    expect(await total([{ key: 'price', value: [`${shown}:${shown}`] }], { market: 3, publication_ids: ['1'] })).toBe(atEight) // biome-ignore format: one line reads better
    expect((await facet('price', { market: 3 })).stats.min).toBe(4.8)
  })

  it('count for each range what a search in that range returns', async () => {
    const { buckets } = await facet('price', { currency: 'EUR' })
    expect(buckets.length).toBeGreaterThan(1)
    for (const { value, count } of buckets) {
      expect(await total([{ key: 'price', value: [value] }], { currency: 'EUR' })).toBe(count)
    }
  })

  it('count vendors, metafields, ratings, reductions and collections', async () => {
    expect(await counts('vendor')).toEqual({ Acme: 4, Öko: 1 })
    expect(await counts('material')).toEqual({ Linen: 1, Silk: 1, Wool: 1 })
    expect(await counts('rating')).toEqual({ '4:': 1, '3:': 2, '2:': 2, '1:': 2 })
    expect(await total([{ key: 'rating', value: ['4'] }])).toBe(1)
    expect(await counts('sale')).toEqual({ false: 4, true: 1 })
    expect(await counts('collection')).toEqual({ shirts: 3, cheap: 2 })
    expect(await total([{ key: 'collection', value: ['11'] }])).toBe(3)
    const { buckets } = await facet('collection')
    expect(buckets[0].label).toBe('Shirts')
  })

  it('return 20 values by default, in every order', async () => {
    const filters = [
      { id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' },
      { id: 2, key: 'type', title: 'Type', attribute_type: 'product_type', settings: { sort_by: 'value' } },
    ]
    const many = await harness.createShop({ filters })
    const products = Array.from({ length: 25 }, (_, i) => ({
      id: i + 1,
      title: `P${i}`,
      vendor: `V${i}`,
      product_type: `T${i}`,
    }))
    await harness.putProducts(
      many,
      products.map((product) => ({ ...product, variants: [{ id: product.id, price: 1 }] })),
    )
    const sizes = async (options?: object) => {
      const { body } = await harness.post(
        AGGREGATIONS,
        { facets: [{ key: 'vendor' }, { key: 'type' }], ...options },
        many,
      )
      return ['vendor', 'type'].map((key) => body.aggregations[key].buckets.length)
    }
    expect(await sizes()).toEqual([20, 20])
    expect(await sizes({ options: { sort_by: 'value' } })).toEqual([20, 20])
    expect(await sizes({ options: { limit: 200 } })).toEqual([25, 25])
  })

  it('limit, sum up and sort the buckets', async () => {
    const one = await facet('size', { options: { limit: 1, sort_by: 'value' } })
    expect(one).toMatchObject({ buckets: [{ value: 'S', count: 1 }], has_more: true, other_count: 6 })
    const byPosition = await facet('color', { options: { sort_by: 'position' } })
    expect(byPosition.buckets[0]).toMatchObject({ value: 'Red', label: 'Rouge' })
    const grouped = await createSearchShop(harness, {
      filters: [
        {
          id: 1,
          key: 'size',
          title: 'Size',
          attribute_type: 'option',
          attribute: 'Size',
          settings: { group_others: true },
        },
      ],
      filter_trees: [],
    })
    const { body } = await harness.post(AGGREGATIONS, { options: { limit: 2, sort_by: 'value' } }, grouped)
    expect(body.aggregations.size.buckets).toMatchObject([
      { value: 'S', count: 1, is_others: false },
      { value: 'M', count: 2, is_others: false },
      { value: '__others__', count: 4, is_others: true },
    ])
  })

  it('hide empty and disabled values unless they are requested or selected', async () => {
    expect(await counts('color', { query: 'mug' })).toEqual({ None: 1 })
    expect(await counts('color', { query: 'mug', options: { include_zero_counts: true } })).toEqual({
      None: 1,
      Red: 0,
      Blue: 0,
    })
    expect(await counts('vendor', { query: 'mug', applied_filters: [{ key: 'vendor', value: ['Öko'] }] })).toEqual({
      Acme: 1,
      Öko: 0,
    })
    const { buckets } = await facet('color', { options: { include_disabled: true } })
    expect(buckets.find((one: { value: string }) => one.value === 'Mauve')).toMatchObject({ count: 1, enabled: false })
  })

  it("default to the requested tree, then the collection's, then the page's", async () => {
    expect(Object.keys((await aggregate({})).aggregations)).toEqual(['size', 'color'])
    const collection = await aggregate({ collection: 'shirts' })
    expect(Object.keys(collection.aggregations)).toEqual(['price', 'vendor'])
    expect(collection.tree).toEqual({ id: 101, target_page: 'collection', target_id: 11, is_default: false })
    const other = await aggregate({ collection: 'cheap' })
    expect(other.tree).toBeNull()
    expect(Object.keys(other.aggregations)).toHaveLength(10)
    expect(Object.keys((await aggregate({ tree: 101 })).aggregations)).toEqual(['price', 'vendor'])
  })

  it('refuse an unknown facet, filter, operator, range or tree with an item that names its path', async () => {
    const refused = async (body: object) => {
      const answer = await harness.post(AGGREGATIONS, body, shop)
      expect(answer.status).toBe(400)
      expect(answer.body.ok).toBe(false)
      return answer.body.error[0]
    }
    expect(await refused({ facets: [{ key: 'color' }, { key: 'nope' }] })).toMatchObject({
      path: ['facets', 1, 'key'],
      type: 'any.only',
    })
    expect(await refused({ applied_filters: [{ key: 'nope', value: ['x'] }] })).toMatchObject({
      path: ['applied_filters', 0, 'key'],
    })
    expect(await refused({ applied_filters: [{ key: 'color', value: ['x'], operator: 'xor' }] })).toMatchObject({
      path: ['applied_filters', 0, 'operator'],
    })
    expect(await refused({ applied_filters: [{ key: 'price', value: ['cheap'] }] })).toMatchObject({
      path: ['applied_filters', 0, 'value'],
    })
    expect(await refused({ applied_filters: [{ value: ['x'] }] })).toMatchObject({
      path: ['applied_filters', 0, 'key'],
      type: 'any.required',
    })
    expect(await refused({ tree: 999 })).toMatchObject({ path: ['tree'], type: 'any.only' })
  })

  it('agree with search on every selection', async () => {
    const selections = [
      [],
      [{ key: 'color', value: ['Red'] }],
      [
        { key: 'color', value: ['Red', 'Blue'], operator: 'and' },
        { key: 'stock', value: ['in_stock'] },
      ],
      [
        { key: 'price', value: [':20'] },
        { key: 'tag', value: ['summer'] },
      ],
      [
        { key: 'collection', value: ['shirts'] },
        { key: 'vendor', value: ['Acme'] },
      ],
    ]
    for (const applied_filters of selections) {
      for (const query of ['', 'shirt', 'mug']) {
        const { body } = await harness.post(SEARCH, { query, applied_filters }, shop)
        expect(body.pagination.total).toBe(await total(applied_filters, { query }))
        expect(body.products).toHaveLength(body.pagination.total)
      }
    }
  })
})

describe('config and filters', () => {
  it('return the whole search configuration of a page', async () => {
    const { status, body } = await harness.post(CONFIG, { locale: 'de', target_page: 'search', skip_cache: true }, shop)
    expect(status).toBe(200)
    expect(body.config).toMatchObject({
      instant_search_enabled: true,
      default_ordering: 'relevance',
      default_search_result_page_size: 20,
      instant_search_objects: ['product', 'collection', 'page', 'auto_suggestion'],
      image_search_pages: null,
      settings: {},
    })
    expect(body.config).not.toHaveProperty('rules')
    expect(body.config).not.toHaveProperty('synonyms')
    expect(body).toMatchObject({
      shop: { currency_format: expect.any(String), primary_locale: 'en', currency: 'USD' },
      analytics: { enabled: true, tracking_id: null },
      translations: { add_to_cart: 'In den Warenkorb' },
      token: expect.any(String),
      metadata: { region: 'default', locale: 'de', market: null },
      filter_tree: { id: 100, target_page: 'search', target_ids: [], is_default: true, title: 'Search page' },
    })
    expect(body.filters.map((one: { key: string }) => one.key)).toEqual(['size', 'color'])
    expect(body.filters[1]).toMatchObject({
      id: 1,
      type: 'color',
      operator: 'or',
      settings: { multi_select: true, show_count: true, max_display: 10 },
      min: null,
      unit: null,
      values: [{ value: 'Red', label: 'Rouge', hex: '#f00', position: 1 }, { value: 'Blue' }, { value: 'None' }],
    })
  })

  it('return the tree of a collection and the bounds of its prices', async () => {
    const { body } = await harness.post(CONFIG, { target_page: 'collection', target_id: 11 }, shop)
    expect(body.filter_tree.id).toBe(101)
    expect(body.filters[0]).toMatchObject({ key: 'price', min: 10, max: 25 })
  })

  it('list definitions without counts', async () => {
    const { body } = await harness.post(FILTERS, { target_page: 'search' }, shop)
    expect(Object.keys(body).sort()).toEqual(['filter_tree', 'filters', 'metadata'])
    for (const filter of body.filters) for (const value of filter.values) expect(value.count).toBeNull()
  })

  it('change at once with the configuration', async () => {
    const own = await createSearchShop(harness)
    await harness.post(CONFIG, {}, own)
    await harness.admin('PATCH', `/shops/${own.shop}/config`, { search: { search_page_handle: 'find' } })
    expect((await harness.post(CONFIG, {}, own)).body.config.search_page_handle).toBe('find')
  })

  it('refuse a wrong target page and an unknown publication', async () => {
    const page = await harness.post(CONFIG, { target_page: 'cart' }, shop)
    expect(page).toMatchObject({
      status: 400,
      body: { ok: false, error: [{ path: ['target_page'], type: 'any.only' }] },
    })
    const channel = await harness.post(CONFIG, { publication_ids: '99' }, shop)
    expect(channel).toMatchObject({ status: 400, body: { ok: false, error: [{ path: ['publication_ids'] }] } })
  })
})
