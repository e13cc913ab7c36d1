import { describe, expect, it } from 'vitest'
import { completeQuery, isPlaceholder } from './complete-query.ts'

const texts = (typed: string, titles: readonly string[], names: readonly string[] = [], locale = 'en') =>
  completeQuery(
    typed,
    titles.map((title) => ({ title, names })),
    locale,
  ).map(({ text }) => text)

describe('completions of a typed text', () => {
  it('C1: keep the words before the last, wherever they are in the title', () => {
    expect(texts('leather ba', ['Leather Weekend Bag', 'Bag in leather'])).toEqual(['leather bag'])
    expect(texts('wooden fen', ['Wooden Fence'])).toEqual(['wooden fence'])
  })

  it('C2: run from the typed word to the end of the name', () => {
    expect(texts('lin', ['Linen Summer Dress – Blue, M'])).toEqual(['linen summer dress'])
    expect(texts('dre', ['Linen Summer Dress – Blue, M'])).toEqual(['dress'])
    expect(texts('hou', ['Houndstooth Square in Slate', 'Houndstooth Square in Grey'])).toEqual(['houndstooth square'])
  })

  it('C3: that several products share come first, without their beginnings', () => {
    const kits = ['Manchester United Home Kit', 'Manchester United Away Kit', 'Manchester City Home Kit']
    expect(texts('man', kits)[0]).toBe('manchester')
    expect(texts('man', kits.slice(0, 2))).toEqual(['manchester united'])
  })

  it('C4: contain no numbers, units or linking words', () => {
    expect(texts('sham', ['Rosemary Shampoo 16.9 oz', 'Mint Shampoo 16.9 oz'])).toEqual(['shampoo'])
    expect(texts('shampoo ', ['Rosemary Shampoo 16.9 oz', 'Mint Shampoo 16.9 oz'])).not.toContain('shampoo 16')
    expect(texts('iphone 1', ['Case for iPhone 15', 'Cover for iPhone 15'])).toEqual(['iphone 15'])
  })

  it('C5: include types, brands and option values as a whole', () => {
    expect(texts('dress re', ['Summer dress', 'Winter dress'], ['Dresses', 'Red', 'Acme'])).toEqual(['dress red'])
    expect(texts('bot', ['Wave'], ['Swimwear > Bottoms'])).toEqual(['bottoms'])
    expect(texts('de', ['Mug'], ['Default Title'])).toEqual([])
    const mug = [{ title: 'Mug', names: [], vendor: 'Acme' }]
    expect(completeQuery('ac', mug, 'en').map(({ text }) => text)).toEqual(['acme'])
    expect(completeQuery('mug ac', mug, 'en')).toEqual([])
  })

  it('C6: never repeat the typed text', () => {
    expect(texts('linen dress', ['Linen dress', 'Linen dresses'])).toEqual([])
  })

  it('C7: continue with the next word after a space', () => {
    expect(texts('leather ', ['Leather bag', 'Leather bag'])).toEqual(['leather bag'])
  })
})

it('recognizes placeholders for mandatory fields', () => {
  for (const value of ['n/a', 'N.A.', 'None', 'Default Title', '', '-']) expect(isPlaceholder(value)).toBe(true)
  for (const value of ['Nada', 'Nonesuch', 'Acme']) expect(isPlaceholder(value)).toBe(false)
})
