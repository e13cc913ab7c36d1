import type { RecommendationFilter } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { productFilter, variantFilter } from './product-filter.ts'

const base = sampleProduct(1).variants[0]!
const variant = (id: number, parts: Partial<Variant>): Variant => ({ ...base, id, ...parts })

const shirt: Product = sampleProduct(1, {
  vendor: 'Acme',
  tags: ['Linen', 'Summer'],
  options: [
    { id: 1, name: 'Color', position: 1, values: ['Red', 'Blue'] },
    { id: 2, name: 'Size', position: 2, values: ['S', 'M'] },
  ],
  variants: [
    variant(11, { sku: 'RS', optionValues: ['Red', 'S'], inventoryQuantity: 0 }),
    variant(12, { sku: 'RM', optionValues: ['Red', 'M'], inventoryQuantity: 2 }),
    variant(13, { sku: 'BS', optionValues: ['Blue', 'S'], inventoryQuantity: 2 }),
  ],
  metafields: [
    { namespace: 'care', key: 'fabric', value: '["wool","silk"]' },
    { namespace: 'care', key: 'wash', value: 'cold' },
  ],
})
const passes = (filter: object | null, of = shirt) => productFilter(filter as RecommendationFilter | null)(of)
const option = (name: string, value: string) => ({ name, value })

describe('the filter of a recommendation', () => {
  it('F1: accepts every product if it is empty', () => {
    expect([passes(null), passes({}), passes({ tags: [], vendors: [] })]).toEqual([true, true, true])
  })

  it('F2: accepts any of several values of one kind, in any case', () => {
    expect(passes({ tags: ['wool', ' LINEN '] })).toBe(true)
    expect(passes({ tags: ['wool'] })).toBe(false)
    expect(passes({ vendors: ['acme', 'other'] })).toBe(true)
    expect(passes({ vendors: ['other'] })).toBe(false)
  })

  it('F3: requires the conditions of all kinds', () => {
    expect(passes({ tags: ['linen'], vendors: ['other'] })).toBe(false)
    expect(passes({ tags: ['linen'], vendors: ['acme'] })).toBe(true)
  })

  it('F4: accepts any value of one metafield, and requires both of two metafields', () => {
    const field = (key: string, value: string) => ({ namespace: 'care', key, value })
    expect(passes({ metafields: [field('fabric', 'Silk')] })).toBe(true)
    expect(passes({ metafields: [field('fabric', 'cotton'), field('fabric', 'wool')] })).toBe(true)
    expect(passes({ metafields: [field('fabric', 'wool'), field('wash', 'hot')] })).toBe(false)
    expect(passes({ metafields: [field('fabric', 'wool'), field('wash', 'cold')] })).toBe(true)
    expect(passes({ metafields: [field('wash', 'silk')] })).toBe(false)
  })

  it('F5: requires one variant that meets all conditions on variants', () => {
    const red = option('color', 'red')
    expect(passes({ variants: { options: [red, option('size', 'm')] } })).toBe(true)
    expect(passes({ variants: { options: [option('color', 'blue'), option('size', 'm')] } })).toBe(false)
    expect(passes({ variants: { options: [red, option('Size', 'S')], is_in_stock: true } })).toBe(false)
    expect(passes({ variants: { options: [red, option('Size', 'S')], is_in_stock: false } })).toBe(true)
    expect(passes({ variants: { sku: ['rs'], is_in_stock: true } })).toBe(false)
    expect(passes({ variants: { sku: ['rs', 'bs'], is_in_stock: true } })).toBe(true)
  })

  it('F6: rejects products without the option', () => {
    expect(passes({ variants: { options: [option('length', 'long')] } })).toBe(false)
    expect(passes({ variants: { options: [option('color', 'red'), option('color', 'green')] } })).toBe(true)
  })

  it('F7: considers only active products to be for sale; is_in_stock considers only stock', () => {
    const draft = { ...shirt, status: 'draft' as const }
    expect(passes({ variants: { available_for_sale: true } })).toBe(true)
    expect(passes({ variants: { available_for_sale: true } }, draft)).toBe(false)
    expect(passes({ variants: { is_in_stock: true } }, draft)).toBe(true)
    expect(passes({ variants: { available_for_sale: false, is_in_stock: true } }, draft)).toBe(true)
    expect(passes({ variants: { available_for_sale: null, is_in_stock: null } }, draft)).toBe(true)
  })
})

describe('the variant that is recommended', () => {
  const chosen = (filter: object | null, preferred?: number) =>
    variantFilter(filter as RecommendationFilter | null)(shirt, preferred)

  it('F8: is the preferred one if it matches, else the first in stock, else the first that matches', () => {
    expect(chosen(null)).toBe(12)
    expect(chosen(null, 11)).toBe(11)
    expect(chosen({ variants: { options: [option('color', 'blue')] } }, 11)).toBe(13)
    expect(chosen({ variants: { sku: ['RS'] } })).toBe(11)
    expect(chosen({ variants: { sku: ['none'] } }, 11)).toBeNull()
  })
})
