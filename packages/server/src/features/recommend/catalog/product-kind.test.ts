import { describe, expect, it } from 'vitest'
import type { Metafield } from '../../../ports/record-store/product.ts'
import { kindOf, wearerOf } from './product-kind.ts'

const product = (productType: string, title: string, ...tags: string[]) => ({
  productType,
  title,
  tags,
  vendor: 'Acme',
  metafields: [] as Metafield[],
})
const filed = (category: string, productType: string, title: string, ...tags: string[]) => ({
  ...product(productType, title, ...tags),
  metafields: [{ namespace: 'shopify', key: 'product_category', value: category }],
})

describe('the kind of a product', () => {
  it('is its type, one and many alike', () => {
    expect(kindOf(product('Necklaces', 'Gold Bird'), 'en')).toBe(kindOf(product('necklace', 'Silver'), 'en'))
  })

  it('is the noun of its title where the type says only where it is used', () => {
    expect(kindOf(product('Indoor', 'Grey Sofa', 'Sofa', 'Grey'), 'en')).toBe('sofa')
    expect(kindOf(product('', 'Grey Sofa', 'Furniture'), 'en')).toBe('sofa')
  })

  it('is its one tag where the type says only for whom it is', () => {
    expect(kindOf(product('Womens', 'Guaranteed', 'Shirts'), 'en')).toBe('shirt')
    expect(kindOf(product("Women's", 'Lodge', 'Shirts'), 'en')).toBe('shirt')
  })

  it('is the noun of its title where the type is one that half of all shops have', () => {
    for (const type of ['Accessories', 'Apparel', "Men's Clothing", 'Unisex Accessories', 'Gifts'])
      expect([type, kindOf(product(type, '5 Panel Camp Cap', 'Accessories'), 'en')]).toEqual([type, 'cap'])
    expect(kindOf(product('Bike Lights', 'Blinder'), 'en')).toBe('bike light')
  })

  it('is what the taxonomy calls it where the type is missing or wide, and the taxonomy says more', () => {
    const bottles = 'Baby & Toddler > Nursing & Feeding > Baby Bottles'
    expect(kindOf(filed(bottles, '', 'Comotomo Pack de 4'), 'es')).toBe('baby bottle')
    expect(kindOf(filed(bottles, 'Accessories', 'Comotomo Pack de 4'), 'es')).toBe('baby bottle')
    expect(kindOf(filed(bottles, 'Biberones', 'Comotomo'), 'es')).toBe('biberone')
    for (const nothing of ['Apparel & Accessories > Clothing', 'Uncategorized', '549'])
      expect([nothing, kindOf(filed(nothing, '', 'Oak chair'), 'en')]).toEqual([nothing, 'chair'])
  })

  it('is no label: a brand, a promotion, a season, a placeholder', () => {
    for (const label of [
      'Acme',
      'BRAND',
      'n/a',
      'NEW',
      'Top Selling',
      'August Sale',
      'Winter 2026',
      'Summer collection',
    ])
      expect([label, kindOf(product(label, 'Oak chair'), 'en')]).toEqual([label, 'chair'])
    expect(kindOf(product('Wholesale pens', 'Oak chair'), 'en')).toBe('wholesale pen')
  })

  it('is the type where that is all there is', () => {
    expect(kindOf(product('Home', ''), 'en')).toBe('home')
  })
})

describe('for whom a product is', () => {
  it('follows from type, title or tags, and from none where they name both', () => {
    expect(wearerOf(product('Womens', 'Lodge'))).toBe('women')
    expect(wearerOf(product('Shirts', 'Chambray', 'men'))).toBe('men')
    expect(wearerOf(product('Shirts', 'For men and women'))).toBe(undefined)
  })
})
