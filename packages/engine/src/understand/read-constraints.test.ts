/** Where a constraint in a query begins and ends, and what is left as words. Numbered by reader. */
import { describe, expect, it } from 'vitest'
import { find, ids, read, shopOf, understand } from './testing/read-shop.ts'

const soaps = shopOf([
  { title: 'Rose soap' },
  { title: 'Mint soap' },
  { title: 'Lavender soap' },
  { title: 'Plain soap', description: 'Fragrance free' },
  { title: 'Soap dish', description: 'Goes with every fragrance' },
])

describe('exclusions', () => {
  it('N1: one after the other are all read', () => {
    expect(read(soaps, 'soap -rose -mint -lavender')).toBe('exclude:-rose | exclude:-mint | exclude:-lavender | soap')
    expect(read(soaps, 'soap without rose without mint dish')).toBe(
      'exclude:without rose | exclude:without mint | soap dish',
    )
    expect(read(soaps, 'no rose no mint dish')).toBe('exclude:no rose | exclude:no mint | dish')
    expect(read(soaps, 'soap w/o rose w/o mint dish')).toBe('exclude:w/o rose | exclude:w/o mint | soap dish')
  })

  it('N2: need a word to exclude, and for dashes something else that is asked for', () => {
    expect(read(soaps, 'soap without')).toBe('soap without')
    expect(read(soaps, 'soap w/o')).toBe('soap w/o')
    expect(read(soaps, '-rose')).toBe('-rose')
    expect(read(soaps, '-rose -mint')).toBe('-rose -mint')
  })

  it('N3: reach over words that say nothing', () => {
    expect(understand(soaps, 'soap without the rose dish').constraints).toMatchObject([
      { kind: 'exclude', text: 'without the rose', label: 'rose', phrases: [['rose']] },
    ])
    expect(read(soaps, 'soap without the rose dish')).toBe('exclude:without the rose | soap dish')
  })

  it('N4: do not reach into a quoted phrase', () => {
    expect(read(soaps, 'soap without "rose"')).toBe('phrase:"rose" | soap without rose')
    expect(read(soaps, 'soap "without rose"')).toBe('phrase:"without rose" | soap without rose')
  })

  it('N5: ask for what says that it lacks the word only where nothing else is asked for', () => {
    const isStrict = (text: string) => understand(soaps, text).constraints.some(({ mustDeny }) => mustDeny)
    expect(isStrict('without fragrance')).toBe(true)
    expect(isStrict('soap without fragrance')).toBe(false)
    expect(isStrict('without fragrance without rose')).toBe(false)
    expect(isStrict('without fragrance under $20')).toBe(false)
    expect(isStrict('"rose"')).toBe(false)
    expect(ids(soaps, 'without fragrance')).toEqual([4])
    expect(ids(soaps, 'soap without fragrance')).toEqual([1, 2, 3, 4])
  })

  it('N6: that are relaxed hold no longer, and their words are not looked for', () => {
    expect(read(soaps, 'soap -rose', { relax: ['-Rose'] })).toBe('soap')
    expect(read(soaps, 'soap without rose', { ignore: ['without rose'] })).toBe('soap rose')
    // Something must be looked for.
    expect(read(soaps, 'without rose', { relax: ['without rose'] })).toBe('without rose')
  })

  it('N7: are of a whole name where at least half of the products with its beginning go on so', () => {
    const strap = { title: 'Leather strap watch' }
    const belt = { title: 'Leather belt' }
    const read1 = (...products: { title: string; description?: string }[]) =>
      read(shopOf([...products, { title: 'Steel watch' }]), 'watch without leather strap')
    expect(read1(strap, belt)).toBe('exclude:without leather strap | watch')
    expect(read1(strap, belt, belt)).toBe('exclude:without leather | watch strap')
    // A description names nothing.
    expect(read1(belt, { title: 'Leather bag', description: 'leather strap' })).toBe(
      'exclude:without leather | watch strap',
    )
    const club = { title: 'Real Sociedad Club scarf' }
    expect(read(shopOf([club, club]), 'scarf not real sociedad club')).toBe('exclude:not real sociedad club | scarf')
    expect(read(shopOf([club, club]), 'scarf not real "sociedad club"')).toBe(
      'exclude:not real | phrase:"sociedad club" | scarf sociedad club',
    )
    expect(read(shopOf([club, club]), 'scarf not real sociedad club', { ignore: ['not real sociedad club'] })).toBe(
      'scarf real sociedad club',
    )
  })

  it('N8: refuse variants by the family of a color, by a shade where a shade is named, and by every word of a name', () => {
    const sofas = shopOf([
      { title: 'Ada sofa', variants: [{ options: { Color: 'Navy' } }, { options: { Color: 'Red' } }] },
      { title: 'Cy sofa', variants: [{ options: { Color: 'Sky Blue' } }, { options: { Color: 'Dark Blue' } }] },
      { title: 'Di sofa', variants: [{}] },
    ])
    expect(find(sofas, 'sofa -blue')).toEqual([
      [1, 11],
      [3, 30],
    ])
    expect(find(sofas, 'sofa -navy')).toEqual([
      [1, 11],
      [2, 20],
      [3, 30],
    ])
    expect(find(sofas, 'sofa without sky blue')).toEqual([
      [1, 10],
      [2, 21],
      [3, 30],
    ])
  })
})

