import { analyzerFor } from './analysis/analyzer.ts'
import { TermMatcher } from './rescore/proximity.ts'
import { type Collected, type CollectInput, collectAll, collectSome } from './score/collect-docs.ts'
import { correctedQuery } from './spelling/corrected-query.ts'
import { didYouMean } from './spelling/did-you-mean.ts'
import { expandTerms, type TermPostings } from './expand/expand-terms.ts'
import { type ParsedQuery, parseQuery } from './parse/parse-query.ts'
import { type ScoredDoc, rescore, RESCORE_WINDOW } from './rescore/rescore.ts'
import type { ScoreInput } from './score/score-segment.ts'
import { AccessoryDetector } from './rescore/accessory-demotion.ts'
import { lengthNorms } from './score/length-norms.ts'
import { scoreTables } from './score/score-tables.ts'
import { accumulatorsFor } from './score/accumulators.ts'
import { totalPostings } from './expand/weighted-postings.ts'
import { queryEntities } from './weigh/query-entities.ts'
import { liveDocsOf } from './expand/live-docs.ts'
import { fieldIdfs, sharesByField, weighTerms } from './weigh/weigh-terms.ts'
import { TEXT_FIELDS } from './text-doc.ts'
import type { TextMatches, TextQuery } from './text-query.ts'
import { NAMING_FIELDS, STRONG_FIELDS } from './segment/posting-payload.ts'
import type { TextSegment } from './text-segment.ts'

export type { TextMatches, TextQuery } from './text-query.ts'

/**
 * Finds and ranks. Every word must match, exactly, by prefix or corrected; only when that finds too little, hits that
 * lack words follow. The same call on the same segments gives the same answer.
 */
export function matchText(segments: readonly TextSegment[], query: TextQuery): TextMatches {
  const analyzer = analyzerFor(query.locale)
  const { settings, prefixLast } = query
  const parsed = parseQuery(query.text, analyzer, new Set(settings.stopWords))
  const { wanted: queryTerms, partNumber } = parsed
  const liveDocs = liveDocsOf(segments, query)
  const expanded = expandTerms({ segments, liveDocs, queryTerms, partNumber, analyzer, settings, prefixLast })
  const input = collectInput(segments, query, parsed, expanded)
  const { found, relaxed } = find(input, parsed)
  const entities = queryEntities(parsed, expanded, analyzer)
  const isRanked = found.count <= (query.rankAtMost ?? Number.POSITIVE_INFINITY)
  const hits = isRanked ? rankHits(input, found, parsed, expanded) : []
  return {
    ...toArrays(hits),
    count: found.count,
    matched: found.matched,
    corrected: correctedQuery(parsed, expanded),
    didYouMean:
      found.count < settings.relaxBelow || relaxed
        ? didYouMean({ segments, liveDocs, analyzer, settings }, parsed, expanded)
        : null,
    relaxed,
    entities,
  }
}

function rankHits(
  input: CollectInput,
  found: Collected,
  parsed: ParsedQuery,
  expanded: readonly TermPostings[],
): ScoredDoc[] {
  const segments = input.segments.map(({ segment }) => segment)
  const matchers = input.segments.map((segment) => new TermMatcher(segment.postings))
  const docTotal = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const isThing =
    segments.length > 0 && parsed.head >= 0 && sharesByField(expanded[parsed.head])[VENDOR_FIELD] < MOSTLY_VENDOR
  return rescore(found.top, {
    segments,
    matchers,
    termCount: parsed.wanted.length,
    partNumber: parsed.partNumber,
    idfs: input.query.prefixLast ? undefined : fieldIdfs(expanded, docTotal),
    norms: lengthNorms(segments),
    accessories: isThing ? new AccessoryDetector(segments, matchers, parsed.head) : undefined,
  }).slice(0, input.query.limit)
}

/** A word that is a vendor in this share of its products names no thing. */
const MOSTLY_VENDOR = 0.3
const VENDOR_FIELD = TEXT_FIELDS.indexOf('vendor')

function find(input: CollectInput, parsed: ParsedQuery): { found: Collected; relaxed: boolean } {
  const found = collectAll(input)
  if (found.count >= input.query.settings.relaxBelow || parsed.wanted.length < 2) return { found, relaxed: false }
  const some = collectSome(input)
  return some.count > found.count ? { found: some, relaxed: true } : { found, relaxed: false }
}

function collectInput(
  segments: readonly TextSegment[],
  query: TextQuery,
  parsed: ParsedQuery,
  expanded: readonly TermPostings[],
): CollectInput {
  const analyzer = analyzerFor(query.locale)
  const { settings } = query
  const liveDocs = liveDocsOf(segments, query)
  const excluded = expandTerms({
    segments,
    liveDocs,
    queryTerms: parsed.excluded,
    analyzer,
    settings,
    prefixLast: false,
  })
  const docTotal = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const termWeights = weighTerms(parsed, expanded, docTotal)
  const sizes = expanded.map((postingLists) => postingLists.reduce((sum, list) => sum + totalPostings(list), 0))
  const byWeight = [...termWeights.keys()].sort((a, b) => termWeights[b] - termWeights[a])
  const bySize = [...termWeights.keys()].sort((a, b) => sizes[a] - sizes[b])
  const tables = scoreTables(segments, settings)
  const inputs = segments.map(
    (segment, s): ScoreInput => ({
      segment,
      postings: expanded.map((postingLists) => postingLists[s]),
      termWeights,
      strongFields: termWeights.map((_, term) => (term === parsed.head ? NAMING_FIELDS : STRONG_FIELDS)),
      byWeight,
      bySize,
      visible: query.visible?.[s] ?? null,
      tables,
      accumulators: accumulatorsFor(s, segment.docCount),
    }),
  )
  return {
    query,
    segments: inputs,
    excluded: segments.map((_, s) => excluded.flatMap((postingLists) => postingLists[s])),
    price: parsed.price,
    capacity: Math.max(query.limit, RESCORE_WINDOW),
  }
}

function toArrays(hits: readonly ScoredDoc[]): Pick<TextMatches, 'docs' | 'scores' | 'classes'> {
  return {
    docs: Uint32Array.from(hits, (hit) => hit.doc),
    scores: Float32Array.from(hits, (hit) => hit.score),
    classes: Uint8Array.from(hits, (hit) => hit.matchClass),
  }
}
