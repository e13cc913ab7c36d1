/** What a word of the query weighs, numbered. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { RANKING } from '../ranking-constants.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { TEXT_FIELDS, type TextDoc } from '../text-doc.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import type { WeighedTerm } from './weigh-terms.ts'

function weigh(docs: readonly Partial<TextDoc>[], text: string): WeighedTerm[] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  const settings = { ...DEFAULT_TEXT_SETTINGS, typos: false }
  return [...prepareTextQuery(textIndex([segment], 'en'), { text, prefixLast: false, settings }).terms]
}

/** The same docs in several segments, numbered as if they were in one. */
function weighParts(parts: readonly (readonly Partial<TextDoc>[])[], text: string): WeighedTerm[] {
  const segments = parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en')))
  const index = textIndex(segments, 'en')
  let base = 0
  const views = index.views.map((view) => {
    const ids = Float64Array.from({ length: view.segment.docCount }, (_, doc) => base + doc)
    base += view.segment.docCount
    return { ...view, ids }
  })
  const settings = { ...DEFAULT_TEXT_SETTINGS, typos: false }
  return [...prepareTextQuery({ ...index, views }, { text, prefixLast: false, settings }).terms]
}

const TITLE_FIELD = TEXT_FIELDS.indexOf('title')
const DESCRIPTION_FIELD = TEXT_FIELDS.indexOf('description')
const repeat = (count: number, doc: Partial<TextDoc>) => Array.from({ length: count }, () => doc)
const idf = (docs: number, total: number) => Math.log(1 + (total - docs + 0.5) / (docs + 0.5))

describe('the weight of a word', () => {
  it('W1: is its inverse document frequency: a rare word weighs more', () => {
    const docs = [...repeat(2, { title: 'brass oak' }), ...repeat(8, { title: 'oak' })]
    const [brass, oak] = weigh(docs, 'brass oak')
    expect(brass!.docs).toBe(2)
    expect(brass!.weight).toBeCloseTo(idf(2, 10), 5)
    expect(oak!.weight).toBeCloseTo(idf(10, 10) * RANKING.head, 5)
  })

  it('W2: counts word forms together, a doc that has several of them once', () => {
    const [lamp] = weigh([{ title: 'lamp' }, { title: 'lamps' }, { title: 'rug' }], 'lamp')
    expect(lamp!.docs).toBe(2)
    const [pot] = weigh(
      [...repeat(3, { title: 'pot', description: 'pots' }), { title: 'pots' }, { title: 'rug' }],
      'pot',
    )
    expect(pot!.docs).toBe(4)
    expect(pot!.fieldShares[TITLE_FIELD]).toBe(1)
    expect(pot!.fieldShares[DESCRIPTION_FIELD]).toBe(0.75)
  })

  it('W2b: looks at a sample where a word stands in many, however they are split into segments', () => {
    const docs = [
      ...repeat(900, { title: 'pot', description: 'pots' }),
      ...repeat(900, { title: 'pots' }),
      { title: 'rug' },
    ]
    const [pot] = weigh(docs, 'pot')
    expect(pot!.docs).toBeGreaterThan(1600)
    expect(pot!.docs).toBeLessThan(2000)
    const parts = [docs.slice(0, 700), docs.slice(700)]
    expect(weighParts(parts, 'pot')[0]!.docs).toBeCloseTo(pot!.docs, 6)
  })

  it('W3: rises for the word that names the thing: the last before "for" and the like', () => {
    const docs = [...repeat(3, { title: 'case phone' }), ...repeat(7, { title: 'rug' })]
    const [last] = weigh(docs, 'phone case').slice(-1)
    const [first] = weigh(docs, 'case for phone')
    expect(last!.weight).toBeCloseTo(idf(3, 10) * RANKING.head, 5)
    expect(first!.weight).toBeCloseTo(idf(3, 10) * RANKING.head, 5)
    expect(RANKING.head).toBeGreaterThan(1)
  })

  it('W4: rises by the share of its products that have it as their type', () => {
    const docs = [
      { title: 'lamp', productType: 'lamp' },
      { title: 'lamp', productType: 'other' },
      ...repeat(8, { title: 'rug' }),
    ]
    const [lamp] = weigh(docs, 'lamp')
    expect(lamp!.fieldShares[TEXT_FIELDS.indexOf('productType')]).toBe(0.5)
    expect(lamp!.weight).toBeCloseTo(idf(2, 10) * RANKING.head * (1 + RANKING.typeWord * 0.5), 5)
  })

  it('W5: shares are taken evenly over a long list, not from its beginning', () => {
    const docs = [...repeat(300, { title: 'lamp' }), ...repeat(300, { title: 'x', productType: 'lamp' })]
    const [lamp] = weigh(docs, 'lamp')
    const shares = ['title', 'productType'].map((field) => lamp!.fieldShares[TEXT_FIELDS.indexOf(field as 'title')]!)
    for (const share of shares) expect(share).toBeCloseTo(0.5, 1)
  })

  it('W6: of a word that the shop lacks is the greatest, and it is not known', () => {
    const [unknown] = weigh(repeat(10, { title: 'oak' }), 'zebra')
    expect(unknown).toMatchObject({ docs: 0, isKnown: false })
    expect(unknown!.weight).toBeCloseTo(idf(0, 10) * RANKING.head, 5)
  })
})
