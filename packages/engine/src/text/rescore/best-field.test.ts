import { expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { lengthNorms } from '../score/length-norms.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { fieldIdfs } from '../weigh/weigh-terms.ts'
import { BestField } from './best-field.ts'
import { TermMatcher } from './proximity.ts'

const padding = 'of the and for with one more plain word here'

function factorsOf(word: string, docs: Parameters<typeof sampleDoc>[0][]): number[] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  const index = textIndex([segment], 'en')
  const { terms } = prepareTextQuery(index, { text: word, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS })
  const bestField = new BestField(fieldIdfs(terms, segment.docCount), lengthNorms(index))
  const matcher = new TermMatcher(terms.map(({ postings }) => postings[0]))
  return docs.map((_, doc) => bestField.factor(segment, doc, matcher))
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
