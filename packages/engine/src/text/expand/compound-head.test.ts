import { describe, expect, it } from 'vitest'
import { searchShop, smallShop } from '../../index/testing/small-shop.ts'
import { queryForms } from '../testing/query-forms.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'

const others = Array.from({ length: 60 }, (_, i) => ({ title: `Mug ${i}`, productType: 'Mugs' }))

function found(products: Parameters<typeof smallShop>[0], text: string, prefixLast = false): number[] {
  const query = { text, prefixLast, settings: DEFAULT_TEXT_SETTINGS }
  return searchShop(smallShop([...products, ...others]), text, { query }).hits.map(({ id }) => id)
}

describe('a word that no product is called by, made of two words of the shop', () => {
  const shop = [
    { title: 'Field coat', productType: 'Coats' },
    { title: 'Harbour jacket', productType: 'Coats', description: 'Keeps you dry when the rain comes.' },
    { title: 'Rain gauge', productType: 'Garden' },
  ]

  it('finds the kind of thing that its second word names', () => {
    expect(found(shop, 'raincoat').sort()).toEqual([1, 2])
    expect(found(shop, 'raincoats').sort()).toEqual([1, 2])
  })

  it('finds that at half its weight, and not as the word itself', () => {
    expect(queryForms(shop, 'raincoat').flat()).toMatchObject([
      { text: 'coat', kind: 'compound', weight: 0.5 },
      { text: 'coats', kind: 'compound', weight: 0.49 },
    ])
  })

  it('finds what most titles call by it, where types are broader', () => {
    const rain = { title: 'Rain gauge', productType: 'Outdoor' }
    const titled = (...titles: string[]) => [...titles.map((title) => ({ title, productType: 'Outdoor' })), rain]
    expect(found(titled('Field coat', 'Long coats', 'Coat'), 'raincoat').sort()).toEqual([1, 2, 3])
    expect(found(titled('Field coat', 'Coat hook', 'Coat rack', 'Coat stand'), 'raincoat')).toEqual([])
  })

  it('finds that beside what mentions the word', () => {
    const mentioning = { title: 'Peg', productType: 'Hooks', description: 'Holds a raincoat.' }
    expect(found([...shop, mentioning], 'raincoat').sort()).toEqual([1, 2, 4])
  })

  it('finds itself alone where products are called by it', () => {
    expect(found([...shop, { title: 'Storm raincoat', productType: 'Outdoor' }], 'raincoat')).toEqual([4])
  })

  it('finds nothing where the first is no word of the shop, or the second is no kind of thing', () => {
    expect(found(shop, 'snowcoat')).toEqual([])
    expect(found(shop, 'raingauge')).toEqual([3])
    expect(
      found(
        [
          { title: 'Rain song', productType: 'Music' },
          { title: 'Bow tie', productType: 'Ties' },
        ],
        'rainbow',
      ),
    ).toEqual([])
  })

  it('has parts of three letters and more', () => {
    const sleeves = [
      { title: 'Ear muff', productType: 'Muffs' },
      { title: 'On and on', productType: 'Ons' },
    ]
    expect(found(sleeves, 'earon')).toEqual([])
  })

  it('excludes only itself, and is not looked for while it is typed', () => {
    expect(found(shop, 'coat -raincoat').sort()).toEqual([1, 2])
    expect(found(shop, 'raincoat', true)).toEqual([])
  })
})
