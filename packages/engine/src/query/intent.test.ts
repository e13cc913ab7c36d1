/** Tests the meaning of words in a shop. Numbered by kind of reading. */
import { describe, expect, it } from 'vitest'
import { shopOf } from '../values/testing/read-shop.ts'
import { parse, read, sofas, valuesOf } from './testing/parse-shop.ts'

describe('a color', () => {
  it('C1: means its whole family, read from option values; a shade means only that shade', () => {
    expect(valuesOf(parse(sofas, 'blue sofa'), 'color')).toEqual(['Navy', 'Sky Blue / White'])
    expect(valuesOf(parse(sofas, 'navy sofa'), 'color')).toEqual(['Navy'])
    expect(read(sofas, 'navy blue sofa')).toBe('color:navy blue | category:sofa | navy blue [sofa]')
    expect(valuesOf(parse(sofas, 'blaues sofa', { locale: 'de' }), 'color')).toEqual(['Navy', 'Sky Blue / White'])
  })

  it('C2: means either of two alternatives', () => {
    expect(valuesOf(parse(sofas, 'red or black sofa'), 'color')).toEqual(['Black', 'Red'])
    expect(read(sofas, 'red/black sofa')).toBe('color:red/black | category:sofa | red black [sofa]')
    expect(read(sofas, 'red black sofa')).toBe('color:red | color:black | category:sofa | red black [sofa]')
  })

  it('C3: that also names a thing is a color only if it mostly is one in this shop', () => {
    const fruit = { title: 'Orange juice' }
    const shirt = { title: 'Shirt', variants: [{ options: { Color: 'Orange' } }] }
    expect(read(shopOf([fruit, fruit, fruit, shirt]), 'orange juice')).toBe('orange [juice]')
    expect(read(shopOf([shirt, shirt, fruit]), 'orange shirt')).toBe('color:orange | orange [shirt]')
  })

  it('C4: is a plain word if the shop has no such color', () => {
    expect(read(sofas, 'green chair')).toBe('green [chair]')
  })
})

describe('a size', () => {
  const shop = shopOf([
    { title: 'Running shoes', variants: [{ options: { Size: 'EU 42' } }, { options: { Size: '9' } }] },
    { title: 'Parka', variants: [{ options: { Size: 'X-Large' } }] },
    {
      title: 'Clay pot',
      variants: [{ options: { Size: 'Large | 280 mm x 300 mm' } }, { options: { Size: 'Small | 90 mm' } }],
    },
  ])

  it('S1: is matched with the shop’s size values, in every spelling, also as one part of a composite value', () => {
    expect(valuesOf(parse(shop, 'shoes size 42'), 'size')).toEqual(['EU 42'])
    expect(valuesOf(parse(shop, 'parka xl'), 'size')).toEqual(['X-Large'])
    expect(valuesOf(parse(shop, 'parka extra large'), 'size')).toEqual(['X-Large'])
    expect(valuesOf(parse(shop, 'large pot'), 'size')).toEqual(['Large | 280 mm x 300 mm'])
  })

  it('S2: is not searched for together with its size word; a single digit is a size only after one', () => {
    expect(read(shop, 'shoes size 9')).toBe('size:size 9 | [shoes] 9')
    expect(read(shop, 'shoes 9')).toBe('[shoes] 9')
    expect(parse(shop, 'boots size 12').terms).toMatchObject([{ word: 'boots' }, { word: '12' }])
  })

  it('S3: is a plain word if it mostly is something else', () => {
    const phones = shopOf([
      { title: 'Phone XS' },
      { title: 'Phone XS case' },
      { title: 'Tee', variants: [{ options: { Size: 'XS' } }] },
    ])
    expect(read(phones, 'phone xs')).toBe('phone [xs]')
  })
})

