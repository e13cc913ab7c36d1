import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { EVERYBODY, EVERYWHERE, indexFields, ONLINE_STORE } from '../../ports/search-index/index-fields.ts'
import { buildSearchRequest, visibilityOf } from './build-search-request.ts'
import type { SemanticQuery } from './semantic-search.ts'
import type { ShopperView } from './shopper-view.ts'
import { openIndexedShop } from './testing/indexed-shop.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const shopper = (parts: Partial<ShopperView> = {}) =>
  ({ onlineStore: true, publicationIds: [], catalogIds: [], marketId: null, ...parts }) as unknown as ShopperView
type Scope = Parameters<typeof visibilityOf>[2]
const visibility = (view: ShopperView, scope: Partial<Scope> = {}, search: object = {}) =>
  visibilityOf(completeConfig({ search }), view, { nowMs: NOW, ...scope })
const allowed = (found: ReturnType<typeof visibility>, name: string) =>
  found.terms.find((term) => term.name === name)?.anyOf

describe('the products that a shopper may see', () => {
  it('V1: are published in the shopper’s channels, by default the online store', () => {
    expect(allowed(visibility(shopper()), indexFields.publication)).toEqual([ONLINE_STORE])
    const app = shopper({ onlineStore: false, publicationIds: ['7'] } as Partial<ShopperView>)
    expect(allowed(visibility(app), indexFields.publication)).toEqual(['7'])
    const both = shopper({ publicationIds: ['7'] } as Partial<ShopperView>)
    expect(allowed(visibility(both), indexFields.publication)).toEqual(['7', ONLINE_STORE])
  })

  it('V2: are sold to everybody, or in the catalogs of the shopper’s company', () => {
    expect(allowed(visibility(shopper()), indexFields.catalog)).toEqual([EVERYBODY])
    expect(allowed(visibility(shopper({ catalogIds: ['c1'] })), indexFields.catalog)).toEqual([EVERYBODY, 'c1'])
  })

  it('V3: are sold in the shopper’s market, or in any market if the shopper has none', () => {
    expect(allowed(visibility(shopper({ marketId: 5 })), indexFields.market)).toEqual([EVERYWHERE, '5'])
    expect(allowed(visibility(shopper()), indexFields.market)).toBeUndefined()
  })

  it('V4: are in the collection of the page', () => {
    expect(allowed(visibility(shopper(), { collection: 'sale' }), indexFields.collection)).toEqual(['sale'])
    expect(allowed(visibility(shopper()), indexFields.collection)).toBeUndefined()
  })

  it('V5: are not hidden by rules at the time of the request', () => {
    expect(visibility(shopper())).toMatchObject({ hidden: [], nowMs: NOW })
    expect(visibility(shopper())).not.toHaveProperty('hiddenTargets')
    const target = { terms: [{ name: 'vendor', value: 'x' }] }
    const rules = { hidden: [3], hiddenTargets: [{ target, rule: '1' }] }
    expect(visibility(shopper(), { rules })).toMatchObject({ hidden: [3], hiddenTargets: [target] })
  })

  it('V6: include sold-out products, unless the shop hides them', () => {
    expect(visibility(shopper()).inStockOnly).toBe(false)
    expect(visibility(shopper(), {}, { exclude_out_of_stock: true }).inStockOnly).toBe(true)
  })
})

describe('the vector search for a query', () => {
  it('V7: gets the query’s words, the language, the mode and the number of products', async () => {
    const { parts, call, close } = await openIndexedShop({}, [sampleProduct(1), sampleProduct(2), sampleProduct(3)])
    const asked: SemanticQuery[] = []
    const semantic = {
      nearest: async (_: unknown, query: SemanticQuery) => {
        asked.push(query)
        return undefined
      },
    }
    await buildSearchRequest({ ...parts, semantic }, call({ query: 'lamp' }))
    await buildSearchRequest({ ...parts, semantic }, call({ query: 'lamp', mode: 'text' as const }))
    await buildSearchRequest({ ...parts, semantic }, call({ query: 'do you have a lamp under $50 -red' }))
    await buildSearchRequest({ ...parts, semantic }, call({ query: 'under $50' }))
    await buildSearchRequest({ ...parts, semantic }, call({ query: 'ke lamp' }))
    const words = { locale: 'en', mode: 'hybrid', isForeign: false, isReadable: true, productCount: 3 }
    const unnamed = [{ word: 'lamp', text: 'lamp' }]
    expect(asked).toMatchObject([
      { query: 'lamp', unnamed, ...words },
      { query: 'a lamp', unnamed, ...words },
      { query: 'ke lamp', unnamed, ...words },
    ])
    await close()
  })
})
