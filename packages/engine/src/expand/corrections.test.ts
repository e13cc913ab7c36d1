import { describe, expect, it } from 'vitest'
import { searchTexts } from '../index/testing/search-texts.ts'
import type { TextDoc } from '../text/text-doc.ts'

function search(text: string, docs: readonly Partial<TextDoc>[], locale = 'en') {
  return searchTexts(docs, text, { locale, isPlain: true })
}

describe('corrections', () => {
  it.each([
    ['couch', 'Touch screen'],
    ['lamp', 'Damp cloth'],
    ['desk', 'Card deck'],
    ['heater', 'Two seater'],
    ['kids', 'Name ids'],
  ])('R1: leave an ordinary word alone that the shop lacks: %s', (query, title) => {
    const { count, corrected, didYouMean } = search(query, [{ title }])
    expect({ count, corrected, didYouMean }).toEqual({ count: 0, corrected: null, didYouMean: null })
  })

  it('R2: leave a rare word of the shop unchanged, however common its neighbours are', () => {
    const docs = [...Array.from({ length: 60 }, () => ({ title: 'Blanket' })), { title: 'Blanker' }]
    expect(search('blanker', docs)).toMatchObject({ count: 1, corrected: null })
  })

  it('R3: lead to words that name or describe products, never to those of metafields, which may be translations', () => {
    expect(search('velvit', [{ title: 'Sofa', description: 'velvet cover' }])).toMatchObject({ count: 1 })
    expect(search('velvit', [{ title: 'Sofa', metafields: ['velvet'] }]).count).toBe(0)
    expect(search('velvit', [{ title: 'Sofa', tags: ['velvet'] }])).toMatchObject({ count: 1, corrected: 'velvet' })
  })

  it('R4: never lead to another language: translations are not words of the shop', () => {
    const docs = [{ title: 'Dress', metafields: ['robes longues'] }]
    expect(search('rotes', docs, 'de').corrected).toBeNull()
    expect(search('blu', [{ title: 'Blue velvet sofa', metafields: ['bleu'] }]).corrected).toBe('blue')
  })

  it('R10: compare every letter: a word of another language is not a short word of this one', () => {
    expect(search('vestido', [{ title: 'Wool vest' }]).corrected).toBeNull()
  })

  it('R6: prefer the likelier of two: the commoner, and the one with the same first letter', () => {
    const likelier = (query: string, titles: string[]) =>
      search(
        query,
        titles.map((title) => ({ title })),
      ).corrected
    expect(likelier('tabke', ['tabpe', 'tabje', 'tabje'])).toBe('tabje')
    expect(likelier('tabxe', ['labxe', 'tabze'])).toBe('tabze')
  })

  it('R9: suggest a word ten times as common as a rare one, and leave a word of more than twenty products unchanged', () => {
    const shop = (rare: number, common: number) => [
      ...Array.from({ length: rare }, () => ({ title: 'lamq' })),
      ...Array.from({ length: common }, () => ({ title: 'lamp' })),
      { title: 'oak' },
    ]
    const suggested = (rare: number, common: number) => search('lamq oak', shop(rare, common)).didYouMean
    expect([suggested(1, 10), suggested(1, 9)]).toEqual(['lamp oak', null])
    expect([suggested(2, 20), suggested(2, 19)]).toEqual(['lamp oak', null])
    expect([suggested(20, 200), suggested(21, 210)]).toEqual(['lamp oak', null])
  })
})
