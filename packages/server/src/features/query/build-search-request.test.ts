import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { EVERYBODY, EVERYWHERE, indexFields, ONLINE_STORE } from '../../ports/search-index/index-fields.ts'
import { buildSearchRequest, visibilityOf } from './build-search-request.ts'
import { ALREADY_ADMITTED } from '../work-ledger.ts'
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

describe('what a shopper may see', () => {
  it('V1: what is published where they shop: the online store is one place, others are named', () => {
    expect(allowed(visibility(shopper()), indexFields.publication)).toEqual([ONLINE_STORE])
    const app = shopper({ onlineStore: false, publicationIds: ['7'] } as Partial<ShopperView>)
    expect(allowed(visibility(app), indexFields.publication)).toEqual(['7'])
    const both = shopper({ publicationIds: ['7'] } as Partial<ShopperView>)
    expect(allowed(visibility(both), indexFields.publication)).toEqual(['7', ONLINE_STORE])
  })

  it('V2: what is sold to everybody, and the catalogs of their company alone', () => {
    expect(allowed(visibility(shopper()), indexFields.catalog)).toEqual([EVERYBODY])
    expect(allowed(visibility(shopper({ catalogIds: ['c1'] })), indexFields.catalog)).toEqual([EVERYBODY, 'c1'])
  })

  it('V3: what is sold in their market; without one every market', () => {
    expect(allowed(visibility(shopper({ marketId: 5 })), indexFields.market)).toEqual([EVERYWHERE, '5'])
    expect(allowed(visibility(shopper()), indexFields.market)).toBeUndefined()
  })

  it('V4: of the collection that is browsed', () => {
    expect(allowed(visibility(shopper(), { collection: 'sale' }), indexFields.collection)).toEqual(['sale'])
    expect(allowed(visibility(shopper()), indexFields.collection)).toBeUndefined()
  })

  it('V5: nothing that rules hide, at the moment of the request', () => {
    expect(visibility(shopper())).toMatchObject({ hidden: [], nowMs: NOW })
    expect(visibility(shopper())).not.toHaveProperty('hiddenTargets')
    const target = { terms: [{ name: 'vendor', value: 'x' }] }
    const rules = { hidden: [3], hiddenTargets: [{ target, rule: '1' }] }
    expect(visibility(shopper(), { rules })).toMatchObject({ hidden: [3], hiddenTargets: [target] })
  })

  it('V6: what is sold out too, unless the shop hides it', () => {
    expect(visibility(shopper()).inStockOnly).toBe(false)
    expect(visibility(shopper(), {}, { exclude_out_of_stock: true }).inStockOnly).toBe(true)
  })
})

describe('what a search asks of the vectors', () => {
  it('V7: with the words, the language, the mode and how many products there are', async () => {
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
    expect(asked).toEqual([{ query: 'lamp', locale: 'en', mode: 'hybrid', productCount: 3 }])
    await close()
  })
})

describe('constraints', () => {
  const chair = (id: number, color: string, bodyHtml: string) => inColor(id, `Chair ${id}`, color, { bodyHtml })
  const goods = [
    ...[1, 2, 3].map((id) => inColor(id, `Sofa ${id}`, 'Gray', { productType: 'Sofas' })),
    ...[4, 5].map((id) => inColor(id, `Cover for a sofa ${id}`, 'Blue', { productType: 'Covers' })),
    chair(6, 'Green', '<p>Goes well with every sofa.</p>'),
    chair(7, 'Green', '<p>Folds away.</p>'),
  ]
  const ask = async (query: string) => {
    const { parts, call, close } = await openIndexedShop({}, goods)
    const { understood, constraintsDropped } = await buildSearchRequest(parts, call({ query }))
    await close()
    return { understood: understood.map(({ kind }) => kind), constraintsDropped }
  }

  it('V10: are tried in ten searches at most, whatever is typed, and each after the first is charged', async () => {
    const { parts, call, close } = await openIndexedShop({}, goods)
    let searches = 0
    const charges: number[] = []
    const index = {
      understand: parts.index.understand.bind(parts.index),
      productCount: parts.index.productCount.bind(parts.index),
      search: (...asked: Parameters<typeof parts.index.search>) => {
        searches++
        return parts.index.search(...asked)
      },
    }
    const work = { ...ALREADY_ADMITTED, charge: (units: number) => void charges.push(units) }
    const words = Array.from({ length: 50 }, (_, i) => `-${'abcdefghij'[i % 10]}${'klmno'[Math.floor(i / 10)]}q`)
    const built = await buildSearchRequest({ ...parts, index }, call({ query: `zzzxqv ${words.join(' ')}` }, { work }))
    await close()
    expect(built.constraintsDropped).toBe(true)
    expect(searches).toBeGreaterThan(2)
    expect(searches).toBeLessThanOrEqual(10)
    expect(charges.length).toBeGreaterThanOrEqual(searches - 1)
  })

  it('V8: hold where a product of the kind asked for meets them', async () => {
    expect(await ask('gray sofa')).toEqual({ understood: ['color', 'product_type'], constraintsDropped: false })
    expect(await ask('green chair')).toEqual({ understood: ['color'], constraintsDropped: false })
  })

  it('V9: are dropped where only others meet them, which mention it or are for it', async () => {
    expect(await ask('green sofa')).toMatchObject({ constraintsDropped: true })
    expect((await ask('green sofa')).understood).not.toContain('color')
    expect((await ask('blue sofa')).understood).not.toContain('color')
  })

  it('V10: hold again where it was another one that nothing meets', async () => {
    expect(await ask('green sofa')).toEqual({ understood: ['product_type'], constraintsDropped: true })
    expect(await ask('sofa under 5')).toEqual({ understood: ['product_type'], constraintsDropped: true })
    expect(await ask('blue sofa under 5')).toEqual({ understood: ['product_type'], constraintsDropped: true })
    expect(await ask('gray sofa under 5')).toMatchObject({ understood: ['color', 'product_type'] })
    expect(await ask('blue sofa under 50')).toEqual({ understood: ['product_type', 'price'], constraintsDropped: true })
  })
})

function inColor(id: number, title: string, color: string, parts: Partial<Product>): Product {
  const { variants, ...plain } = sampleProduct(id, { title, productType: '', tags: [], ...parts })
  const options = [{ id: id * 10, name: 'Color', position: 1, values: [color] }]
  return { ...plain, options, variants: variants.map((variant) => ({ ...variant, optionValues: [color] })) }
}
