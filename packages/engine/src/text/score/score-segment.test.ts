import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RANKING } from '../ranking-constants.ts'
import { scoreInput } from '../testing/score-input.ts'
import type { TextDoc } from '../text-doc.ts'
import { LENGTH_SHIFT } from './length-norms.ts'
import { type ScoreInput, scoreAll, scoreAny } from './score-segment.ts'

interface Scored {
  readonly doc: number
  readonly score: number
  readonly found: number
  readonly exact: number
  readonly strong: number
}

/** The formula, doc by doc and list by list: the best of a term's lists counts, and the terms are added up. */
function slowScores(input: ScoreInput): Scored[] {
  return Array.from({ length: input.segment.docCount }, (_, doc) => {
    const sum = { doc, score: 0, found: 0, exact: 0, strong: 0 }
    input.postings.forEach((_lists, term) => {
      const matches = slowMatches(input, doc, term)
      if (matches.length === 0) return
      const bit = 1 << term
      sum.score += Math.max(...matches.map(({ score }) => score))
      sum.found |= bit
      if (matches.some(({ isExact }) => isExact)) sum.exact |= bit
      if (matches.some(({ isStrong }) => isStrong)) sum.strong |= bit
    })
    return sum
  })
}

/** The postings of the doc in the term's lists. */
function slowMatches({ segment, postings, termWeights, strongFields, tables }: ScoreInput, doc: number, term: number) {
  return postings[term]!.flatMap(({ docs, payloads, start, end, weight, kind }) => {
    const isExact = ['exact', 'stem', 'split'].includes(kind)
    return Array.from(payloads.subarray(start, end))
      .filter((_, at) => docs[start + at] === doc)
      .map((payload) => ({ payload, value: slowWeight(segment, tables, doc, payload) }))
      .filter(({ value }) => value > 0)
      .map(({ payload, value }) => ({
        score: (termWeights[term]! * weight * value) / (RANKING.saturation + value),
        isExact,
        isStrong: (payload & strongFields[term]!) !== 0,
      }))
  })
}

function slowWeight(
  segment: ScoreInput['segment'],
  tables: ScoreInput['tables'],
  doc: number,
  payload: number,
): number {
  const [title, metafields, description] = [
    tables.title[payload] * tables.titleNorm[segment.titleLengths[doc]],
    tables.metafields[payload] * tables.metafieldNorm[segment.metafieldLengths[doc] >>> LENGTH_SHIFT],
    tables.description[payload] * tables.descriptionNorm[segment.descriptionLengths[doc] >>> LENGTH_SHIFT],
  ]
  return title + tables.plain[payload] + metafields + description
}

function read({ accumulators }: ScoreInput, count: number): Scored[] {
  const { docs, scores, found, exact, strong } = accumulators
  return Array.from(docs.subarray(0, count))
    .sort((a, b) => a - b)
    .map((doc) => ({ doc, score: scores[doc], found: found[doc], exact: exact[doc], strong: strong[doc] }))
}

const bits = ({ score, ...rest }: Scored) => rest

function expectSame(fast: readonly Scored[], slow: readonly Scored[]): void {
  expect(fast.map(bits)).toEqual(slow.map(bits))
  for (const [i, { score }] of fast.entries()) expect(score).toBeCloseTo(slow[i]!.score, 4)
}

const word = fc.constantFrom('lamp', 'lamps', 'lantern', 'desk', 'oak', 'brass', 'lampshade', 'rug')
const text = (maxLength: number) => fc.array(word, { maxLength }).map((words) => words.join(' '))
const doc = fc.record({
  title: text(5),
  productType: text(1),
  vendor: text(1),
  tags: fc.array(word, { maxLength: 2 }),
  metafields: fc.array(word, { maxLength: 3 }),
  description: text(12),
})
// Many docs with one common word make the second list so long that candidates are looked up in it.
const docs = fc.record({ mixed: fc.array(doc, { minLength: 1, maxLength: 40 }), common: fc.constantFrom(0, 300) })
const queryText = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

function allDocs({ mixed, common }: { mixed: Partial<TextDoc>[]; common: number }): Partial<TextDoc>[] {
  return [...mixed, ...Array.from({ length: common }, () => ({ title: 'oak rug', description: 'lamps lantern' }))]
}