describe('quoted phrases and prices', () => {
  const shop = shopOf([
    { title: 'Red wine glass', variants: [{ price: 10 }] },
    { title: 'Wine glass red', variants: [{ price: 90 }] },
  ])

  it('N9: take the words between the quotes and no others', () => {
    expect(understand(shop, 'big "red wine" glass').constraints).toMatchObject([{ phrases: [['red', 'wine']] }])
    expect(read(shop, '"red" "wine" glass')).toBe('phrase:"red" | phrase:"wine" | red wine glass')
    expect(read(shop, '"!" glass')).toBe('! glass')
    expect(read(shop, '"red wine" glass', { ignore: ['"red wine"'] })).toBe('red wine glass')
    expect(read(shop, '"red wine" glass', { relax: ['"red wine"'] })).toBe('red wine glass')
  })

  it('N10: a price inside a phrase is none, and one that is switched off is words', () => {
    expect(read(shop, 'glass under $50')).toBe('price:under $50 | glass')
    expect(ids(shop, 'glass under $50')).toEqual([1])
    expect(read(shop, 'glass "under $50"')).toBe('phrase:"under $50" | glass under $50')
    expect(read(shop, 'glass under $50', { ignore: ['Under $50'] })).toBe('glass under $50')
  })

  it('N10a: a price that nothing meets is still one: no size is read out of it, and the thing stands before it', () => {
    const variants = ['18', '20', '22'].map((Size) => ({ options: { Size }, price: 90 }))
    const lamps = shopOf([{ title: 'Tall lamp', productType: 'Lamp', variants }])
    expect(read(lamps, 'lamp size 20', { relax: ['lamp'] })).toBe('size:size 20 | lamp')
    expect(read(lamps, 'lamp under 20', { relax: ['Under 20'] })).toBe('product_type:lamp | lamp under 20')
    expect(read(lamps, 'lamp under 20', { ignore: ['under 20'] })).not.toContain('product_type')
  })

  it('N11: constraints come in the order of the query, whatever reads them first', () => {
    expect(read(shop, 'glass -red under $50 "wine"')).toBe(
      'exclude:-red | price:under $50 | phrase:"wine" | glass wine',
    )
    expect(read(shop, '"wine" under $50 -red glass')).toBe(
      'phrase:"wine" | price:under $50 | exclude:-red | wine glass',
    )
  })

  it('N12: places are right where a letter is folded to two', () => {
    expect(read(shop, 'große weiße gläser -red', { locale: 'de' })).toBe('exclude:-red | grosse weisse glaser')
  })
})

