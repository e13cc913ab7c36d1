import { describe, expect, it } from 'vitest'
import { kindOf, nounOf, typeOf } from './product-kind.ts'

const product = (productType: string, title: string, ...tags: string[]) => ({
  productType,
  title,
  tags,
  vendor: 'Acme',
  metafields: [] as { namespace: string; key: string; value: string }[],
})
const filed = (category: string, productType: string, title: string, ...tags: string[]) => ({
  ...product(productType, title, ...tags),
  metafields: [{ namespace: 'shopify', key: 'product_category', value: category }],
})

describe('the kind of a product', () => {
  it('is its type, in singular and plural alike', () => {
    expect(kindOf(product('Necklaces', 'Gold Bird'), 'en')).toBe(kindOf(product('necklace', 'Silver'), 'en'))
  })

  it('is the noun of its title if the type only says where it is used', () => {
    expect(kindOf(product('Indoor', 'Grey Sofa', 'Sofa', 'Grey'), 'en')).toBe('sofa')
    expect(kindOf(product('', 'Grey Sofa', 'Furniture'), 'en')).toBe('sofa')
  })

  it('is its only tag if the type only says who uses it', () => {
    expect(kindOf(product('Womens', 'Guaranteed', 'Shirts'), 'en')).toBe('shirt')
    expect(kindOf(product("Women's", 'Lodge', 'Shirts'), 'en')).toBe('shirt')
  })

  it('is the noun of its title if the type is a place, even with one tag, which need not name the thing', () => {
    expect(kindOf(product('Outdoor', 'Gardening hand trowel', 'Plants'), 'en')).toBe('trowel')
  })

  it('is the noun of its title if the type is generic, as in half of all shops', () => {
    for (const type of ['Accessories', 'Apparel', "Men's Clothing", 'Phone Accessories', 'Baking Supplies', 'Gifts'])
      expect([type, kindOf(product(type, '5 Panel Camp Cap', 'Accessories'), 'en')]).toEqual([type, 'cap'])
    expect(kindOf(product('Bike Lights', 'Blinder'), 'en')).toBe('bike light')
  })

  it('is its name in the taxonomy if the type is missing or broad, and the taxonomy is more specific', () => {
    const bottles = 'Baby & Toddler > Nursing & Feeding > Baby Bottles'
    expect(kindOf(filed(bottles, '', 'Comotomo Pack de 4'), 'es')).toBe('baby bottle')
    expect(kindOf(filed(bottles, 'Accessories', 'Comotomo Pack de 4'), 'es')).toBe('baby bottle')
    expect(kindOf(filed(bottles, 'Biberones', 'Comotomo'), 'es')).toBe('biberone')
    for (const nothing of ['Apparel & Accessories > Clothing', 'Uncategorized', '549'])
      expect([nothing, kindOf(filed(nothing, '', 'Oak chair'), 'en')]).toEqual([nothing, 'chair'])
  })

  it('is not a label: a brand, a promotion, a season, a placeholder', () => {
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

  it('is the type if there is nothing else', () => {
    expect(kindOf(product('Home', ''), 'en')).toBe('home')
  })
})

describe('the noun of a title', () => {
  it('precedes what a thing is for, with or in, and a part of the title that is set off', () => {
    expect(nounOf('Leather Bomber Jacket in Dust', 'en')).toBe('jacket')
    expect(nounOf('Leather case for phones', 'en')).toBe('case')
    expect(nounOf('Ocean Blue Shirt - M', 'en')).toBe('shirt')
    expect(nounOf('The Oak Chair', 'en')).toBe('chair')
    // "in." (inches) and "-On" (in a compound) are not linking words.
    expect(nounOf('Acme 3/8 in. x 25 ft. Dock Rope', 'en')).toBe('rope')
    expect(nounOf('Marigold Slip-On Loafer', 'en')).toBe('loafer')
  })

  it('comes first in languages that put it first', () => {
    expect(nounOf('Camisa azul de lino', 'es')).toBe('camisa')
    expect(nounOf('Nhẫn bạc', 'vi')).toBe('nhan')
  })

  it('is not the quantity', () => {
    expect(nounOf('Oak Chair Set', 'en')).toBe('chair')
    expect(nounOf('Juego de 3 sábanas', 'es')).toBe('sabana')
  })

  it('is two nouns if two things are sold together, in either order', () => {
    expect(nounOf('Striped Skirt and Top', 'en')).toBe('skirt + top')
    expect(nounOf('Top & Skirt', 'en')).toBe('skirt + top')
    expect(nounOf('Camisa y pantalón', 'es')).toBe('camisa + pantalon')
    expect(nounOf('Salt and Pepper Mill', 'en')).toBe('mill')
    expect(nounOf('Black and White Dress', 'en')).toBe('dress')
  })

  it('is empty if there is none', () => {
    expect(nounOf('2024 – 7', 'en')).toBe('')
  })
})

describe('a type', () => {
  it('is the last level of its path', () => {
    expect(typeOf({ productType: 'Apparel > Scarves' })).toBe(typeOf({ productType: 'scarf' }))
  })
})
