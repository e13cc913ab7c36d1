import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import type { TextDoc } from '../text/text-doc.ts'
import { wordPostings } from '../expand/word-postings.ts'
import { textIndex } from '../text/testing/text-index.ts'
import { buildTextSegment } from '../text/text-segment.ts'
import { denialsOf } from './exclude-docs.ts'

function denied(docs: readonly Partial<TextDoc>[], word = 'sugar', locale = 'en'): boolean[] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor(locale))
  const index = textIndex([segment], locale)
  const isDenied = denialsOf(segment, wordPostings(index.views[0]!, word, index))
  return docs.map((_, doc) => isDenied(doc))
}
const said = (...texts: string[]) => denied(texts.map((description) => ({ title: 'Tea', description })))

describe('a product denies a word', () => {
  it('D1: by "no" and similar words up to two words before it', () => {
    expect(said('no sugar', 'without any sugar', 'no longer any sugar')).toEqual([true, true, false])
    expect(said('zero sugar inside', 'this tea has never sugar in it')).toEqual([true, true])
  })

  it('D2: by "free" and similar words up to two words after it', () => {
    expect(said('sugar free', 'sugar is excluded', 'sugar of cane is free')).toEqual([true, true, false])
  })

  it('D3: not by a word on the wrong side', () => {
    expect(said('free sugar', 'sugar without end', 'excluded sugar')).toEqual([false, false, false])
  })

  it('D4: within one field, not across its end', () => {
    expect(denied([{ title: 'Tea zero', vendor: 'Sugar' }])).toEqual([false])
    expect(denied([{ title: 'Tea sugar', vendor: 'Free' }])).toEqual([false])
    expect(denied([{ title: 'Sugar tea', description: 'no sugar' }, { title: 'Zero sugar' }])).toEqual([true, true])
  })

  it('D5: by a single denial; without one it denies nothing', () => {
    expect(said('sugar, cane sugar, but no added sugar', 'cane sugar', 'nothing of it')).toEqual([true, false, false])
  })

  it('D6: in its own language', () => {
    const german = (description: string) => denied([{ title: 'Tee', description }], 'zucker', 'de')[0]
    expect([german('ohne Zucker'), german('Zucker frei'), german('no Zucker')]).toEqual([true, true, false])
  })
})
