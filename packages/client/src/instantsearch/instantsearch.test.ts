import { describe, expect, it } from 'vitest'
import type { Client } from '../client.ts'
import type { Tracker } from '../events/tracker.ts'
import { readFacetFilters, readNumericFilters } from './filters.ts'
import { insightsClient, instantSearchClient } from './index.ts'

const bucket = (value: string, count: number) => ({ value, label: value, count })
const product = { productId: 5, title: 'A & B', vendor: 'V', productType: 'T' }
const answer = {
  requestId: 'r',
  products: [product],
  pagination: { page: 3, limit: 20, total: 45, totalPages: 3 },
  searchMetadata: { processingTime: 4 },
  aggregations: {
    color: { buckets: [bucket('Red', 2)] },
    price: { buckets: [], stats: { min: 1, max: 9, avg: null, sum: 10 } },
    weight: { buckets: [], stats: { min: 1, max: 9, avg: 5, sum: 10 } },
    rating: { buckets: [], stats: { min: null, max: null, avg: null, sum: 0 } },
  },
}

function asking(more: object = {}, facets: object = {}) {
  const asked: Record<string, unknown>[] = []
  const search = async (request: Record<string, unknown>) => {
    asked.push(request)
    return { ...answer, ...more }
  }
  const client = { search, filterAggregations: async () => ({ aggregations: facets }) } as unknown as Client
  return { asked, client }
}

describe('a search of InstantSearch', () => {
  it('converts page numbers, which start at 0 there and at 1 here, and limits the page size', async () => {
    const { asked, client } = asking()
    const adapter = instantSearchClient(client)
    const of = (params: object) => adapter.search([{ indexName: 'products', params }])
    for (const params of [{}, { page: 4, hitsPerPage: 0 }, { hitsPerPage: 1000 }]) await of(params)
    expect(asked.map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 20 },
      { page: 5, limit: 1 },
      { page: 1, limit: 100 },
    ])
    const { results } = await of({ query: 'mug' })
    expect(results[0]).toMatchObject({ query: 'mug', page: 2, nbPages: 3, nbHits: 45, hitsPerPage: 20, queryID: 'r' })
    expect(results[0].hits).toMatchObject([{ objectID: '5', _highlightResult: { title: { value: 'A &amp; B' } } }])
    expect((await of({ hitsPerPage: 0 })).results[0].hits).toEqual([])
  })

  it('marks its counts as exact, and passes a redirect on', async () => {
    const request = [{ indexName: 'products', query: 'mug' }]
    const plain = (await instantSearchClient(asking().client).search(request)).results[0]
    expect(plain).toMatchObject({ query: 'mug', exhaustiveNbHits: true, exhaustiveFacetsCount: true })
    expect(plain).not.toHaveProperty('userData')
    const redirected = { searchMetadata: { processingTime: 1, redirect: '/sale' } }
    const { results } = await instantSearchClient(asking(redirected).client).search(request)
    expect(results[0].userData).toEqual([{ redirect: '/sale' }])
  })

  it('returns statistics of the facets that are ranges', async () => {
    const { results } = await instantSearchClient(asking().client).search([{ indexName: 'products' }])
    expect(results[0].facets.color).toEqual({ Red: 2 })
    expect(results[0].facets_stats).toEqual({ price: { min: 1, max: 9, avg: 0, sum: 10 } })
    const own = instantSearchClient(asking().client, { rangeFacets: ['weight'] })
    expect(Object.keys((await own.search([{ indexName: 'p' }])).results[0].facets_stats)).toEqual(['weight'])
  })

  it("is sorted by the suffix of the replica's name, unless the shop decides otherwise", async () => {
    const { asked, client } = asking()
    await instantSearchClient(client).search([{ indexName: 'products_price_asc' }])
    await instantSearchClient(client).search([{ indexName: 'products' }])
    await instantSearchClient(client, { sortOf: () => 'newest', common: () => ({ locale: 'de' }) }).search([
      { indexName: 'products_price_asc' },
    ])
    expect(asked.map(({ sortBy }) => sortBy)).toEqual(['price_asc', undefined, 'newest'])
    expect(asked[2]).toMatchObject({ locale: 'de', highlight: true })
  })

  it('requests the facets of the widgets, without another request for counts that the answer already contains', async () => {
    const { asked, client } = asking()
    const params = { query: 'mug', facets: ['color', 'price', '*'] }
    const count = (facets: string | string[], more = {}) => ({
      indexName: 'p',
      params: { query: 'mug', hitsPerPage: 0, facets, ...more },
    })
    const { results } = await instantSearchClient(client).search([{ indexName: 'p', params }, count('color')])
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ facets: [{ key: 'color' }, { key: 'price' }], options: { limit: 20 } })
    expect(results[1]).toMatchObject({ hits: [], hitsPerPage: 0, facets: { color: { Red: 2 } }, facets_stats: {} })
    const others = [
      count('size'),
      count(['color', 'size']),
      count([]),
      count('color', { query: 'cup' }),
      count('color', { hitsPerPage: 1 }),
    ]
    for (const other of others) await instantSearchClient(client).search([{ indexName: 'p', params }, other])
    await instantSearchClient(client).search([
      { indexName: 'p', params },
      { ...count('color'), indexName: 'q' },
    ])
    expect(asked).toHaveLength(1 + 2 * (others.length + 1))
  })
})

