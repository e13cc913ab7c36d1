import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { searchSegments } from '../testing/search-segments.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import type { TextDoc } from '../text-doc.ts'
import type { TextAnswer } from '../search-text.ts'
import { MATCH_CLASS } from '../text-query.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'

function matchIn(parts: readonly (readonly Partial<TextDoc>[])[], text: string, limit = 20): TextAnswer {
  const segments = parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en')))
  return searchSegments(segments, { text, locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit })
}

it('gives scores that never rise down the list, however many hits are read', () => {
  const words = fc.constantFrom('mouse', 'pad', 'gaming', 'red', 'case', 'optical', 'cable')
  const title = fc.array(words, { minLength: 1, maxLength: 6 }).map((each) => each.join(' '))
  const docs = fc.array(title, { minLength: 70, maxLength: 150 })
  fc.assert(
    fc.property(docs, title, (titles, text) => {
      const { scores } = matchIn([titles.map((each) => ({ title: each }))], text, 200)
      expect(Array.from(scores)).toEqual(Array.from(scores).sort((a, b) => b - a))
    }),
    { numRuns: 50 },
  )
})

it('finds no words in fields that the merchant gives no weight', () => {
  const docs = Array.from({ length: 70 }, (_, i) => sampleDoc({ title: `Mouse ${i}`, tags: i < 3 ? ['mouse'] : [] }))
  const settings = { ...DEFAULT_TEXT_SETTINGS, weights: { ...DEFAULT_TEXT_SETTINGS.weights, title: 0 } }
  const segments = [buildTextSegment(docs, analyzerFor('en'))]
  const query = { text: 'mouse', locale: 'en', prefixLast: false, settings, limit: 70 }
  expect(Array.from(searchSegments(segments, query).docs)).toEqual([0, 1, 2])
})

describe('how a hit reads', () => {
  const scores = (docs: readonly Partial<TextDoc>[], text: string) => {
    const found = matchIn([docs], text, 200)
    return docs.map((_, doc) => found.scores[found.docs.indexOf(doc)]!)
  }

  it('X1: the whole query as a phrase of the title adds a fifth', () => {
    const [phrase, apart] = scores([{ title: 'brass lamp oak' }, { title: 'lamp oak brass' }], 'brass lamp')
    expect(phrase! / apart!).toBeCloseTo(1.2, 4)
    const [alone, other] = scores([{ title: 'brass lamp' }, { title: 'lamp brass' }], 'lamp')
    expect(alone).toBeCloseTo(other!, 4)
  })

  it('X2: a part number comes before whatever else has its number, and is of a class of its own', () => {
    const docs = [
      { title: 'DK-310', description: 'dk-310 dk-310' },
      { title: 'Laser drum unit', skus: ['DK-310'] },
    ]
    const found = matchIn([docs], 'dk-310')
    expect([...found.docs]).toEqual([1, 0])
    expect([...found.classes]).toEqual([MATCH_CLASS.identifier, MATCH_CLASS.words])
    expect(found.scores[0]! / found.scores[1]!).toBeGreaterThan(100)
  })

  it('X3: the first 64 are read; the others follow them, scaled, in the order of their scores', () => {
    // Short titles score more; all of them hold the phrase.
    const first = Array.from({ length: 64 }, () => ({ title: 'lamp brass' }))
    const later = [{ title: 'lamp and brass' }, { title: 'brass lamp oak rug' }, { title: 'lamp brass oak rug' }]
    const found = matchIn([[...first, ...later]], 'brass lamp', 200)
    expect([...found.docs.slice(64)]).toEqual([64, 65, 66])
    expect(found.scores[65]).toBeCloseTo(found.scores[66]!, 4)
    const fewer = matchIn([[...first.slice(2), ...later]], 'brass lamp', 200)
    const scoreOf = (doc: number) => fewer.scores[fewer.docs.indexOf(doc)]!
    expect(scoreOf(63) / scoreOf(64)).toBeGreaterThan(1.05)
  })

  it('X4: products that read alike score alike, whether they were read as a whole or not', () => {
    const alike = Array.from({ length: 64 }, () => ({ title: 'brass rug', description: 'a lamp of oak' }))
    const all = scores(alike, 'brass lamp')
    for (const score of all) expect(score).toBeCloseTo(all[0]!, 4)
  })

  it('X5: a word that the title writes as two is part of the phrase', () => {
    const [phrase, apart] = scores([{ title: 'sun glasses case' }, { title: 'case sun glasses' }], 'sunglasses case')
    expect(phrase! / apart!).toBeCloseTo(1.2, 4)
  })
})