describe('scoring a segment', () => {
  it('1. gives docs that hold every term what the formula says, and no others', () => {
    fc.assert(
      fc.property(docs, queryText, (shop, query) => {
        const input = scoreInput(allDocs(shop), query)
        const all = (1 << input.termWeights.length) - 1
        expectSame(
          read(input, scoreAll(input)),
          slowScores(input).filter(({ found }) => found === all),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('2. gives docs that hold any term what the formula says', () => {
    fc.assert(
      fc.property(docs, queryText, (shop, query) => {
        const input = scoreInput(allDocs(shop), query)
        expectSame(
          read(input, scoreAny(input, Number.POSITIVE_INFINITY).count),
          slowScores(input).filter(({ found }) => found !== 0),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('3. takes in no doc that is not visible', () => {
    fc.assert(
      fc.property(
        docs,
        queryText,
        fc.array(fc.nat(0xffffffff), { minLength: 12, maxLength: 12 }),
        (shop, query, shown) => {
          const input = scoreInput(allDocs(shop), query, { visible: Uint32Array.from(shown) })
          const isVisible = ({ doc: at }: Scored) => (shown[at >>> 5]! & (1 << (at & 31))) !== 0
          expectSame(
            read(input, scoreAny(input, Number.POSITIVE_INFINITY).count),
            slowScores(input).filter((one) => one.found !== 0 && isVisible(one)),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  it('4. once enough docs hold the heavier terms, takes in none that hold only the lighter ones, and still scores those it has', () => {
    const brass = Array.from({ length: 5 }, () => ({ title: 'brass oak' }))
    const oak = Array.from({ length: 40 }, () => ({ title: 'oak' }))
    const input = scoreInput([...brass, ...oak], 'brass oak')
    const found = read(input, scoreAny(input, 5).count)
    expect(found.map(({ doc: at }) => at)).toEqual([0, 1, 2, 3, 4])
    expectSame(found, slowScores(input).slice(0, 5))
    const open = scoreInput([...brass, ...oak], 'brass oak')
    expect(scoreAny(open, 6).count).toBe(45)
  })

  it('5. finds the same docs for half a word, whether its lists are read or its candidates looked up', () => {
    fc.assert(
      fc.property(docs, queryText, (shop, query) => {
        const input = scoreInput(allDocs(shop), `${query} lam`, { prefixLast: true })
        const all = (1 << input.termWeights.length) - 1
        const slow = slowScores(input).filter(({ found }) => found === all)
        expect(read(input, scoreAll(input)).map(bits)).toEqual(slow.map(bits))
      }),
      { numRuns: 100 },
    )
  })

  it('6. counts a word less in a longer title, and a second word as much as the first', () => {
    const input = scoreInput(
      [{ title: 'lamp' }, { title: 'lamp one two three four' }, { title: 'lamp desk' }],
      'lamp desk',
    )
    const [short, long, both] = slowScores(input)
    expect(short!.score).toBeGreaterThan(long!.score)
    expect(both!.score).toBeGreaterThan(short!.score)
  })

  it('7. looks up a form of the word with that form’s weight, and half a word by the best of the words that begin so', () => {
    const common = Array.from({ length: 60 }, () => ({ title: 'lamps', description: 'lampshade' }))
    const forms = scoreInput([{ title: 'brass lamps' }, ...common], 'brass lamp')
    const [form] = read(forms, scoreAll(forms))
    expectSame([form!], slowScores(forms).slice(0, 1))
    const half = scoreInput([{ title: 'brass lamps', tags: ['lampshade', 'oak'] }, ...common], 'brass lam', {
      prefixLast: true,
    })
    const [found] = read(half, scoreAll(half))
    expect(found).toMatchObject({ doc: 0, found: 3, exact: 1, strong: 3 })
    expectSame([found!], slowScores(half).slice(0, 1))
  })

  it('8. takes in no more docs once enough hold more weight than is still to come, not before', () => {
    // "brass" is heavier than "oak"; together with "rug" the two lighter outweigh it.
    const docs = [
      ...Array.from({ length: 4 }, () => ({ title: 'brass' })),
      ...Array.from({ length: 6 }, () => ({ title: 'oak rug' })),
    ]
    const input = scoreInput(docs, 'brass oak rug')
    expect(scoreAny(input, 4).count).toBe(10)
    const two = scoreInput(docs, 'rug brass')
    expect(scoreAny(two, 4).count).toBe(4)
  })

  it('9. looks up the candidates of a word in whatever order its forms brought them', () => {
    const common = Array.from({ length: 300 }, () => ({ title: 'oak' }))
    const input = scoreInput([{ title: 'oak lamps' }, { title: 'oak lamp' }, ...common], 'lamp oak')
    expect(read(input, scoreAll(input)).map(({ doc: at }) => at)).toEqual([0, 1])
  })
})
