import { describe, expect, it } from 'vitest'
import { find, ids, read, shopOf, understand } from './testing/read-shop.ts'

const sofas = shopOf([
  { title: 'Ada sofa', variants: [{ options: { Color: 'Red' } }, { options: { Color: 'Navy' }, price: 90 }] },
  { title: 'Bo sofa', variants: [{ options: { Color: 'Black' } }] },
  { title: 'Blue velvet sofa' },
  { title: 'Blue Ridge sofa', variants: [{ options: { Color: 'Grey' } }] },
  { title: 'Cy sofa', variants: [{ options: { Color: 'Sky Blue / White' } }] },
])

describe('a color', () => {
  it('C1: is its whole family, read from option values, and is no longer looked for as a word', () => {
    expect(read(sofas, 'Blue sofa')).toBe('color:Blue | sofa')
    expect(ids(sofas, 'blue sofa')).toEqual([1, 3, 5])
    expect(find(sofas, 'blue sofa')[0]).toEqual([1, 11])
  })

  it('C2: is a shade where a shade is named', () => {
    expect(ids(sofas, 'navy sofa')).toEqual([1])
    expect(read(sofas, 'navy blue sofa')).toBe('color:navy blue | sofa')
    expect(ids(sofas, 'sky blue sofa')).toEqual([5])
  })

  it('C3: is had by a product that says it itself, unless its own options say another color', () => {
    expect(ids(sofas, 'blue sofa')).toContain(3)
    expect(ids(sofas, 'blue sofa')).not.toContain(4)
  })

  it('C4: is understood in the language of the request', () => {
    expect(ids(sofas, 'blaues sofa', 'de')).toEqual([1, 5])
    expect(ids(sofas, 'sofa rojo', 'es')).toEqual([1])
  })

  it('C5: is a plain word where the shop has no such color', () => {
    expect(read(sofas, 'green sofa')).toBe('green sofa')
    expect(read(shopOf([{ title: 'Red sofa' }]), 'red sofa')).toBe('red sofa')
  })

  it('C6: that is also a thing is a color only where it mostly is one in this shop', () => {
    const fruit = { title: 'Orange juice' }
    const shirt = { title: 'Shirt', variants: [{ options: { Color: 'Orange' } }] }
    expect(read(shopOf([fruit, fruit, fruit, shirt]), 'orange juice')).toBe('orange juice')
    expect(read(shopOf([shirt, shirt, fruit]), 'orange shirt')).toBe('color:orange | shirt')
    expect(ids(shopOf([shirt, shirt, fruit]), 'orange juice')).toEqual([3])
  })

  it('C8: is either of two that are given as alternatives, in the language of the request', () => {
    expect(read(sofas, 'red or black sofa')).toBe('color:red or black | sofa')
    expect(ids(sofas, 'red or black sofa')).toEqual([1, 2])
    expect(find(sofas, 'black or navy sofa')).toEqual([
      [1, 11],
      [2, 20],
    ])
    expect(ids(sofas, 'sofa red/black')).toEqual([1, 2])
    expect(ids(sofas, 'rotes oder schwarzes sofa', 'de')).toEqual([1, 2])
    // Each by itself must hold where nothing says that either will do.
    expect(read(sofas, 'red black sofa')).toBe('color:red | color:black | sofa')
  })

  it('C9: is seen on a product that has it with it, where no option says another color', () => {
    const dresses = shopOf([
      { title: 'Dress with blue flowers' },
      { title: 'Dress with blue belt', variants: [{ options: { Color: 'Red' } }] },
      { title: 'Summer dress', variants: [{ options: { Color: 'Blue' } }] },
    ])
    expect(ids(dresses, 'blue dress').sort()).toEqual([1, 3])
  })

  it('C7: holds on one variant together with a size and a price', () => {
    const shirt = {
      title: 'Shirt',
      variants: [
        { options: { Color: 'Red', Size: 'M' }, price: 30 },
        { options: { Color: 'Blue', Size: 'L' }, price: 10 },
      ],
    }
    const shop = shopOf([shirt, { title: 'Blue cap', variants: [{ options: { Color: 'Blue', Size: 'M' } }] }])
    expect(ids(shop, 'red shirt size m')).toEqual([1])
    expect(ids(shop, 'red shirt size l')).toEqual([])
    expect(ids(shop, 'red shirt under $20')).toEqual([])
    expect(find(shop, 'blue shirt under $20')).toEqual([[1, 11]])
  })
})

