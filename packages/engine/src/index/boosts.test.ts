/** Tests which products a merchant's rule applies to, and how rules combine. */
import { describe, expect, it } from 'vitest'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { boostedDocs, targetedDocs } from './boosts.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import type { BoostTarget } from './search-request.ts'
import { buildIndex } from './shop-index.ts'

interface Spec {
  price: number
  terms?: Record<string, string[]>
  available?: boolean
  createdMs?: number
}

const product = ({ price, terms = {}, available = true, createdMs = 0 }: Spec, i: number): EngineDoc => ({
  id: 10 * (i + 1),
  title: `Product ${i}`,
  text: sampleDoc({ title: `Product ${i}` }),
  terms,
  variants: [{ price, compareAt: null, available, options: {} }],
  collectionPlaces: {},
  rating: null,
  createdMs,
  visibleFromMs: 0,
  popularity: 0,
})

const products: Spec[] = [
  { price: 5, terms: { vendor: ['Acme'], tag: ['sale', 'new'] } },
  { price: 10, terms: { vendor: ['Acme'], tag: ['sale'] }, available: false, createdMs: 1000 },
  { price: 15, terms: { vendor: ['Other'], tag: ['new'] }, createdMs: 2000 },
  { price: 20, terms: { vendor: ['Other'] }, createdMs: 3000 },
]
const { columns } = buildIndex(products.map(product), 'en').views[0]!.segment
const docs = (target: BoostTarget) => [...targetedDocs(columns, target)].sort((a, b) => a - b)

describe('a target', () => {
  it('T1: matches the named products that exist', () => {
    expect(docs({ ids: new Set([20, 40, 99]) })).toEqual([1, 3])
    expect(docs({ ids: new Set() })).toEqual([])
  })

  it('T2: requires every value; an attribute that no product has matches nothing', () => {
    expect(docs({ terms: [{ name: 'vendor', value: 'Acme' }] })).toEqual([0, 1])
    const both = [
      { name: 'vendor', value: 'Acme' },
      { name: 'tag', value: 'new' },
    ]
    expect(docs({ terms: both })).toEqual([0])
    expect(docs({ terms: [{ name: 'tag', value: 'gone' }] })).toEqual([])
    expect(docs({ terms: [...both, { name: 'material', value: 'oak' }] })).toEqual([])
  })

  it('T3: requires the lowest price within the range, both ends included', () => {
    expect(docs({ price: { min: 10, max: 15 } })).toEqual([1, 2])
    expect(docs({ price: { min: 10.01, max: 14.99 } })).toEqual([])
    expect(docs({ price: { min: 16, max: Number.POSITIVE_INFINITY } })).toEqual([3])
  })

  it('T4: requires being in stock or sold out, and creation at that time or later', () => {
    expect([docs({ inStock: true }), docs({ inStock: false })]).toEqual([[0, 2, 3], [1]])
    expect([docs({ createdAfterMs: 2000 }), docs({ createdAfterMs: 2001 })]).toEqual([[2, 3], [3]])
  })

  it('T5: without conditions matches nothing', () => {
    expect([docs({}), docs({ terms: [] })]).toEqual([[], []])
  })

  it('T6: requires all other conditions of named products too', () => {
    const ids = new Set([10, 20, 30, 40])
    expect(docs({ ids, terms: [{ name: 'vendor', value: 'Other' }] })).toEqual([2, 3])
    expect(docs({ ids, terms: [{ name: 'material', value: 'oak' }] })).toEqual([])
    expect(docs({ ids, price: { min: 10, max: 15 }, inStock: true })).toEqual([2])
    expect(docs({ terms: [{ name: 'tag', value: 'sale' }], createdAfterMs: 1 })).toEqual([1])
  })
})

describe('several boosts', () => {
  it('T7: multiply, and the first one gives the product’s rule', () => {
    const boost = (factor: number, target: BoostTarget, rule: string) => ({ factor, target, rule })
    const { factors, firstBoost } = boostedDocs(columns, [
      boost(2, { terms: [{ name: 'vendor', value: 'Acme' }] }, 'a'),
      boost(0.25, { ids: new Set([10, 30]) }, 'b'),
    ])
    expect([...factors]).toEqual([0.5, 2, 0.25, 1])
    expect([...firstBoost]).toEqual([0, 0, 1, -1])
  })
})
