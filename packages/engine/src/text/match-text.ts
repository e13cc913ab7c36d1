import { analyzerFor } from './analysis/analyzer.ts'
import { SlotFinder } from './match/closeness.ts'
import { type Collected, type CollectInput, collectAll, collectSome } from './match/collect-hits.ts'
import { correctedQuery } from './match/describe-query.ts'
import { didYouMean } from './match/did-you-mean.ts'
import { expandSlots, type SlotSources } from './match/expand-slots.ts'
import { type ParsedQuery, parseQuery } from './match/parse-query.ts'
import { type Hit, rerank, rerankWindow } from './match/rerank.ts'
import type { ScoreInput } from './match/score-segment.ts'
import { OtherThings } from './match/another-thing.ts'
import { lengthNorms } from './match/length-norms.ts'
import { scoreTables } from './match/score-tables.ts'
import { scratchFor } from './match/scratch.ts'
import { totalSize } from './match/source.ts'
import { optionSlots, understand } from './match/understand.ts'
import { livingDocs } from './match/living.ts'
import { fieldRarities, sharesByField, weighSlots } from './match/weigh-slots.ts'
import { textFields } from './text-doc.ts'
import type { TextMatches, TextQuery, UnderstoodQuery } from './text-query.ts'
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
  const { wanted: slots, partNumber } = parsed
  const living = livingDocs(segments, query)
  const expanded = expandSlots({ segments, living, slots, partNumber, analyzer, settings, prefixLast })
  const input = collectInput(segments, query, parsed, expanded)
  const { found, relaxed } = find(input, parsed)
  const understood = understand(parsed, expanded, analyzer)
  const isRanked = found.count <= (query.rankAtMost ?? Number.POSITIVE_INFINITY)
  const hits = isRanked ? rankHits(input, found, parsed, expanded, understood) : []
  return {
    ...toArrays(hits),
    count: found.count,
    matched: found.matched,
    corrected: correctedQuery(parsed, expanded),
    didYouMean:
      found.count < settings.relaxBelow || relaxed
        ? didYouMean({ segments, living, analyzer, settings }, parsed, expanded)
        : null,
    relaxed,
    understood,
  }
}

function rankHits(
  input: CollectInput,
  found: Collected,
  parsed: ParsedQuery,
  expanded: readonly SlotSources[],
  understood: UnderstoodQuery,
): Hit[] {
  const segments = input.segments.map(({ segment }) => segment)
  const finders = input.segments.map((segment) => new SlotFinder(segment.sources))
  const docTotal = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const isThing =
    segments.length > 0 && parsed.head >= 0 && sharesByField(expanded[parsed.head])[vendorField] < mostlyVendor
  return rerank(found.top, {
    segments,
    finders,
    slotCount: parsed.wanted.length,
    optionSlots: optionSlots(parsed, understood),
    partNumber: parsed.partNumber,
    rarities: input.query.prefixLast ? undefined : fieldRarities(expanded, docTotal),
    norms: lengthNorms(segments),
    others: isThing ? new OtherThings(segments, finders, parsed.head) : undefined,
  }).slice(0, input.query.limit)
}

/** A word that is a vendor in this share of its products names no thing. */
const mostlyVendor = 0.3
const vendorField = textFields.indexOf('vendor')

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
  expanded: readonly SlotSources[],
): CollectInput {
  const analyzer = analyzerFor(query.locale)
  const { settings } = query
  const living = livingDocs(segments, query)
  const excluded = expandSlots({ segments, living, slots: parsed.excluded, analyzer, settings, prefixLast: false })
  const docTotal = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const worths = weighSlots(parsed, expanded, docTotal)
  const sizes = expanded.map((sources) => sources.reduce((sum, list) => sum + totalSize(list), 0))
  const byWorth = [...worths.keys()].sort((a, b) => worths[b] - worths[a])
  const bySize = [...worths.keys()].sort((a, b) => sizes[a] - sizes[b])
  const tables = scoreTables(segments, settings)
  const inputs = segments.map(
    (segment, s): ScoreInput => ({
      segment,
      sources: expanded.map((sources) => sources[s]),
      worths,
      byWorth,
      bySize,
      allow: query.allow?.[s] ?? null,
      tables,
      scratch: scratchFor(s, segment.docCount),
    }),
  )
  return {
    query,
    segments: inputs,
    excluded: segments.map((_, s) => excluded.flatMap((sources) => sources[s])),
    price: parsed.price,
    capacity: Math.max(query.limit, rerankWindow),
  }
}

function toArrays(hits: readonly Hit[]): Pick<TextMatches, 'docs' | 'scores' | 'classes'> {
  return {
    docs: Uint32Array.from(hits, (hit) => hit.doc),
    scores: Float32Array.from(hits, (hit) => hit.score),
    classes: Uint8Array.from(hits, (hit) => hit.matchClass),
  }
}
