import type { SearchConfigRequest, ShopConfigInput } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { type IndexedShop, NOW_MS, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { filterDefinitions, listFilters, type PageFilters, weighDefinitions } from './filter-definitions.ts'

const FILTERS: ShopConfigInput['filters'] = [
  {
    id: 1,
    key: 'color',
    title: 'Color',
    attribute_type: 'tag',
    type: 'color',
    operator: 'and',
    position: 7,
    expanded: false,
    suffix: 'x',
    settings: { searchable: true, max_display: 3 },
    values: [
      { value: 'red', label: 'Fiery', hex: '#f00', image: 'https://x.example/r.png', order: 4, position: 9 },
      { value: 'blue' },
      { value: 'off', enabled: false },
    ],
  },
  { id: 2, key: 'price', title: 'Price', attribute_type: 'price', values: [{ value: '0:20.00', label: 'Cheap' }] },
  { id: 3, key: 'vendor', title: 'Brand', attribute_type: 'vendor', values: [{ value: 'Gone' }] },
]

let world: IndexedShop
beforeAll(async () => {
  const one = (id: number, tag: string, price: number, collections: string[] = []) =>
    sampleProduct(id, { tags: [tag], collections, variants: [{ ...sampleProduct(id).variants[0]!, price }] } as never)
  world = await openIndexedShop(
    {
      filters: FILTERS,
      filter_trees: [{ id: 5, title: 'T', target_page: 'collection', target_ids: [8], filters: [2, 1] }],
      collections: [{ id: 8, handle: 'sale', title: 'Sale' }],
    },
    [
      one(1, 'red', 10, ['sale']),
      one(2, 'red', 15),
      one(3, 'green', 40),
      sampleProduct(4, { tags: ['later'], publishedAt: new Date(NOW_MS + 90_000).toISOString() }),
    ],
  )
})
afterAll(() => world.close())

const kept = new LRUCache<string, PageFilters>({ max: 10 })
const define = (body: SearchConfigRequest = {}, nowMs = NOW_MS) =>
  filterDefinitions({ index: world.index, definitions: kept }, world.call(body, { nowMs }))
const filter = async (key: string, body?: SearchConfigRequest) =>
  (await define(body)).filters.find((one) => one.key === key)!

describe('a filter', () => {
  it('D1: has the merchant’s settings', async () => {
    expect(await filter('color')).toMatchObject({
      type: 'color',
      position: 7,
      expanded: false,
      visible: true,
      operator: 'and',
      suffix: 'x',
      settings: {
        searchable: true,
        max_display: 3,
        multi_select: true,
        show_count: true,
        collapsible: true,
        show_more: true,
      },
    })
  })

  it('D2: by default is expanded and visible, has its position in the list, and shows ten values', async () => {
    expect(await filter('vendor')).toMatchObject({
      position: 2,
      expanded: true,
      visible: true,
      operator: 'or',
      suffix: null,
      settings: { searchable: false, max_display: 10, multi_select: true, show_count: true },
    })
  })

  it('D3: has the merchant’s enabled values first, in their order, then the other values of the catalog', async () => {
    const { values } = await filter('color')
    expect(values.map(({ value, label, count, position }) => [value, label, count, position])).toEqual([
      ['red', 'Fiery', 2, 9],
      ['blue', 'blue', 0, 2],
      ['green', 'green', 1, 3],
    ])
    expect(values[0]).toMatchObject({ hex: '#f00', image: 'https://x.example/r.png', order: 4 })
    expect(values[1]).toMatchObject({ hex: null, image: null, order: null })
    expect((await filter('vendor')).values.map(({ value, count }) => [value, count])).toEqual([
      ['Gone', 0],
      ['Acme', 3],
    ])
  })

  it('D4: has the catalog’s bounds for numbers, and ranges in the notation of buckets', async () => {
    const { min, max, values } = await filter('price')
    expect([min, max]).toEqual([10, 40])
    expect(values[0]).toMatchObject({ value: '0:20', label: 'Cheap', count: 2, position: 1 })
  })
})

describe('a page', () => {
  it('D5: has the filters of its tree in the tree’s order, or all filters without a tree', async () => {
    const { filters, filter_tree: tree } = await define({ target_page: 'collection', target_id: 8 })
    expect(filters.map(({ key, position }) => [key, position])).toEqual([
      ['price', 1],
      ['color', 2],
    ])
    expect(tree).toEqual({
      id: 5,
      target_page: 'collection',
      target_ids: [8],
      is_default: false,
      title: 'T',
      settings: {},
      data: [
        { filter_id: 2, key: 'price', position: 1 },
        { filter_id: 1, key: 'color', position: 2 },
      ],
      translations: {},
    })
    const search = await define()
    expect([search.filters.map(({ key }) => key), search.filter_tree]).toEqual([['price', 'vendor', 'color'], null])
  })

  it('D6: of a collection counts what is in it, even if the shop has not configured the collection', async () => {
    const reds = async (body: SearchConfigRequest) => (await filter('color', body)).values[0]!.count
    expect(await reds({ target_page: 'collection', target_id: 8 })).toBe(1)
    expect(await reds({ target_page: 'collection', target_id: 99 })).toBe(0)
    expect(await reds({ target_page: 'search', target_id: 8 })).toBe(2)
    expect(await reds({ target_page: 'collection' })).toBe(2)
  })

  it('D7: is cached for a minute, unless the request skips the cache', async () => {
    kept.clear()
    const first = await define()
    expect((await define({}, NOW_MS + 59_999)).filters).toBe(first.filters)
    expect((await define({ skip_cache: true })).filters).not.toBe(first.filters)
    expect((await define({}, NOW_MS + 60_000)).filters).not.toBe(first.filters)
    const later = (await define({}, NOW_MS + 120_000)).filters[2]!
    expect(later.values.map(({ value }) => value)).toContain('later')
    expect(first.filters[2]!.values.map(({ value }) => value)).not.toContain('later')
  })

  it('D8: has a cache weight of ten, plus ten for each filter and one for each value', async () => {
    expect(weighDefinitions({ filters: [], filter_tree: null })).toBe(10)
    const { filters } = await define()
    const values = filters.reduce((sum, one) => sum + one.values.length, 0)
    expect(weighDefinitions({ filters, filter_tree: null })).toBe(10 + 3 * 10 + values)
  })

  it('D9: has no counts when listed without counts', async () => {
    const { filters, metadata } = await listFilters(
      { index: world.index, definitions: kept },
      world.call({ market: null } as never),
    )
    expect(filters[2]!.values.map(({ count }) => count)).toEqual([null, null, null])
    expect(metadata).toEqual({ region: 'eu', locale: 'en', market: null })
  })
})
