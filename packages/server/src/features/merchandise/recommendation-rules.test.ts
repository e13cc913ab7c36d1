import { completeConfig, type SearchRuleConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import {
  reachesRecommendations,
  recommendationRules,
  type RecommendationPlace,
  type TargetedProduct,
} from './recommendation-rules.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const DAY_MS = 86_400_000

const entry = (changes: Partial<TargetedProduct> = {}): TargetedProduct => ({
  id: (changes.product ?? sampleProduct(1)).id,
  product: sampleProduct(1),
  collections: [],
  inStock: true,
  price: 10,
  ...changes,
})

const HOME: RecommendationPlace = { type: 'bestsellers', collection: [] }

function at(rule: Partial<SearchRuleConfig>, place = HOME, situation = {}) {
  const rules = [{ id: 1, when: {}, ...rule }] as SearchRuleConfig[]
  return recommendationRules(completeConfig({ search: { rules } }), { nowMs: NOW, ...situation })(place)
}
const hides = (rule: Partial<SearchRuleConfig>, of = entry(), situation = {}) => at(rule, HOME, situation).isHidden(of)
const where = (target: object, of = entry()) => hides({ hide_where: [target] } as Partial<SearchRuleConfig>, of)

describe('the products that rules hide in recommendations', () => {
  it('H1: are those that a rule without conditions names, and no others', () => {
    expect([hides({ hide: [1] }), hides({ hide: [2] }), hides({ boost: [{ product_ids: [1] }] })]).toEqual([
      true,
      false,
      false,
    ])
    expect(hides({ hide: [] })).toBe(false)
  })

  it('H2: do not depend on rules about a query or filter; a rule about a collection hides only on its page', () => {
    expect(hides({ hide: [1], when: { query: 'x' } })).toBe(false)
    const sale = { hide: [1], when: { collection: 'sale' } }
    expect(hides(sale)).toBe(false)
    expect(at(sale, { ...HOME, collection: ['sale', '5'] }).isHidden(entry())).toBe(true)
    expect(hides({ hide: [1], when: { filter: { key: 'color', value: 'red' } } } as Partial<SearchRuleConfig>)).toBe(
      false,
    )
    expect(hides({ hide_where: [{ tag: 'blue' }], when: { query: 'x' } })).toBe(false)
  })

  it('H3: depend on market, shopper and time, too', () => {
    const market = { hide: [1], when: { market: 'de' } } as Partial<SearchRuleConfig>
    expect([hides(market), hides(market, entry(), { market: ['7', 'de'] })]).toEqual([false, true])
    expect(hides({ hide: [1], starts_at: new Date(NOW + 1).toISOString() })).toBe(false)
    expect(hides({ hide: [1], ends_at: new Date(NOW).toISOString() })).toBe(false)
  })

  it('H4: include prices on the bounds of a range', () => {
    const price = { price: { min: 10, max: 20 } }
    expect([9.99, 10, 20, 20.01].map((one) => where(price, entry({ price: one })))).toEqual([false, true, true, false])
    expect([0, 20, 21].map((one) => where({ price: { max: 20 } }, entry({ price: one })))).toEqual([true, true, false])
  })

  it('H5: can be those in stock or those sold out', () => {
    expect([true, false].map((inStock) => where({ in_stock: false }, entry({ inStock })))).toEqual([false, true])
    expect([true, false].map((inStock) => where({ in_stock: true }, entry({ inStock })))).toEqual([true, false])
  })

  it('H6: can be those created within a number of days; without a date, a product is not new', () => {
    const made = (ms: number) => entry({ product: sampleProduct(1, { createdAt: new Date(ms).toISOString() }) })
    const target = { newer_than_days: 7 }
    expect([NOW - 7 * DAY_MS - 1, NOW - 7 * DAY_MS, NOW].map((ms) => where(target, made(ms)))).toEqual([
      false,
      true,
      true,
    ])
    const published = { createdAt: null, publishedAt: new Date(NOW).toISOString() }
    expect(where(target, entry({ product: sampleProduct(1, published) }))).toBe(true)
    expect(where(target, entry({ product: sampleProduct(1, { createdAt: null, publishedAt: null }) }))).toBe(false)
  })

  it('H7: can be chosen by vendor, type, tag, collection or metafield, in any case', () => {
    const product = sampleProduct(1, {
      vendor: 'Acme',
      productType: 'Shirts',
      tags: ['Summer', 'blue'],
      metafields: [{ namespace: 'care', key: 'fabric', value: '["Wool","Silk"]' }],
    })
    const of = entry({ product, collections: ['sale'] })
    expect(where({ vendor: 'ACME' }, of)).toBe(true)
    expect(where({ product_type: 'shirts' }, of)).toBe(true)
    expect(where({ tag: 'summer' }, of)).toBe(true)
    expect(where({ collection: 'sale' }, of)).toBe(true)
    expect(where({ metafield: { key: 'care.fabric', value: 'silk' } }, of)).toBe(true)
    expect(where({ vendor: 'Shirts' }, of)).toBe(false)
    expect(where({ tag: 'acme' }, of)).toBe(false)
    expect(where({ collection: 'blue' }, of)).toBe(false)
    expect(where({ metafield: { key: 'care.other', value: 'silk' } }, of)).toBe(false)
  })

  it('H8: meet all conditions of a target', () => {
    const of = entry({ inStock: false })
    expect(where({ vendor: 'acme', in_stock: false }, of)).toBe(true)
    expect(where({ vendor: 'acme', in_stock: true }, of)).toBe(false)
    expect(where({ vendor: 'acme', tag: 'red' }, of)).toBe(false)
    expect(where({ product_ids: [1], in_stock: false }, of)).toBe(true)
    expect(where({ product_ids: [2], in_stock: false }, of)).toBe(false)
    expect(hides({ hide_where: [{ tag: 'red' }, { vendor: 'acme' }] })).toBe(true)
  })

  it('H9: do not exist for a target without conditions', () => {
    expect(where({})).toBe(false)
  })
})

describe('the products that rules move in recommendations', () => {
  const boost = [{ tag: 'blue' }]

  it('H10: do not exist unless the rule moves products in all recommendations or in those of a type', () => {
    const ranking = (recommendations: unknown, type: RecommendationPlace['type'] = 'bestsellers') =>
      at({ boost, recommendations } as Partial<SearchRuleConfig>, { ...HOME, type }).ranking
    expect(ranking(undefined)).toBeUndefined()
    expect(ranking(false)).toBeUndefined()
    expect(ranking(true)?.boosts).toHaveLength(1)
    expect(ranking(['trending'], 'trending')?.boosts).toHaveLength(1)
    expect(ranking(['trending'], 'bestsellers')).toBeUndefined()
  })

  it('H11: depend on the rule’s conditions; rules about a query never move them', () => {
    const moving = (rule: object, place = HOME) =>
      at({ boost, recommendations: true, ...rule } as Partial<SearchRuleConfig>, place).ranking !== undefined
    expect(moving({ when: { query: 'x' } })).toBe(false)
    expect(moving({ when: { collection: 'sale' } })).toBe(false)
    expect(moving({ when: { collection: 'sale' } }, { ...HOME, collection: ['sale'] })).toBe(true)
    expect(moving({ ends_at: new Date(NOW).toISOString() })).toBe(false)
  })

  it('H13: depend only on rules that hide or ask for recommendations, and on none about a query or a filter', () => {
    const reaches = (rule: object) => reachesRecommendations({ id: 1, when: {}, ...rule } as SearchRuleConfig)
    expect([{ hide: [1] }, { hide_where: [{ tag: 'x' }] }, { recommendations: true }].map(reaches)).toEqual([
      true,
      true,
      true,
    ])
    expect([{}, { hide: [] }, { boost }, { recommendations: false }].map(reaches)).toEqual([false, false, false, false])
    expect(reaches({ hide: [1], when: { query: 'x' } })).toBe(false)
    expect(reaches({ hide: [1], when: { query: '' } })).toBe(false)
    expect(reaches({ hide: [1], when: { filter: { key: 'color' } } })).toBe(false)
  })

  it('H12: are independent of what rules hide', () => {
    const { ranking, isHidden } = at({ hide: [1] })
    expect([ranking, isHidden(entry())]).toEqual([undefined, true])
  })
})
