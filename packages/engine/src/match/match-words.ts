import { LowestItems } from '../columns/select-top.ts'
import type { ExpandedTerm } from '../expand/expand-query.ts'
import type { ScoreTables } from './score-tables.ts'
import type { TextIndex } from '../text/text-segment.ts'
import type { Accumulators, Workspace } from './workspace.ts'
import {
  betterFirst,
  type MatchedDoc,
  type MatchRule,
  type SegmentInput,
  selectMatches,
  TIER,
} from './match-segment.ts'
import { ROUNDING, scoreHeaviest, scoreOthers } from './score-segment.ts'
import { relax, type Relaxed } from './relax.ts'

/** A query with expanded terms, prepared once for every set that is matched or ranked with it. */
export interface PreparedWords {
  readonly index: TextIndex
  readonly workspace: Workspace
  readonly terms: readonly ExpandedTerm[]
  readonly tables: ScoreTables
  /** Once a tier has this many products, no weaker tier is tried. */
  readonly enough: number
  /** Counts only live products. */
  readonly docCount: number
}

/** Bitsets of local docs, by segment; null means all docs. */
export type DocSets = readonly (Uint32Array | null)[]

export interface RankScope {
  /** How many of the best docs are passed on to ranking. */
  readonly capacity: number
  /** Indexed by segment and doc; orders docs within a tier before the score does. */
  readonly demotions: readonly (Uint8Array | null)[]
}

export interface WordMatches extends Omit<Relaxed, 'left'> {
  readonly count: number
  /** Bitsets of local docs, by segment. */
  readonly matched: readonly Uint32Array[]
  readonly best: readonly MatchedDoc[]
}

/** Deterministic for the same index. */
export function matchWords(words: PreparedWords, visible: DocSets, scope: RankScope): WordMatches {
  return collecting(words, visible, scope, (inputs) => {
    const { left, ...found } = relax(inputs, words)
    const { top, selected } = selectBest(inputs, left, found.rule, scope)
    return {
      ...found,
      count: selected.reduce((sum, { count }) => sum + count, 0),
      matched: selected.map(({ matched }) => matched),
      best: top.sorted(),
    }
  })
}

/** Ranks a subset of the matches, by the rule that was set for all of them. */
export function rankWords(words: PreparedWords, rule: MatchRule, among: DocSets, scope: RankScope): MatchedDoc[] {
  // Products that are only near in meaning need not cover much of the query.
  const least = Math.max(rule.minScore, rule.tier === TIER.near ? 0 : rule.minCoverage) - ROUNDING
  return collecting(words, among, scope, (inputs) => {
    const counts = inputs.map((input) => {
      const count = scoreHeaviest(input)
      return rule.tier >= TIER.partial ? scoreOthers(input, count, (rest) => rest >= least) : count
    })
    return selectBest(inputs, counts, rule, scope).top.sorted()
  })
}

/** `counts`: docs that the previous step left in the accumulators, by segment. */
function selectBest(
  inputs: readonly SegmentInput[],
  counts: readonly number[],
  rule: MatchRule,
  { capacity }: RankScope,
) {
  const top = new LowestItems(capacity, betterFirst)
  return { top, selected: inputs.map((input, s) => selectMatches(input, counts[s], rule, top)) }
}

function collecting<T>(
  words: PreparedWords,
  visible: DocSets,
  scope: RankScope,
  run: (inputs: SegmentInput[]) => T,
): T {
  const { index, workspace } = words
  const docCounts = index.views.map(({ segment }) => segment.docCount)
  return workspace.withAccumulators(docCounts, (accumulators) =>
    run(segmentInputs(words, visible, scope, accumulators)),
  )
}

function segmentInputs(
  { index, terms, tables }: PreparedWords,
  visible: DocSets,
  { demotions }: RankScope,
  accumulators: readonly Accumulators[],
): SegmentInput[] {
  const termWeights = terms.map(({ weight }) => weight)
  const telling = terms.reduce((bits, { isTelling }, place) => (isTelling ? bits | (1 << place) : bits), 0)
  let base = 0
  return index.views.map(({ segment, ids }, s) => {
    base += segment.docCount
    return {
      segment,
      ids,
      base: base - segment.docCount,
      postings: terms.map(({ postings }) => postings[s]),
      termWeights,
      telling,
      visible: visible[s] ?? null,
      demotions: demotions[s] ?? null,
      tables,
      accumulators: accumulators[s],
    }
  })
}
