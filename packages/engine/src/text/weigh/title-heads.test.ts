import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { titleHeadShare } from './title-heads.ts'

/** The titles of each segment. */
function shareOf(word: string, segments: readonly (readonly string[])[], locale = 'en'): number {
  const analyzer = analyzerFor(locale)
  const built = segments.map((titles) =>
    buildTextSegment(
      titles.map((title) => sampleDoc({ title, description: `made of ${word}` })),
      analyzer,
    ),
  )
  const settings = { ...DEFAULT_TEXT_SETTINGS, typos: false }
  const { index, terms } = prepareTextQuery(textIndex(built, locale), { text: word, prefixLast: false, settings })
  return titleHeadShare(index.views, terms[0]!.postings)
}

describe('the share of titles that call the thing by a word', () => {
  it('T1: counts those that end with it, in any form, of those that hold it', () => {
    expect(shareOf('coat', [['Wool Coat', 'Two Coats', 'Coat Rack', 'Long Coat', 'Lamp']])).toBe(0.75)
  })

  it('T2: counts those that begin with it where what describes a thing follows it', () => {
    const titles = ['Lámpara de mesa', 'Lámpara azul', 'Mesa con lámpara', 'Lámpara']
    expect(shareOf('lámpara', [titles], 'es')).toBe(0.75)
    expect(shareOf('mesa', [[...titles, 'Mantel de mesa', 'Mesa']], 'es')).toBe(0.5)
  })

  it('T3: needs two titles that do', () => {
    expect([1, 2].map((count) => shareOf('coat', [Array.from({ length: count }, () => 'Coat')]))).toEqual([0, 1])
    expect(shareOf('coat', [['Coat', 'Coat Rack']])).toBe(0)
  })

  it('T4: is of all segments together', () => {
    expect(shareOf('coat', [['Wool Coat'], ['Coat Rack', 'Lamp'], ['Rain Coat', 'Coat']])).toBe(0.75)
  })

  it('T5: says nothing of words that stand for it', () => {
    expect(shareOf('mantel', [['Wollmantel', 'Wollmantel', 'Wollmantel']], 'de')).toBe(0)
  })
})