describe('a size', () => {
  const shoe = (...sizes: string[]) => ({
    title: 'Running shoes',
    variants: sizes.map((Size) => ({ options: { Size } })),
  })
  const shop = shopOf([
    shoe('EU 42', 'EU 43'),
    shoe('41', '10'),
    { title: 'Parka', variants: [{ options: { Size: 'X-Large' } }] },
  ])

  it('S1: is read against the shop’s size values, however they are written', () => {
    expect(find(shop, 'shoes size 42')).toEqual([[1, 10]])
    expect(find(shop, 'running shoes 43')).toEqual([[1, 11]])
    expect(find(shop, 'parka xl')).toEqual([[3, 30]])
    expect(find(shop, 'parka extra large')).toEqual([[3, 30]])
  })

  it('S2: is a plain word where it is mostly something else', () => {
    const phones = shopOf([
      { title: 'Phone XS' },
      { title: 'Phone XS case' },
      { title: 'Tee', variants: [{ options: { Size: 'XS' } }] },
    ])
    expect(read(phones, 'phone xs')).toBe('phone xs')
    expect(read(shop, 'shoes size 99')).toBe('shoes size 99')
  })
})

describe('a measure', () => {
  const shop = shopOf([
    { title: 'Monitor 24 in. black' },
    { title: 'Monitor 27"' },
    { title: 'Monitor', description: 'Diagonal of 60.96 cm' },
    { title: 'Curtain', variants: [{ options: { Length: '50 cm' } }, { options: { Length: '61cm' } }] },
    { title: 'Shampoo 8.5 oz' },
    { title: 'Shampoo 500ml' },
  ])

  it('M1: is the same in every unit and spelling', () => {
    for (const text of ['monitor 24in', 'monitor 24 inch', 'monitor 24"', 'monitor 60.96cm', 'monitor 2 ft'])
      expect([text, ids(shop, text)]).toEqual([text, [1, 3]])
    expect(ids(shop, 'shampoo 250 ml')).toEqual([5])
    expect(ids(shop, 'shampoo 0.5 l')).toEqual([6])
  })

  it('M2: is that of one variant', () => {
    expect(find(shop, 'curtain 24 inches')).toEqual([[4, 41]])
    const rugs = shopOf([
      { title: 'Rug', variants: [{ options: { Size: '80 x 150 cm' } }, { options: { Size: '200x300cm' } }] },
    ])
    expect(find(rugs, 'rug 200 cm')).toEqual([[1, 11]])
    expect(read(shop, 'curtain 24 inches')).toBe('measure:24 inches | curtain 24 inches')
  })

  it('M3: that no product states is left to the words', () => {
    expect(read(shop, 'monitor 99 inch')).toBe('monitor 99 inch')
  })
})

describe('an exclusion', () => {
  const shop = shopOf([
    { title: 'Drift brown table' },
    { title: 'Oak table' },
    { title: 'Soap', description: 'With fine fragrance' },
    { title: 'Plain soap', description: 'No fragrance, no colors' },
    { title: 'No show socks' },
    { title: 'Table lamp', variants: [{ options: { Shade: 'Drift' } }, { options: { Shade: 'Linen' } }] },
  ])

  it('E0: takes a dash before the first word for one, where something else is asked for', () => {
    expect(read(sofas, '-black sofa')).toBe('exclude:-black | sofa')
    expect(ids(sofas, '-black sofa')).toEqual([1, 3, 4, 5])
  })

  it('E0: is a name as a whole, where its first word mostly stands before the second', () => {
    const shirts = shopOf([
      { title: 'Real Madrid away jersey' },
      { title: 'Real Madrid home jersey' },
      { title: 'Atletico Madrid away jersey' },
      { title: 'Leather strap watch' },
      { title: 'Leather belt' },
      { title: 'Leather bag' },
      { title: 'Steel strap watch' },
    ])
    expect(read(shirts, 'away jersey not real madrid')).toBe('exclude:not real madrid | away jersey')
    expect(ids(shirts, 'away jersey not real madrid')).toEqual([3])
    expect(read(shirts, 'watch without leather strap')).toBe('exclude:without leather | watch strap')
  })

  it('X1: leaves out what has the word, and keeps what says that it lacks it', () => {
    expect(ids(shop, 'table -drift')).toEqual([2, 6])
    expect(find(shop, 'lamp -drift')).toEqual([[6, 61]])
    expect(ids(shop, 'soap without fragrance')).toEqual([4])
    expect(read(shop, 'table -drift')).toBe('exclude:-drift | table')
  })

  it('X2: is said in every language', () => {
    const said = [
      ['da', 'bord uden drift'],
      ['de', 'table ohne drift'],
      ['en', 'table no drift'],
      ['en', 'table w/o drift'],
      ['es', 'table sin drift'],
      ['fi', 'table ilman drift'],
      ['fr', 'table sans drift'],
      ['it', 'table senza drift'],
      ['ja', 'table drift なし'],
      ['ko', 'table drift 없는'],
      ['nl', 'table zonder drift'],
      ['no', 'table uten drift'],
      ['pt', 'table sem drift'],
      ['sv', 'table utan drift'],
      ['th', 'table ไม่มี drift'],
      ['zh', 'table 不含 drift'],
    ]
    for (const [locale, text] of said)
      expect([
        text,
        understand(shop, text, { locale }).constraints.map(({ kind, label }) => `${kind} ${label}`),
      ]).toEqual([text, ['exclude drift']])
  })

  it('X3: is a name where products are called so', () => {
    expect(read(shop, 'no show socks')).toBe('no show socks')
  })

  it('X4: alone means what says that it lacks the word', () => {
    expect(ids(shop, 'without fragrance')).toEqual([4])
  })

  it('X5: that is switched off is a word like any other', () => {
    expect(read(shop, 'table -drift', { ignore: ['-drift'] })).toBe('table drift')
  })
})

