/** Which products say themselves that they lack a word. Numbered. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { searchSegments } from '../testing/search-segments.ts'
import type { TextDoc } from '../text-doc.ts'
import { MATCH_CLASS } from '../text-query.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { denialsOf } from './mark-excluded.ts'

function denied(docs: readonly Partial<TextDoc>[], word = 'sugar', locale = 'en'): boolean[] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor(locale))
  const request = { text: word, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS }
  const { terms } = prepareTextQuery(textIndex([segment], locale), request)
  const isDenied = denialsOf(segment, terms[0]!.postings[0]!)
  return docs.map((_, doc) => isDenied(doc))
}
const said = (...texts: string[]) => denied(texts.map((description) => ({ title: 'Tea', description })))

describe('a product denies a word', () => {
  it('D1: by "no" and the like up to two words before it', () => {
    expect(said('no sugar', 'without any sugar', 'no longer any sugar')).toEqual([true, true, false])
    expect(said('zero sugar inside', 'this tea has never sugar in it')).toEqual([true, true])
  })

  it('D2: by "free" and the like up to two words after it', () => {
    expect(said('sugar free', 'sugar is excluded', 'sugar of cane is free')).toEqual([true, true, false])
  })

  it('D3: not by a word that stands on the wrong side', () => {
    expect(said('free sugar', 'sugar without end', 'excluded sugar')).toEqual([false, false, false])
  })

  it('D4: in one field, not over the end of one into the next', () => {
    expect(denied([{ title: 'Tea zero', vendor: 'Sugar' }])).toEqual([false])
    expect(denied([{ title: 'Tea sugar', vendor: 'Free' }])).toEqual([false])
    expect(denied([{ title: 'Sugar tea', description: 'no sugar' }, { title: 'Zero sugar' }])).toEqual([true, true])
  })

  it('D5: once is enough, and what never says so denies nothing', () => {
    expect(said('sugar, cane sugar, but no added sugar', 'cane sugar', 'nothing of it')).toEqual([true, false, false])
  })

  it('D6: in its own language', () => {
    const german = (description: string) => denied([{ title: 'Tee', description }], 'zucker', 'de')[0]
    expect([german('ohne Zucker'), german('Zucker frei'), german('no Zucker')]).toEqual([true, true, false])
  })

  it('D7: and is then no worse an answer to a query that excludes the word', () => {
    const docs = [{ title: 'Tea with sugar' }, { title: 'Tea, sugar free' }, { title: 'Tea plain' }]
    const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
    const query = { text: 'tea -sugar', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 9 }
    const found = searchSegments([segment], query)
    const classes = new Map(Array.from(found.docs, (doc, i) => [doc, found.classes[i]]))
    expect([0, 1, 2].map((doc) => classes.get(doc) === MATCH_CLASS.excluded)).toEqual([true, false, false])
    expect(found.docs.at(-1)).toBe(0)
  })
})
