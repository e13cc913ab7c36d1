import { type Bitset, bitsetOf, hasBit } from '../columns/bitset.ts'
import { LowestItems } from '../columns/select-top.ts'
import type { ExpandedTerm } from '../expand/expand-query.ts'
import type { ScoreTables } from './bm25f-tables.ts'
import type { TextIndex } from '../text/text-segment.ts'
import type { Workspace } from './workspace.ts'
import { type MatchRule, type SegmentInput, type SegmentMatches, takeMatches, TIER } from './match-segment.ts'
import { ROUNDING, scoreHeaviest, scoreOthers } from './score-segment.ts'
import { relax, type Relaxed } from './relax.ts'

/** A query with expanded terms, shared by every matching and ranking step. */
export interface PreparedWords {
  readonly index: TextIndex
  readonly workspace: Workspace
  readonly terms: readonly ExpandedTerm[]
  /** Index in `terms` of the term that names the product; -1 if there is none or no product is called so. */
  readonly head: number
  readonly tables: ScoreTables
  /** Number of matches from which lower tiers are not searched. */
  readonly enough: number
  readonly docCount: number
}

/** Bitsets of docs by segment; null means all docs. */
export type DocSets = readonly (Uint32Array | null)[]

export interface WordMatches extends Omit<Relaxed, 'scored'> {
  readonly count: number
  readonly docs: readonly SegmentMatches[]
  readonly matched: readonly Bitset[]
}

export function matchWords(words: PreparedWords, visible: DocSets): WordMatches {
  return collecting(words, visible, (inputs) => {
    const { scored, ...found } = relax(inputs, words)
    const docs = inputs.map((input, s) => takeMatches(input, scored[s], found.rule))
    return {
      ...found,
      docs,
      count: docs.reduce((sum, own) => sum + own.docs.length, 0),
      matched: docs.map((own, s) => bitsetOf(own.docs, inputs[s].segment.docCount)),
    }
  })
}

export function matchByRule(words: PreparedWords, rule: MatchRule, among: DocSets): SegmentMatches[] {
  // Products found by meaning need not cover much of the query.
  const least = Math.max(rule.minScore, rule.tier === TIER.near ? 0 : rule.minCoverage) - ROUNDING
  return collecting(words, among, (inputs) =>
    inputs.map((input) =>
      takeMatches(
        input,
        scoreOthers(input, scoreHeaviest(input), (rest) => rest >= least),
        rule,
      ),
    ),
  )
}

export interface MatchedDoc {
  readonly view: number
  readonly doc: number
  readonly id: number
  /** Combines tier, demotion and text score, which are known before the features. */
  readonly key: number
  readonly tier: number
  /** BM25F over all fields, as a share of the highest possible score. */
  readonly score: number
  readonly found: number
}

export interface BestScope {
  readonly capacity: number
  readonly among?: DocSets
  /** Indexed by segment and doc. Smaller ranks first within a tier, before the score. */
  readonly demotions: readonly (Uint8Array | null)[]
}

/** Text scores stay below a demotion step, and 256 demotions below a tier step. */
const DEMOTION_STEP = 1 << 10
const TIER_STEP = 1 << 18

export function bestMatches(
  { views }: TextIndex,
  matches: readonly SegmentMatches[],
  { capacity, among, demotions }: BestScope,
): MatchedDoc[] {
  const top = new LowestItems<MatchedDoc>(capacity, (a, b) => b.key - a.key || a.id - b.id)
  matches.forEach(({ docs, scores, found, tiers }, view) => {
    const { ids } = views[view]
    const [set, demotion] = [among?.[view] ?? null, demotions[view]]
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i]
      if (set !== null && !hasBit(set, doc)) continue
      const demoted = demotion === null ? 0 : demotion[doc]
      const tier = tierOf(tiers[i], demoted >> 1)
      const key = scores[i] - TIER_STEP * tier - DEMOTION_STEP * demoted
      if (top.worst !== undefined && key < top.worst.key) continue
      top.offer({ view, doc, id: ids[doc], key, tier, score: scores[i], found: found[i] })
    }
  })
  return top.sorted()
}

/** The demotion of a product of another category than what is asked for: more than of several other violated preferences. */
export const OTHER_THING = 16

/** The words do not name a product of another category: a phone mount of the maker Quad Lock is no lock. */
function tierOf(tier: number, preferences: number): number {
  return tier === TIER.named && preferences >= OTHER_THING ? TIER.found : tier
}

function collecting<T>(words: PreparedWords, visible: DocSets, run: (inputs: SegmentInput[]) => T): T {
  const { index, workspace, terms, tables, head } = words
  const termWeights = terms.map(({ weight }) => weight)
  const telling = terms.reduce((bits, { isTelling }, place) => (isTelling ? bits | (1 << place) : bits), 0)
  const docCounts = index.views.map(({ segment }) => segment.docCount)
  return workspace.withAccumulators(docCounts, (accumulators) =>
    run(
      index.views.map(({ segment }, s) => ({
        segment,
        postings: terms.map(({ postings }) => postings[s]),
        termWeights,
        head: head < 0 ? 0 : 1 << head,
        telling,
        visible: visible[s] ?? null,
        tables,
        accumulators: accumulators[s],
      })),
    ),
  )
}
