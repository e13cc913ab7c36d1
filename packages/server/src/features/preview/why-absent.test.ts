import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import type { Hit } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { shopperView } from '../query/shopper-view.ts'
import { product } from '../recommend/testing/shop-context.ts'
import { distanceBetween, whyInvisible } from './explain-product.ts'

const NOW = 20_000 * 86_400_000

describe('the reason why nobody sees a product', () => {
  const document: ShopConfigInput = {
    publications: [{ id: '1', name: 'Store', is_online_store: true }, { id: '2', name: 'App' }], // biome-ignore format: one line reads better
    markets: [{ id: 7, handle: 'eu', name: 'EU', currency: 'EUR' }],
    search: { exclude_out_of_stock: true },
  }
  const reason = (changes: object, own = document) => {
    const config = completeConfig(own)
    const view = shopperView({ id: 's', config } as unknown as Shop, own.markets ? { market: 7 } : {}, undefined)
    return whyInvisible(product({ id: 1, ...changes }), view, { config, nowMs: NOW })?.[0]
  }

  it('W1: is its status, time, channel, market, catalog or stock', () => {
    expect(reason({})).toBeUndefined()
    expect(reason({ status: 'draft' })).toBe('not_active')
    expect([reason({ launchedDaysAgo: -0.1 }), reason({ launchedDaysAgo: 0 })]).toEqual([
      'not_yet_published',
      undefined,
    ])
    expect([reason({ publishedAt: null }), reason({ publicationIds: ['2'] })]).toEqual(['unpublished', 'unpublished'])
    expect([reason({ marketIds: [8] }), reason({ marketIds: [7] })]).toEqual(['market', undefined])
    expect([reason({ catalogIds: ['b2b'] }), reason({ catalogIds: [] })]).toEqual(['business_catalog', undefined])
    expect(reason({ stock: 0 })).toBe('out_of_stock')
    const [variant] = product({ id: 1 }).variants
    const variants = [{ ...variant!, inventoryQuantity: 0 }, variant!]
    expect(reason({ variants })).toBeUndefined()
    expect(reason({ stock: 0 }, { ...document, search: { exclude_out_of_stock: false } })).toBeUndefined()
  })

  it('W2: is the first of several in that order', () => {
    expect(reason({ status: 'draft', marketIds: [8], stock: 0 })).toBe('not_active')
    expect(reason({ publicationIds: ['2'], marketIds: [8] })).toBe('unpublished')
    expect(reason({ marketIds: [8], catalogIds: ['b2b'] })).toBe('market')
    expect(reason({ catalogIds: ['b2b'], stock: 0 })).toBe('business_catalog')
  })
})

describe('the reason why one product ranks above another', () => {
  const RULE_NAMES = ['exact', 'tier', 'preferences', 'stock', 'relevance', 'number']
  interface Parts {
    rule?: string
    popularity?: number
    values?: number[]
    features?: object
    learned?: object
  }
  const hit = ({ values = [1, 0, 0, 0, -1, 1], popularity = 0.5, ...parts }: Parts = {}): Hit => {
    const rules = values.map((value, place) => ({ rule: RULE_NAMES[place], value }))
    return { id: 1, score: 1, variantId: null, explanation: { popularity, inStock: true, rules, ...parts } } as Hit
  }
  const decided = (above: Parts, own: Parts) => distanceBetween(hit(above), hit(own)).decided_by

  it('W3: is a rule of the merchant, or else the first ranking rule that differs', () => {
    expect(decided({ rule: '1' }, { values: [1, 1, 1, 1, 0, 2] })).toBe('rule')
    expect(decided({ values: [0, 0, 0, 0, 0, 1] }, {})).toBe('match')
    expect(decided({}, { values: [1, 1, 1, 1, -9, 2] })).toBe('match')
    expect(decided({}, { values: [1, 0, 1, 1, -9, 2] })).toBe('preferences')
    expect(decided({}, { values: [1, 0, 0, 1, -9, 2] })).toBe('stock')
  })

  it('W4: is the largest gap in relevance, or a tie', () => {
    const other = [1, 0, 0, 0, -0.5, 2]
    const own = { values: other, features: { all: 0.8, similarity: 0.1 } }
    expect(decided({ features: { all: 0.9, similarity: 0.9 } }, own)).toBe('vector')
    expect(decided({ popularity: 0.9 }, { values: other, popularity: 0.1 })).toBe('popularity')
    expect(decided({ learned: { products: 0.2, values: 0.1 } }, { values: other })).toBe('clicks')
    expect(decided({ features: { personal: 0.3 } }, { values: other, features: { all: 5 } })).toBe('personal')
    expect(decided({}, { values: [1, 0, 0, 0, -1, 2] })).toBe('tie')
  })

  it('W5: includes gaps between the two products, to four decimals, and the match if it differs', () => {
    const lower = hit({ values: [1, 1, 0, 0, -1, 2], features: { words: 1, similarity: 0.5 } })
    const reported = distanceBetween(hit({ features: { words: 1.23456 } }), lower)
    expect(reported).toMatchObject({
      text: 0.2346,
      vector: -0.5,
      popularity: 0,
      clicks: 0,
      personal: 0,
      match: 'named',
    })
    expect(distanceBetween(hit(), hit()).match).toBeNull()
  })
})
