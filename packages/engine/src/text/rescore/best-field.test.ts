import { expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { lengthNorms } from '../score/length-norms.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { TEXT_FIELDS, type TextField } from '../text-doc.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { fieldIdfs } from '../weigh/weigh-terms.ts'
import { BestField } from './best-field.ts'
import { TermMatcher } from './proximity.ts'

const padding = 'of the and for with one more plain word here'

function read(word: string, docs: Parameters<typeof sampleDoc>[0][]) {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  const index = textIndex([segment], 'en')
  const { terms } = prepareTextQuery(index, { text: word, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS })
  const [idfs, norms] = [fieldIdfs(terms, segment.docCount), lengthNorms(index)]
  const bestField = new BestField(idfs, norms)
  const matcher = new TermMatcher(terms.map(({ postings }) => postings[0]))
  return { segment, idfs, norms, factors: docs.map((_, doc) => bestField.factor(segment, doc, matcher)) }
}

const factorsOf = (...given: Parameters<typeof read>) => read(...given).factors

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

it('is a tenth power of what the best field of each word gives, by how often it stands there and how long it is', () => {
  const long = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ')
  const { segment, idfs, norms, factors } = read('hdmi cable', [
    { title: 'Hdmi plug', tags: ['hdmi'], description: `hdmi hdmi cable ${long}` },
    { title: 'Lamp', metafields: [`cable cable cable ${long}`], productType: 'Hdmi' },
    { title: 'Rug', description: 'wool' },
    { title: 'Cable', vendor: 'Wool' },
  ])
  const [hdmi, cable] = [0, 9]
  const worth = (term: number, field: TextField, frequency: number) =>
    (idfs.byField[term + TEXT_FIELDS.indexOf(field)]! * frequency) / (1.2 + frequency)
  const factor = (...best: number[]) => (best.reduce((sum, each) => sum + each, 0) / idfs.total + 0.05) ** 0.1
  const title = norms.titleNorm[segment.titleLengths[0]!]!
  const description = norms.descriptionNorm[segment.descriptionLengths[0]! >>> 3]!
  const metafields = norms.metafieldNorm[segment.metafieldLengths[1]! >>> 3]!
  expect(factors[0]).toBeCloseTo(
    factor(
      Math.max(worth(hdmi, 'title', title), worth(hdmi, 'tags', 1), worth(hdmi, 'description', 2 * description)),
      worth(cable, 'description', description),
    ),
    6,
  )
  expect(factors[1]).toBeCloseTo(factor(worth(hdmi, 'productType', 1), worth(cable, 'metafields', 3 * metafields)), 6)
  expect(factors[2]).toBeCloseTo(0.05 ** 0.1, 6)
  expect(factors[3]).toBeCloseTo(factor(worth(cable, 'title', norms.titleNorm[segment.titleLengths[3]!]!)), 6)
})
