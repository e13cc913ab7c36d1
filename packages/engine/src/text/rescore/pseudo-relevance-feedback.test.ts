/** What resembling the best hits is worth, numbered. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { RANKING } from '../ranking-constants.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import type { TextDoc } from '../text-doc.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { applyPseudoRelevanceFeedback } from './pseudo-relevance-feedback.ts'
import type { ScoredDoc } from './rescore.ts'

/** Scores after feedback, of hits that had these scores before it. */
function after(parts: readonly (readonly Partial<TextDoc>[])[], scores: readonly number[]): number[] {
  const { views } = textIndex(
    parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))),
    'en',
  )
  const places = parts.flatMap((docs, segment) => docs.map((_, local) => ({ segment, local })))
  const hits: ScoredDoc[] = places.map((place, doc) => ({ ...place, doc, id: doc, matchClass: 0, score: scores[doc]! }))
  applyPseudoRelevanceFeedback(hits, views)
  return hits.map(({ score }) => score)
}

const lamps = ['Brass table lamp', 'Brass desk lamp', 'Brass floor lamp']
const titled = (titles: readonly string[], productType = '') => titles.map((title) => ({ title, productType }))

describe('pseudo-relevance feedback', () => {
  it('F1: raises what resembles the best hits, and nothing else', () => {
    const docs = titled([...lamps, 'Brass lamp', 'Wool rug'])
    const [, , , alike, unlike] = after([docs], [10, 10, 10, 5, 5])
    expect(alike).toBeGreaterThan(5)
    expect(unlike).toBe(5)
  })

  it('F2: gives the most alike hit the whole bonus, and nobody more', () => {
    const before = [10, 10, 10, 5, 5]
    const factors = after([titled([...lamps, 'Brass lamp', 'Wool rug'])], before).map((score, i) => score / before[i]!)
    expect(Math.max(...factors)).toBeCloseTo(1 + RANKING.feedback, 6)
    expect(Math.min(...factors)).toBe(1)
  })

  it('F3: needs three hits', () => {
    expect(after([titled(['Brass lamp', 'Brass lamp'])], [2, 1])).toEqual([2, 1])
    expect(after([titled(['Brass lamp', 'Brass lamp', 'Brass lamp'])], [3, 2, 1])[2]).toBeGreaterThan(1)
  })

  it('F4: compares a model with the other models only: what is like itself alone gains nothing', () => {
    const [odd] = after([titled(['Wool rug', ...lamps])], [10, 10, 10, 10])
    expect(odd).toBe(10)
  })

  it('F5: learns from the best five, by their scores', () => {
    const best = titled(Array.from({ length: 5 }, () => 'Brass lamp'))
    const worse = titled(['Wool rug', 'Wool rug'])
    const scores = after([[...best, ...worse]], [9, 9, 9, 9, 9, 8, 8])
    expect(scores.slice(5)).toEqual([8, 8])
  })

  it('F6: counts a rare word more than a common one', () => {
    const filler = titled(Array.from({ length: 30 }, () => 'Common thing'))
    const models = titled(['Common verdigris', 'Common verdigris', 'Common verdigris'])
    const docs = [...models, { title: 'Verdigris' }, { title: 'Common' }, ...filler]
    const scores = after([docs], [10, 10, 10, 5, 5, ...filler.map(() => 1)])
    expect(scores[3]).toBeGreaterThan(scores[4]!)
  })

  it('F7: reads the product type as it reads the title', () => {
    const docs = [
      ...titled(['One', 'Two', 'Three'], 'Lighting'),
      ...titled(['Four'], 'Lighting'),
      ...titled(['Five'], 'Rugs'),
    ]
    const scores = after([docs], [10, 10, 10, 5, 5])
    expect(scores[3]).toBeGreaterThan(scores[4]!)
  })

  it('F8: is the same whichever segment a hit is in', () => {
    const docs = titled([...lamps, 'Brass lamp', 'Wool rug'])
    const scores = [10, 10, 10, 5, 5]
    const whole = after([docs], scores)
    after([docs.slice(0, 4), docs.slice(4)], scores).forEach((score, i) => {
      expect(score > scores[i]!).toBe(whole[i]! > scores[i]!)
    })
  })

  it('F9: holds however many different words the models have', () => {
    const long = Array.from({ length: 5 }, (_, i) => Array.from({ length: 90 }, (__, w) => `w${i}x${w}`).join(' '))
    const docs = titled([...long.map((title) => `${title} shared`), 'shared'])
    const scores = after([docs], [10, 10, 10, 10, 10, 5])
    expect(scores[5]).toBeGreaterThan(5)
  })

  it('F10: is a tenth of the cosine with the best five others, weighed by their squared scores and rare words', () => {
    const word = fc.constantFrom('brass', 'lamp', 'oak', 'desk', 'rug', 'wool', 'table', 'floor')
    const title = fc.array(word, { minLength: 1, maxLength: 5 })
    const hit = fc.record({ title, type: fc.array(word, { maxLength: 1 }), score: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(hit, { minLength: 3, maxLength: 12 }), (hits) => {
        const docs = hits.map(({ title: words, type }) => ({ title: words.join(' '), productType: type.join(' ') }))
        const scores = hits.map(({ score }) => score)
        const expected = slowFeedback(
          hits.map(({ title: words, type }) => [...words, ...type]),
          scores,
        )
        after([docs], scores).forEach((score, at) => {
          expect(score).toBeCloseTo(expected[at]!, 4)
        })
      }),
      { numRuns: 150 },
    )
  })
})

/** The definition: `words` are those of title and type, hit by hit. */
function slowFeedback(words: readonly string[][], scores: readonly number[]): number[] {
  const squaredIdf = (word: string) =>
    Math.log(1 + words.length / (1 + words.filter((each) => each.includes(word)).length)) ** 2
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)
  const models = order.slice(0, 5)
  const share = (hit: number) => (scores[hit]! / scores[order[0]!]!) ** 2
  const alike = words.map((own, hit) => {
    const others = models.filter((model) => model !== hit)
    const sum = own.reduce((total, word) => {
      const weight = others.reduce((all, model) => (words[model]!.includes(word) ? all + share(model) : all), 0)
      return weight > 0.001 ? total + weight * squaredIdf(word) : total
    }, 0)
    const length = Math.sqrt(1 + own.reduce((total, word) => total + squaredIdf(word), 0))
    return sum / length / others.reduce((all, model) => all + share(model), 0)
  })
  const most = Math.max(...alike)
  return scores.map((score, i) => (most > 0 ? score * (1 + (0.1 * alike[i]!) / most) : score))
}