describe('values of a facet', () => {
  const facets = { color: { buckets: ['Red', 'Dark red', 'Blue', '<Red>'].map((value) => bucket(value, 1)) } }
  const valuesOf = async (params: object) => {
    const adapter = instantSearchClient(asking({}, facets).client)
    return (await adapter.searchForFacetValues([{ indexName: 'p', params: { facetName: 'color', ...params } }]))[0]
  }

  it('are those that contain the typed text, marked and escaped', async () => {
    const { facetHits } = await valuesOf({ facetQuery: 'RED' })
    expect(facetHits.map(({ highlighted }: { highlighted: string }) => highlighted)).toEqual([
      '<mark>Red</mark>',
      'Dark <mark>red</mark>',
      '&lt;<mark>Red</mark>&gt;',
    ])
  })

  it('are limited to the requested number, and empty for an unknown facet', async () => {
    expect((await valuesOf({ maxFacetHits: 2 })).facetHits).toMatchObject([
      { highlighted: 'Red' },
      { value: 'Dark red' },
    ])
    expect((await valuesOf({})).facetHits).toHaveLength(4)
    expect((await valuesOf({ facetName: 'size' })).facetHits).toEqual([])
  })
})

describe('filters of InstantSearch', () => {
  it('are alternatives in one list, and must all hold in separate lists', () => {
    const selection = (key: string, value: string[], operator = 'or') => ({ key, value, operator })
    expect(readFacetFilters([['color:Red', 'color:Blue', 'size:1'], 'vendor:a:b'])).toEqual([
      selection('color', ['Red', 'Blue']),
      selection('vendor', ['a:b']),
    ])
    expect(readFacetFilters(['color:Red', ['color:Blue']])).toEqual([selection('color', ['Red', 'Blue'], 'and')])
    expect([readFacetFilters(undefined), readFacetFilters([':x', 'plain', []])]).toEqual([[], []])
    expect(readFacetFilters('a:1')).toEqual([selection('a', ['1'])])
  })

  it('of numbers become ranges, which are open at an end that is not given', () => {
    const range = (...filters: string[]) => readNumericFilters(filters).map(({ key, value }) => `${key} ${value}`)
    expect(range('price>=10', 'price<=50', 'weight < 3')).toEqual(['price 10:50', 'weight :3'])
    expect(range('price>-2.5', 'rating=4')).toEqual(['price -2.5:', 'rating 4:4'])
    expect(range('price', 'price:3')).toEqual([])
  })
})

describe('insights', () => {
  it('become events of a search with its id; orders are reported by the checkout', () => {
    const sent: unknown[] = []
    const custom = async (...event: unknown[]) => void sent.push(event)
    const insights = insightsClient({ custom } as unknown as Tracker)
    const payload = { queryID: 'q', objectIDs: ['1', '2'] }
    insights('viewedObjectIDs', payload)
    insights('clickedObjectIDsAfterSearch', payload, { objectIDs: ['3'] })
    insights('convertedObjectIDs', { ...payload, eventSubtype: 'addToCart', objectData: [{ quantity: 2 }] })
    insights('addedToCartObjectIDs', { objectIDs: ['4'] })
    insights('convertedObjectIDs', payload)
    insights('viewedFilters', { filters: [] }, undefined)
    const products = [{ product_id: '1' }, { product_id: '2' }]
    const track = { request_id: 'q', search_type: 'text', products }
    expect(sent).toEqual([
      ['svc:search_result_rendered', track],
      ['svc:search_result_clicked', track],
      ['svc:search_result_clicked', { search_type: 'text', products: [{ product_id: '3' }] }],
      ['svc:search:add_to_cart', { ...track, products: [{ product_id: '1', quantity: 2 }, { product_id: '2' }] }],
      ['svc:search:add_to_cart', { search_type: 'text', products: [{ product_id: '4' }] }],
    ])
  })
})
