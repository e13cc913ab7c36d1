/** Tests that pictures decide a color only if nothing else states one. */
import { describe, expect, it } from 'vitest'
import type { ColorFamily } from '../colors/color-families.ts'
import { emptyIndex, indexData, mergeSegments, openIndex, withChanges, withSegment } from '../index/shop-index.ts'
import { decodeSnapshot, encodeSnapshot } from '../index/snapshot.ts'
import { read } from '../query/testing/parse-shop.ts'
import { find, ids, type ProductSpec, shopOf } from './testing/read-shop.ts'

const pictured = (pictureColor: ColorFamily, spec: ProductSpec = {}): ProductSpec => ({
  title: 'Petal sofa',
  ...spec,
  variants: [{ pictureColor }],
})

describe('the color of a picture', () => {
  it('P1: counts if nothing states a color, even if no value of the shop is a color', () => {
    const shop = shopOf([pictured('blue'), pictured('grey'), { title: 'Petal sofa' }])
    expect(read(shop, 'blue sofa')).toBe('color:blue | blue [sofa]')
    expect(ids(shop, 'blue sofa')).toEqual([1])
    expect(ids(shop, 'blaues sofa', 'de')).toEqual([1])
    expect(read(shop, 'green sofa')).toBe('green [sofa]')
  })

  it('P2: never counts against what the product states anywhere', () => {
    const stating: ProductSpec[] = [
      { title: 'Red sofa' },
      { title: 'Sofa', tags: ['red'] },
      { title: 'Sofa', productType: 'Red sofas' },
      { title: 'Sofa', metafields: ['matte red'] },
    ]
    const shop = shopOf([
      pictured('blue'),
      ...stating.map((spec) => pictured('blue', spec)),
      { title: 'Sofa', variants: [{ options: { Color: 'Red' }, pictureColor: 'blue' }] },
      { title: 'Sofa', variants: [{ options: { Style: 'red stripes' }, pictureColor: 'blue' }] },
    ])
    expect(ids(shop, 'blue sofa')).toEqual([1])
    expect(ids(shop, 'red sofa')).toEqual([2, 3, 4, 5, 6, 7])
  })

  it("P3: is not hidden by names that do not mean the product's color", () => {
    const shop = shopOf([
      pictured('blue', { vendor: 'Red Wing' }),
      pictured('blue', { collections: ['Black Friday'] }),
      pictured('blue', { title: 'Sofa with red cushions' }),
      pictured('blue', { title: 'Petal sofa', description: 'Looks good beside a red wall' }),
    ])
    expect(ids(shop, 'blue sofa')).toEqual([1, 2, 3, 4])
  })

  it('P4: decides whether a word that also names a thing states a color: if most products that it names have that color', () => {
    const machines = shopOf([
      pictured('black', { title: 'Espresso machine' }),
      pictured('silver', { title: 'Espresso maker' }),
    ])
    expect(ids(machines, 'black machine')).toEqual([1])
    const sofas = shopOf([
      pictured('red', { title: 'Burgundy sofa' }),
      pictured('red', { title: 'Burgundy sofa' }),
      pictured('purple', { title: 'Burgundy sofa' }),
      pictured('purple'),
    ])
    expect(ids(sofas, 'purple sofa')).toEqual([4])
    const byValues = shopOf([
      pictured('purple', { title: 'Burgundy sofa' }),
      pictured('purple'),
      { title: 'Sofa', variants: [{ options: { Color: 'Burgundy' } }] },
    ])
    expect(ids(byValues, 'purple sofa')).toEqual([2])
  })

  it('P4a: is compared only for products with that word in their name and a clear color in their picture', () => {
    const burgundy = { title: 'Burgundy sofa' }
    const mixed = [pictured('red', burgundy), pictured('purple', burgundy)]
    const cushions = pictured('purple', { title: 'Sofa with burgundy cushions' })
    expect(ids(shopOf([...mixed, cushions, cushions]), 'purple sofa')).toEqual([3, 4])
  })

  it('P4b: is not used if an English word states another color, in a shop of another language', () => {
    const shop = shopOf([pictured('blue'), pictured('blue', { title: 'Petal sofa red' })], 'de')
    expect(ids(shop, 'blaues sofa', 'de')).toEqual([1])
  })

  it('P5: does not make a color of a word that names other things', () => {
    const records = shopOf([
      pictured('black', { title: 'Pink Floyd live' }),
      pictured('blue', { title: 'Pink Floyd album' }),
      pictured('pink', { title: 'Summer hits' }),
    ])
    expect(read(records, 'pink floyd')).toBe('pink [floyd]')
    const sofas = shopOf([pictured('pink', { title: 'Pink sofa' }), pictured('pink'), pictured('blue')])
    expect(ids(sofas, 'pink sofa')).toEqual([1, 2])
  })

  it('P6: belongs to the variant, and is used beside variants that state theirs', () => {
    const shop = shopOf([
      {
        title: 'Petal sofa',
        variants: [
          { options: { Color: 'Navy' }, pictureColor: 'black' },
          { options: { Color: 'Storm' }, pictureColor: 'grey' },
          { options: { Color: 'Dune' } },
        ],
      },
    ])
    expect(find(shop, 'grey sofa')).toEqual([[1, 11]])
    expect(find(shop, 'blue sofa')).toEqual([[1, 10]])
    expect(find(shop, 'black sofa')).toEqual([[1, 10]])
  })

  it('P7: applies to one variant together with other constraints', () => {
    const variants = [
      { options: { Size: 'S' }, pictureColor: 'blue' as const },
      { options: { Size: 'M' }, pictureColor: 'red' as const },
    ]
    const shop = shopOf([{ title: 'Petal dress', variants }])
    expect(ids(shop, 'blue dress size S')).toEqual([1])
  })

  it('P8: is that of a family: a shade needs a product that states it', () => {
    const navy = { title: 'Sofa', variants: [{ options: { Color: 'Navy' } }] }
    const shop = shopOf([pictured('blue'), navy, pictured('red'), pictured('grey')])
    expect(ids(shop, 'navy sofa')).toEqual([2])
    expect(ids(shop, 'light blue sofa')).toEqual([1, 2])
    expect(ids(shop, 'red or blue sofa')).toEqual([1, 2, 3])
  })

  it('P9: excludes unwanted colors, unless the product states another color', () => {
    const shop = shopOf([
      pictured('black'),
      pictured('blue'),
      pictured('black', { title: 'Red petal sofa' }),
      { title: 'Petal sofa', variants: [{ pictureColor: 'black' }, { pictureColor: 'red' }] },
      { title: 'Petal sofa' },
    ])
    expect(find(shop, 'sofa not black')).toEqual([
      [2, 20],
      [3, 30],
      [4, 41],
      [5, 50],
    ])
    expect(ids(shop, 'sofa not navy')).toEqual([1, 2, 3, 4, 5])
    const drinks = shopOf([
      pictured('orange', { title: 'Mango soda' }),
      pictured('green', { title: 'Orange soda' }),
      pictured('green', { title: 'Orange juice soda' }),
    ])
    expect(ids(drinks, 'soda -orange')).toEqual([1])
  })

  it('P11: follows replacements and deletions, and is kept by a merge and a file', () => {
    const docs = (specs: ProductSpec[]) => shopOf(specs).views[0].segment
    const one = withSegment(emptyIndex('en'), docs([pictured('blue'), pictured('grey'), pictured('red')]), [])
    const changed = withSegment(one, docs([pictured('green')]), [])
    expect([ids(changed, 'green sofa'), read(changed, 'blue sofa')]).toEqual([[1], 'blue [sofa]'])
    const removed = withChanges(changed, [], [3])
    expect(read(removed, 'red sofa')).toBe('red [sofa]')
    const merged = withSegment(emptyIndex('en'), mergeSegments(removed.views), [])
    expect([ids(merged, 'green sofa'), ids(merged, 'grey sofa')]).toEqual([[1], [2]])
    const file = Buffer.concat(encodeSnapshot(indexData(merged), {}))
    const restored = openIndex(decodeSnapshot(new Uint8Array(file)).data)
    expect([ids(restored, 'green sofa'), ids(restored, 'grey sofa')]).toEqual([[1], [2]])
  })
})
