import { describe, expect, it } from 'vitest'
import { shopOf } from '../values/testing/read-shop.ts'
import { parse } from './testing/parse-shop.ts'

describe('words written together or apart', () => {
  const wordsOf = (shop: ReturnType<typeof shopOf>, text: string) => parse(shop, text).terms.map(({ word }) => word)
  const joined = shopOf([{ title: 'Grey sweatshirt' }, { title: 'Sweatshirts of wool' }, { title: 'Sweat shirt' }])
  const apart = shopOf([{ title: 'Flower pot' }, { title: 'Big flower pots' }, { title: 'Flowerpot' }])

  it('W1: are replaced by the form in which more products are named', () => {
    for (const text of ['sweatshirt', 'sweat shirt', 'sweat-shirt'])
      expect(wordsOf(joined, text)).toEqual(['sweatshirt'])
    expect(wordsOf(joined, 'sweat shirts')).toEqual(['sweatshirts'])
    for (const text of ['flowerpot', 'flower pot']) expect(wordsOf(apart, text)).toEqual(['flower', 'pot'])
    const described = shopOf([{ title: 'Clay bowl', description: 'Or use it as a flower pot' }, { title: 'Tea pot' }])
    for (const text of ['flowerpot', 'flower pot']) expect(wordsOf(described, text)).toEqual(['flower', 'pot'])
  })

  it('W4: are one word in either order, unless products are named in that order or one is an ending of the other', () => {
    expect(wordsOf(joined, 'shirt sweat grey')).toEqual(['sweatshirt', 'grey'])
    const turned = shopOf([
      { title: 'Gamma open ring' },
      { title: 'Opengamma' },
      { title: 'Half moon' },
      { title: 'Earring' },
    ])
    expect(wordsOf(turned, 'ear ring')).toEqual(['earring'])
    expect(wordsOf(turned, 'gamma open')).toEqual(['gamma', 'open'])
    expect(wordsOf(turned, 'half es')).toEqual(['half', 'es'])
  })

  it('W2: keep the other form; a word with one form in this shop stays unchanged', () => {
    expect(parse(joined, 'sweatshirt').terms[0].parts).toEqual(['sweat', 'shirt'])
    expect(wordsOf(joined, 'grey wool')).toEqual(['grey', 'wool'])
    expect(parse(joined, 'sweat shirt', { isTyping: true }).terms.map(({ word }) => word)).toEqual(['sweat', 'shirt'])
  })

  it('W3: have the same values and words in every spelling of one color', () => {
    const grey = shopOf([{ title: 'Ada sofa', variants: [{ options: { Color: 'Grey' } }] }, { title: 'Gray lamp' }])
    const asked = (text: string) => {
      const [{ attributes, phrases }] = parse(grey, text).readings
      return { attributes, phrases: new Set(phrases.flat()) }
    }
    expect(asked('gray')).toEqual(asked('grey'))
    expect(asked('greys')).toMatchObject({ attributes: asked('grey').attributes })
  })
})
