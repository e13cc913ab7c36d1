import { expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { findTerm } from '../segment/dictionary.ts'
import { buildTextSegment } from '../text-segment.ts'
import { bestFieldFactor } from './best-field.ts'
import { TermMatcher } from './proximity.ts'
import { lengthNorms } from '../score/length-norms.ts'
import { termPostings } from '../expand/weighted-postings.ts'
import { fieldIdfs } from '../weigh/weigh-terms.ts'

const padding = 'of the and for with one more plain word here'

function factorsOf(word: string, docs: Parameters<typeof sampleDoc>[0][]): number[] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  const term = findTerm(segment.terms, word)
  const postingLists = [[termPostings(segment, term, { weight: 1, kind: 'exact', edits: 0, text: word })]]
  const idfs = fieldIdfs([postingLists], segment.docCount)
  return docs.map((_, doc) =>
    bestFieldFactor(segment, doc, new TermMatcher(postingLists), idfs, lengthNorms([segment])),
  )
}

it('is more for twice than for once in a field of the same length', () => {
  const [twice, once] = factorsOf('hdmi', [
    { title: 'Cable', description: `hdmi hdmi ${padding}` },
    { title: 'Cable', description: `hdmi screen ${padding}` },
    { title: 'Lamp', description: padding },
  ])
  expect(twice).toBeGreaterThan(once)
})

it('is more in the field where the word is rare', () => {
  const [rare, common] = factorsOf('steel', [
    { title: 'Steel', description: padding },
    { title: 'Brush', metafields: ['steel'] },
    { title: 'Comb', metafields: ['steel'] },
    { title: 'Bowl', metafields: ['steel'] },
    { title: 'Lamp', metafields: ['brass'] },
  ])
  expect(rare).toBeGreaterThan(common)
})

it('is the least where the doc lacks the word', () => {
  const [has, lacks] = factorsOf('hdmi', [{ title: 'Hdmi cable' }, { title: 'Lamp' }])
  expect(has).toBeGreaterThan(lacks)
  expect(lacks).toBeGreaterThan(0)
})
