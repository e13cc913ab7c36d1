import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import type { Hit } from '@vitrine/engine'
import { MATCH_CLASS } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { shopperView } from '../query/shopper-view.ts'
import { product } from '../recommend/testing/shop-context.ts'
import { distanceBetween } from './distance-between.ts'
import { whyInvisible } from './why-invisible.ts'

const NOW = 20_000 * 86_400_000

describe('why nobody sees a product', () => {
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

  it('W1: its status, its time, its channel, its market, its catalog, its stock', () => {
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

  it('W2: the first of several, in that order', () => {
    expect(reason({ status: 'draft', marketIds: [8], stock: 0 })).toBe('not_active')
    expect(reason({ publicationIds: ['2'], marketIds: [8] })).toBe('unpublished')
    expect(reason({ marketIds: [8], catalogIds: ['b2b'] })).toBe('market')
    expect(reason({ catalogIds: ['b2b'], stock: 0 })).toBe('business_catalog')
  })
})

describe('what stands between two products', () => {
  const hit = (parts: object = {}): Hit =>
    ({ id: 1, score: 1, variantId: null, explanation: { popularity: 0.5, inStock: true, ...parts } }) as Hit
  const decided = (above: object, own: object) => distanceBetween(hit(above), hit(own)).decided_by
  const { exact, typo } = MATCH_CLASS as unknown as Record<string, number>
  const [first, second] = [exact ?? Object.values(MATCH_CLASS)[0], typo ?? Object.values(MATCH_CLASS)[1]]

  it('W3: a rule before stock, stock before the match, the match before the scores', () => {
    const better = { rule: '1', inStock: true, matchClass: first, text: 2 }
    const worse = { inStock: false, matchClass: second, text: 1 }
    expect(decided(better, worse)).toBe('rule')
    expect(decided({ ...better, rule: undefined }, worse)).toBe('stock')
    expect(decided({ ...better, rule: undefined }, { ...worse, inStock: true })).toBe('match')
    expect(decided({ text: 2 }, { text: 1 })).toBe('text')
  })

  it('W4: of the scores the largest gap; without one, nothing', () => {
    expect(decided({ text: 1, semantic: 0.9 }, { text: 0.8, semantic: 0.1 })).toBe('vector')
    expect(decided({ popularity: 0.9 }, { popularity: 0.1 })).toBe('popularity')
    expect(decided({ preference: 1 }, {})).toBe('clicks')
    expect(decided({ personal: 0.3 }, { text: 5 })).toBe('personal')
    expect([decided({}, {}), decided({ text: 1 }, { text: 2 })]).toEqual(['tie', 'tie'])
  })

  it('W5: gaps are those of the upper one over the lower, to four places; the match is named where it differs', () => {
    const told = distanceBetween(hit({ text: 1.23456, matchClass: first }), hit({ text: 1, semantic: 0.5, matchClass: second })) // biome-ignore format: one line reads better
    expect(told).toMatchObject({ text: 0.2346, vector: -0.5, popularity: 0, clicks: 0, personal: 0 })
    expect(told.match).toBe(Object.entries(MATCH_CLASS).find(([, value]) => value === first)![0])
    expect(distanceBetween(hit({ matchClass: first }), hit({ matchClass: first })).match).toBeNull()
  })
})
