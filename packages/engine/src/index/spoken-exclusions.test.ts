import { describe, expect, it } from 'vitest'
import { buildIndex } from './shop-index.ts'
import { searchShop, smallDoc, smallShop } from './testing/small-shop.ts'

const ids = (shop: ReturnType<typeof smallShop>, query: string) => searchShop(shop, query).hits.map(({ id }) => id)

describe('an exclusion in words', () => {
  const headsets = smallShop([
    { title: 'Wireless headset' },
    { title: 'Gaming headset', tags: ['wireless'] },
    { title: 'Studio headset', description: 'For those who distrust anything wireless' },
    { title: 'Headset with a cable' },
    { title: 'Office headset', description: 'not wireless' },
  ])

  it('E1: excludes products that the word names, and ranks those with the word in a sentence last', () => {
    const found = ids(headsets, 'headset not wireless')
    expect([found.toSorted(), found.at(-1)]).toEqual([[3, 4, 5], 3])
  })

  it('E2: with a minus excludes the sentence too, unless it denies the word', () => {
    expect(ids(headsets, 'headset -wireless').toSorted()).toEqual([4, 5])
  })

  it('E3: of a name of several words keeps products that deny it', () => {
    const shoes = smallShop([{ title: 'Shoes without laces for babies' }, { title: 'Shoes with laces for babies' }])
    expect(ids(shoes, 'shoes without laces for babies newborn')).toEqual([1])
  })

  it('E4: of a color is judged by the options that state colors, whatever the tags say', () => {
    const tire = (id: number, title: string, colors: readonly string[]) => ({
      ...smallDoc({ title, options: [...colors], tags: ['Black', 'Tires'] }, id),
      variants: colors.map((color) => ({ price: 1, compareAt: null, available: true, options: { Color: color } })),
    })
    const shop = buildIndex(
      [tire(1, 'Road tire', ['Black']), tire(2, 'City tire', ['Cream']), tire(3, 'Black tire', ['Cream'])],
      'en',
    )
    expect(ids(shop, 'tire that is not black')).toEqual([2])
  })
})
