/** What constraints leave of what was found, as properties over made-up shops. Numbered. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBit } from '../columns/bitset.ts'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import type { EngineDoc } from '../index/engine-doc.ts'
import { buildIndex, type ShopIndex } from '../index/shop-index.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import type { Constraint } from './constraint.ts'
import { constraintFilter } from './constraint-filter.ts'
import { understandQuery } from './understand-query.ts'

const COLORS = ['Red', 'Navy', 'Sky Blue', 'Green']
const SIZES = ['S', 'XL', '500 ml']
const TYPES = ['sofa', 'corner sofa', 'lamp']
const NAMED = ['red', 'blue', 'oak', 'corner', 'sofa', 'lamp', 'with', 'free', '500 ml']

const variant = fc.record({
  color: fc.option(fc.constantFrom(...COLORS), { nil: undefined }),
  size: fc.option(fc.constantFrom(...SIZES), { nil: undefined }),
  price: fc.integer({ min: 1, max: 100 }),
})
const product = fc.record({
  title: fc.array(fc.constantFrom(...NAMED), { minLength: 1, maxLength: 5 }),
  description: fc.array(fc.constantFrom(...NAMED), { maxLength: 5 }),
  productType: fc.constantFrom('', ...TYPES),
  vendor: fc.constantFrom('', 'Acme', 'Blue Ridge'),
  variants: fc.array(variant, { minLength: 1, maxLength: 3 }),
})
const shop = fc.array(product, { minLength: 1, maxLength: 10 }).map((products) => buildIndex(products.map(docOf), 'en'))

function docOf({ variants, ...named }: typeof product extends fc.Arbitrary<infer P> ? P : never, i: number): EngineDoc {
  const { title, description, productType, vendor } = named
  const options = [...new Set(variants.flatMap(({ color = [], size = [] }) => [color, size].flat()))]
  return {
    id: i + 1,
    title: title.join(' '),
    text: sampleDoc({ title: title.join(' '), description: description.join(' '), productType, vendor, options }),
    terms: { product_type: productType ? [productType] : [], vendor: vendor ? [vendor] : [] },
    variants: variants.map(({ color, size, price }, v) => ({
      id: 10 * i + v,
      price,
      compareAt: null,
      available: true,
      options: { ...(color ? { Color: color } : {}), ...(size ? { Size: size } : {}) },
    })),
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity: 0,
  }
}

const query = fc
  .uniqueArray(
    fc.constantFrom(
      'blue',
      'red',
      'size XL',
      'under 50',
      '-oak',
      '500 ml',
      '"oak lamp"',
      'sofa',
      'acme',
      'without red',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '))

function constraintsOf(index: ShopIndex, text: string): readonly Constraint[] {
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  return understandQuery(index, { text, locale: 'en', ignore: [], ...names }).constraints
}

/** Docs left, and the variants of them that pass. */
function leftOf(index: ShopIndex, docs: readonly number[], constraints: readonly Constraint[], pinned: number[] = []) {
  const found = { index, view: 0, docs: Uint32Array.from(docs) }
  const left = constraintFilter(found, constraints, { prices: SHOP_PRICES, pinned: new Set(pinned) })
  const { starts } = index.views[0].segment.columns.variants
  const variants = docs.flatMap((doc) => {
    const own = Array.from({ length: starts[doc + 1] - starts[doc] }, (_, i) => starts[doc] + i)
    return own.filter((v) => hasBit(left.filter.allowed, v))
  })
  return { docs: [...left.docs], variants }
}

function docsOf(index: ShopIndex): number[] {
  return [...index.views[0].segment.columns.ids.keys()]
}

describe('constraints', () => {
  it('F1: hold on a variant that every one of them alone lets pass', () => {
    fc.assert(
      fc.property(shop, query, (index, text) => {
        const docs = docsOf(index)
        const constraints = constraintsOf(index, text)
        fc.pre(constraints.length > 0)
        const alone = constraints.map((one) => new Set(leftOf(index, docs, [one]).variants))
        const all = [...alone[0]].filter((v) => alone.every((set) => set.has(v)))
        expect(leftOf(index, docs, constraints).variants).toEqual(all.sort((a, b) => a - b))
        expect(leftOf(index, docs, constraints.toReversed())).toEqual(leftOf(index, docs, constraints))
      }),
    )
  })

  it('F2: judge a product the same whatever else was found', () => {
    fc.assert(
      fc.property(shop, query, (index, text) => {
        const docs = docsOf(index)
        const constraints = constraintsOf(index, text)
        fc.pre(constraints.length > 0)
        const apart = docs.map((doc) => leftOf(index, [doc], constraints))
        const together = leftOf(index, docs, constraints)
        expect(together.docs).toEqual(apart.flatMap((one) => one.docs))
        expect(together.variants).toEqual(apart.flatMap((one) => one.variants))
      }),
    )
  })

  it('F3: leave what the merchant pinned, in its place', () => {
    fc.assert(
      fc.property(shop, query, fc.nat(9), (index, text, place) => {
        const docs = docsOf(index)
        const constraints = constraintsOf(index, text)
        const pin = docs[place % docs.length]
        fc.pre(constraints.length > 0)
        const others = leftOf(index, docs, constraints).docs
        const expected = [...new Set([...others, pin])].sort((a, b) => a - b)
        expect(leftOf(index, docs, constraints, [pin]).docs).toEqual(expected)
      }),
    )
  })
})