describe('a quoted phrase', () => {
  it('P1: must stand side by side; inch marks are no quotes', () => {
    const shop = shopOf([{ title: 'Red wine glass' }, { title: 'Wine red glass' }, { title: 'Glass, red wine' }])
    expect(ids(shop, '"red wine" glass')).toEqual([1, 3])
    expect(ids(shop, 'glass "red wine"')).toEqual([1, 3])
    expect(read(shop, '“red wine” glass')).toBe('phrase:“red wine” | red wine glass')
    expect(read(shop, 'glass 24" or 27"')).toBe('glass 24" or 27"')
  })
})

describe('a vendor', () => {
  const shop = shopOf([
    { title: 'Air shoe', vendor: 'Nimbus' },
    { title: 'Nimbus cap', vendor: 'Resale' },
    { title: 'Shoe bag', description: 'Fits every Nimbus shoe', vendor: 'Bags' },
    { title: 'Laces for Nimbus shoe', vendor: 'Bags' },
    { title: 'Round tray', vendor: 'The Pot Shack' },
    { title: 'Round pot', vendor: 'Clay' },
  ])

  it('V1: is read where its full name is typed, and keeps titles that name it', () => {
    expect(read(shop, 'nimbus')).toBe('vendor:nimbus | nimbus')
    expect(ids(shop, 'nimbus')).toEqual([1, 2])
    expect(understand(shop, 'tray of the pot shack').constraints[0]).toMatchObject({
      kind: 'vendor',
      label: 'The Pot Shack',
    })
  })

  it('V2: is no vendor where the word mostly names something else', () => {
    const fruit = shopOf([{ title: 'Red apple' }, { title: 'Apple pie' }, { title: 'Phone', vendor: 'Apple' }])
    expect(read(fruit, 'apple')).toBe('apple')
    expect(read(shop, 'round pot')).toBe('round pot')
  })
})

describe('a product type', () => {
  const shop = shopOf([
    { title: 'Galaxy', productType: 'Phones' },
    { title: 'Cover for phone', productType: 'Phone cases' },
    { title: 'Old phone', productType: 'Antiques' },
    { title: 'Charger', productType: 'Chargers', description: 'For every phone' },
    { title: 'Dialer', productType: 'Retro phones' },
  ])

  it('T1: is read where it is what the query asks for, and keeps what is called so', () => {
    expect(read(shop, 'phones')).toBe('product_type:phones | phones')
    expect(ids(shop, 'phone')).toEqual([1, 3, 5])
    expect(understand(shop, 'phone case').constraints[0]).toMatchObject({ label: 'Phone cases' })
    expect(read(shop, 'phone charger')).toBe('product_type:charger | phone charger')
  })
})

describe('each constraint', () => {
  it('I2: waits for the end of a word that is being typed', () => {
    expect(understand(sofas, 'sofa red', { isTyping: true })).toEqual({ text: 'sofa red', constraints: [] })
    expect(understand(sofas, 'red sofa', { isTyping: true }).constraints).toMatchObject([{ kind: 'color' }])
    expect(understand(sofas, 'sofa under $50', { isTyping: true }).constraints).toMatchObject([{ kind: 'price' }])
  })

  it('I1: is switched off by its text, and its words are looked for again', () => {
    expect(read(sofas, 'blue sofa', { ignore: ['Blue'] })).toBe('blue sofa')
    expect(read(sofas, 'blue sofa under $50', { ignore: ['blue'] })).toBe('price:under $50 | blue sofa')
  })
})