describe('names', () => {
  it('N13: of vendors have five words at most; one letter or a word that says nothing is no vendor', () => {
    const shop = shopOf([
      { title: 'Lamp', vendor: 'One Two Three Four Five' },
      { title: 'Lamp', vendor: 'Uno Due Tre Four Five Six' },
      { title: 'Lamp', vendor: 'Q' },
      { title: 'Lamp', vendor: 'QX' },
      { title: 'Lamp', vendor: 'The' },
    ])
    expect(read(shop, 'lamp one two three four five')).toBe(
      'vendor:one two three four five | lamp one two three four five',
    )
    expect(read(shop, 'lamp uno due tre four five six')).toBe('lamp uno due tre four five six')
    expect([read(shop, 'lamp q'), read(shop, 'lamp the')]).toEqual(['lamp q', 'lamp the'])
    expect(read(shop, 'lamp qx')).toBe('vendor:qx | lamp qx')
  })

  it('N14: of vendors are taken longest first, and each word once', () => {
    const shop = shopOf([
      { title: 'Cup', vendor: 'North' },
      { title: 'Cup', vendor: 'North Face' },
      { title: 'Cup', vendor: 'Face Value' },
    ])
    expect(read(shop, 'north face value cup')).toBe('vendor:north face | north face value cup')
    expect(read(shop, 'north cup')).toBe('vendor:north | north cup')
  })

  it('N15: of types are those of the thing asked for, which stands before what it is for', () => {
    const shop = shopOf([
      { title: 'Nova', productType: 'Phones' },
      { title: 'Shell', productType: 'Cases' },
      { title: 'Belt', productType: 'Phone belts' },
    ])
    expect(read(shop, 'case for phone')).toBe('product_type:case | case for phone')
    expect(read(shop, 'phone with case')).toBe('product_type:phone | phone with case')
    expect(read(shop, 'for the phone')).toBe('product_type:phone | for the phone')
    expect(read(shop, 'red phone belt')).toBe('product_type:phone belt | red phone belt')
    expect(read(shop, 'phone belt clip')).toBe('phone belt clip')
    expect(read(shop, 'for the')).toBe('for the')
  })

  it('N16: of types stand first where a language names the thing first', () => {
    const shop = shopOf(
      [
        { title: 'Nova', productType: 'Móvil' },
        { title: 'Funda', productType: 'Funda' },
      ],
      'es',
    )
    expect(read(shop, 'funda móvil', { locale: 'es' })).toBe('product_type:funda | funda móvil')
    expect(read(shop, 'móvil funda', { locale: 'es' })).toBe('product_type:móvil | móvil funda')
  })
})

describe('sizes, measures and colors', () => {
  it('N17: a single digit is a size only where it is said to be one; a size has up to four words', () => {
    const shop = shopOf([
      { title: 'Boot', variants: [{ options: { Size: '9' } }, { options: { Size: 'M' } }] },
      { title: 'Bodysuit', variants: [{ options: { Size: '6 to 12 months' } }, { options: { Size: '3 months' } }] },
    ])
    expect(read(shop, 'boot 9')).toBe('boot 9')
    expect(read(shop, 'boot size 9')).toBe('size:size 9 | boot')
    expect(understand(shop, 'boot size 9').constraints).toMatchObject([{ label: '9' }])
    expect(read(shop, 'boot m')).toBe('size:m | boot')
    expect(find(shop, 'bodysuit 6 to 12 months')).toEqual([[2, 20]])
    expect(read(shop, 'size boot')).toBe('size boot')
  })

  it('N18: a part number that reads like a measure is none', () => {
    const bottle = { title: 'Bottle', variants: [{ options: { Volume: '500 ml' } }] }
    expect(read(shopOf([bottle, { title: 'Pump', skus: ['500ML'] }]), '500ml')).toBe('500ml')
    expect(read(shopOf([bottle, { title: 'Pump' }]), '500ml')).toBe('measure:500ml | 500ml')
  })

  it('N19: a tone makes a shade of the color beside it, where the shop has one', () => {
    const plain = shopOf([
      { title: 'Ada sofa', variants: [{ options: { Color: 'Navy' } }] },
      { title: 'Bo sofa', variants: [{ options: { Color: 'Blue' } }] },
    ])
    const toned = shopOf([
      { title: 'Ada sofa', variants: [{ options: { Color: 'Navy' } }] },
      { title: 'Bo sofa', variants: [{ options: { Color: 'Light Blue' } }] },
    ])
    expect(read(plain, 'light blue sofa')).toBe('color:light blue | sofa')
    expect([ids(plain, 'light blue sofa'), ids(toned, 'light blue sofa')]).toEqual([[1, 2], [2]])
    expect(read(plain, 'sofa light')).toBe('sofa light')
    expect(read(plain, 'sofa -light blue')).toBe('exclude:-light | color:blue | sofa')
    expect(read(plain, 'sofa blue navy')).toBe('color:blue navy | sofa')
    expect(read(plain, 'canapé bleu clair', { locale: 'fr' })).toBe('color:bleu clair | canapé')
    expect(read(plain, 'sky blue sofa')).toBe('color:blue | sky sofa')
  })
})
