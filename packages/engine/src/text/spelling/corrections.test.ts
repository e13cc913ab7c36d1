/** Which words are corrected, and towards what. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { searchSegments } from '../testing/search-segments.ts'
import type { TextDoc } from '../text-doc.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'

function search(text: string, docs: readonly Partial<TextDoc>[], locale = 'en') {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor(locale))
  return searchSegments([segment], { text, locale, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 20 })
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

  it('R2: leave a rare word of the shop alone, however common its neighbours are', () => {
    const docs = [...Array.from({ length: 60 }, () => ({ title: 'Blanket' })), { title: 'Blanker' }]
    expect(search('blanker', docs)).toMatchObject({ count: 1, corrected: null })
  })

  it('R3: go towards words that name products, never towards those of descriptions or metafields', () => {
    expect(search('velvit', [{ title: 'Sofa', description: 'velvet cover' }]).count).toBe(0)
    expect(search('velvit', [{ title: 'Sofa', metafields: ['velvet'] }]).count).toBe(0)
    expect(search('velvit', [{ title: 'Sofa', tags: ['velvet'] }])).toMatchObject({ count: 1, corrected: 'velvet' })
  })

  it("R4: never go to another language: translations are no words of the shop's own", () => {
    const docs = [{ title: 'Dress', metafields: ['robes longues'] }]
    expect(search('rotes', docs, 'de').corrected).toBeNull()
    expect(search('blu', [{ title: 'Blue velvet sofa', metafields: ['bleu'] }]).corrected).toBe('blue')
  })

  it('R5: know words spelt by ear, however many letters are wrong', () => {
    expect(search('neckless', [{ title: 'Gold necklace' }])).toMatchObject({ count: 1, corrected: 'necklace' })
    expect(search('leapord', [{ title: 'Leopard print' }])).toMatchObject({ count: 1, corrected: 'leopard' })
    expect(search('neckless', [{ title: 'Necktie' }]).count).toBe(0)
  })

  it('R9: guess by ear only what fits the words beside it, where the shop knows these', () => {
    const docs = [{ title: 'Artist series Shire' }, { title: 'Cotton shirt' }, { title: 'Gold necklace' }]
    expect(search('cotton sharee', docs)).toMatchObject({ count: 1, corrected: null })
    expect(search('artist sharee', docs).corrected).toBe('artist shire')
    expect(search('golden neckless', docs).corrected).toBe('golden necklace')
  })

  it('R10: hear every letter: a word of another language is no short word of this one', () => {
    expect(search('vestido', [{ title: 'Wool vest' }]).corrected).toBeNull()
  })

  it('R8: find a misspelt plural of a word, but do not take a last "e" for an ending', () => {
    expect(search('dvans', [{ title: 'Van' }]).count).toBe(1)
    expect(search('saree', [{ title: 'Summer sale' }])).toMatchObject({ count: 0, corrected: null })
  })

  it('R6: take the likelier of two: the key beside, the swap, the same sound', () => {
    const likelier = (query: string, titles: string[]) =>
      search(
        query,
        titles.map((title) => ({ title })),
      ).corrected
    expect(likelier('sofx', ['sofc', 'sofz'])).not.toBeNull()
    expect(likelier('tabke', ['tabpe', 'tabje'])).toBe('tabje')
    expect(likelier('chiar', ['chiarb', 'chair'])).toBe('chair')
  })

  it('R7: an ordinary word that sounds like a word of the shop is suggested, not swapped', () => {
    const docs = Array.from({ length: 30 }, () => ({ title: 'Phone cell' }))
    expect(search('sell', docs)).toMatchObject({ count: 0, corrected: null, didYouMean: 'cell' })
  })

  it('R11: an ordinary word that the shop has is what was meant, however common a neighbour is', () => {
    const docs = [{ title: 'Tote bag' }, ...Array.from({ length: 30 }, () => ({ title: 'Note book' }))]
    expect(search('tote bag', docs)).toMatchObject({ corrected: null, didYouMean: null })
    expect(
      search('totx bag', [{ title: 'Totx bag' }, ...Array.from({ length: 30 }, () => ({ title: 'Tote book' }))]),
    ).toMatchObject({
      didYouMean: 'tote bag',
    })
  })

  it('R9: suggest a word ten times as common as a rare one, and leave a word of more than twenty products alone', () => {
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
