/** Tests that no skipped doc could have been part of the answer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareWords } from '../index/prepare-words.ts'
import { parsedQuery, splitIndex } from '../index/testing/small-shop.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { type SegmentMatches, TIER } from './match-segment.ts'
import { matchByRule, matchWords } from './match-words.ts'
import { RELAXING } from './relax.ts'

const WORDS = ['oak', 'tall', 'green', 'rug', 'rugs', 'wool', 'lamp', 'desk']
const word = fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7)).map((places) => WORDS[Math.min(...places)]!)
const titles = fc.array(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 70 },
)

function found(matches: readonly SegmentMatches[]) {
  const all = matches.flatMap(({ docs, scores, tiers, found }, view) =>
    [...docs].map((doc, i) => ({ view, doc, score: scores[i]!, tier: tiers[i]!, found: found[i]! })),
  )
  return all.sort((a, b) => a.view - b.view || a.doc - b.doc)
}

describe('matches of words', () => {
  it('are those with every word and, if these are few, the best of all that have enough of them', () => {
    const query = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(titles, { minLength: 1, maxLength: 2 }), query, (parts, asked) => {
        const index = splitIndex(parts, 'en')
        const visible = index.views.map(() => null)
        const prepared = (text: string) => {
          const parsed = parsedQuery(index, text, { isPlain: true })
          return prepareWords(index, { parsed, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS })!
        }
        const words = prepared(asked.join(' '))
        const other = matchWords(prepared('oak'), visible)
        const { minCoverage } = RELAXING
        const every = found(matchByRule(words, { tier: TIER.partial, minCoverage, minScore: 0 }, visible))
        const answer = matchWords(words, visible)
        // The query left nothing in the workspace.
        expect(matchWords(prepared('oak'), visible)).toEqual(other)
        const partial = every.filter(({ tier }) => tier === TIER.partial)
        expect(answer.complete).toBe(every.length - partial.length)
        const stems = (words: readonly string[]) => words.map((one) => one.replace(/s$/, ''))
        const isComplete = (title: string) => stems(asked).every((one) => stems(title.split(' ')).includes(one))
        expect(answer.complete).toBe(parts.flat().filter(isComplete).length)
        const { tier, minScore } = answer.rule
        expect(found(answer.docs)).toEqual(
          every.filter((one) => one.tier <= tier && (one.tier < TIER.partial || one.score >= minScore)),
        )
        const best = partial.map(({ score }) => score).sort((a, b) => b - a)
        const most = answer.complete > 0 ? RELAXING.fewAtLeast - answer.complete : 2 * RELAXING.fewAtLeast
        if (tier === TIER.partial) expect(minScore).toBe(best[most - 1] ?? 0)
        if (tier === TIER.partial && answer.complete === 0) {
          const heaviest = Math.max(0, ...partial.map((one) => weightOf(words.terms, one.found)))
          expect(weightOf(words.terms, ~answer.dropped)).toBeCloseTo(heaviest, 6)
        }
      }),
      { numRuns: 150 },
    )
  })
})

function weightOf(terms: readonly { weight: number }[], bits: number): number {
  return terms.reduce((sum, { weight }, place) => sum + ((bits & (1 << place)) !== 0 ? weight : 0), 0)
}