describe('a measure', () => {
  const shop = shopOf([
    { title: 'Monitor 24 in. black' },
    { title: 'Curtain', variants: [{ options: { Length: '50 cm' } }, { options: { Length: '61cm' } }] },
  ])

  it('M1: is one term, attached or separate, and matches what a product states in any unit', () => {
    expect(read(shop, 'monitor 24 inch')).toBe('measure:24 inch | [monitor] 24inch')
    expect(valuesOf(parse(shop, 'curtain 24"'), 'measure')).toEqual(['61cm'])
    expect(read(shop, 'monitor 99 inch')).toBe('[monitor] 99inch')
  })

  it('M2: is not read from a part number', () => {
    const bottle = { title: 'Bottle', variants: [{ options: { Volume: '500 ml' } }] }
    expect(
      parse(shopOf([bottle, { title: 'Pump', skus: ['500ML'] }]), '500ml').readings.some(
        ({ kind }) => kind === 'measure',
      ),
    ).toBe(false)
    expect(read(shopOf([bottle]), '500ml')).toBe('measure:500ml | [500ml]')
  })
})

describe('a name', () => {
  it('V1: of a vendor is read in full, if the word mostly is one', () => {
    const shop = shopOf([
      { title: 'Air shoe', vendor: 'Nimbus' },
      { title: 'Tray', vendor: 'The Pot Shack' },
      { title: 'Red apple' },
      { title: 'Apple pie' },
      { title: 'Phone', vendor: 'Apple' },
    ])
    expect(read(shop, 'nimbus shoe')).toBe('vendor:nimbus | nimbus [shoe]')
    expect(parse(shop, 'tray of the pot shack').readings[0].label).toBe('The Pot Shack')
    expect(read(shop, 'apple')).toBe('[apple]')
  })

  it('V2: of a category must be the product word, and includes narrower categories', () => {
    const shop = shopOf([
      { title: 'Galaxy', productType: 'Phones' },
      { title: 'Cover', productType: 'Phone cases' },
      { title: 'Dialer', productType: 'Retro phones' },
    ])
    expect(valuesOf(parse(shop, 'red phone'), 'category')).toEqual(['Phones', 'Retro phones'])
    expect(parse(shop, 'phone case').readings[0].label).toBe('Phone cases')
    expect(read(shop, 'phone belt clip')).toBe('phone belt [clip]')
    expect(read(shop, 'case for phone')).toBe('category:case | [case] phone')
  })

  it('V2b: of a category is not a label that a merchant put in its place', () => {
    const labels = ['NEW', 'Top Selling', 'August Sale', 'Winter 2026']
    const shop = shopOf([
      ...labels.map((productType) => ({ title: 'Oak chair', productType })),
      { title: 'Pine bench' },
    ])
    for (const label of ['new', 'top selling', 'sale', 'winter 2026'])
      expect([label, valuesOf(parse(shop, label), 'category')]).toEqual([label, []])
  })

  it('V3: of a category takes precedence over a color in it', () => {
    const shop = shopOf([
      { title: 'Merlot', productType: 'Red wine', variants: [{ options: { Color: 'Red' } }] },
      { title: 'Riesling', productType: 'White wine' },
    ])
    expect(read(shop, 'red wine')).toBe('category:red wine | red [wine]')
  })
})

describe('the head', () => {
  const headOf = (text: string, locale = 'en') => {
    const { terms, head } = parse(sofas, text, { locale })
    return terms[head]?.word
  }

  it('H1: is the last word, or the last before "for" and similar words; the first if the language puts it first', () => {
    expect(headOf('red leather sandals')).toBe('sandals')
    expect(headOf('the sandals for the women')).toBe('sandals')
    expect(headOf('funda de móvil', 'es')).toBe('funda')
    expect(headOf('')).toBe(undefined)
  })

  it('H2: is not a measure, size, count or amount, unless there is nothing else', () => {
    expect(headOf('lamp 60 watt')).toBe('lamp')
    expect(headOf('boots size 9')).toBe('boots')
    expect(headOf('set of 4 mugs for coffee')).toBe('mugs')
    expect(headOf('24 inch')).toBe('24inch')
  })
})
