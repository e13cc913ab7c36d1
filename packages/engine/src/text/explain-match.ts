import { analyzerFor } from './analysis/analyzer.ts'
import { gallopTo } from './expand/find-phrase.ts'
import { expandTerms } from './expand/expand-terms.ts'
import { parseQuery } from './parse/parse-query.ts'
import type { WeightedPostings } from './expand/weighted-postings.ts'
import { liveDocsOf } from './expand/live-docs.ts'
import { type TextField, TEXT_FIELDS } from './text-doc.ts'
import type { HitExplanation, TextMatches, TextQuery } from './text-query.ts'
import type { TextSegment } from './text-segment.ts'

/** Why a hit was found: for each word of the query the form and the fields that matched. */
export function explainMatch(
  segments: readonly TextSegment[],
  query: TextQuery,
  matches: Pick<TextMatches, 'docs' | 'scores' | 'classes'>,
  place: number,
): HitExplanation {
  const analyzer = analyzerFor(query.locale)
  const { wanted, partNumber } = parseQuery(query.text, analyzer, new Set(query.settings.stopWords))
  const { settings, prefixLast } = query
  const expanded = expandTerms({
    segments,
    liveDocs: liveDocsOf(segments, query),
    queryTerms: wanted,
    partNumber,
    analyzer,
    settings,
    prefixLast,
  })
  const { segment, local } = locate(segments, matches.docs[place])
  return {
    score: matches.scores[place],
    matchClass: matches.classes[place],
    words: wanted.flatMap((queryTerm, i) => explainWord(queryTerm.word, expanded[i][segment], local)),
  }
}

function locate(segments: readonly TextSegment[], doc: number): { segment: number; local: number } {
  let segment = 0
  let local = doc
  while (local >= segments[segment].docCount) local -= segments[segment++].docCount
  return { segment, local }
}

function explainWord(
  word: string,
  postingLists: readonly WeightedPostings[],
  doc: number,
): HitExplanation['words'][number][] {
  let best: { postings: WeightedPostings; payload: number } | undefined
  for (const postings of postingLists) {
    const payload = payloadOf(postings, doc)
    if (payload !== 0 && (best === undefined || postings.weight > best.postings.weight)) best = { postings, payload }
  }
  if (best === undefined) return []
  const { text, kind, edits } = best.postings
  return [{ word, term: text, kind, edits, fields: fieldsOf(best.payload) }]
}

function payloadOf(postings: WeightedPostings, doc: number): number {
  const isSorted = postings.endTerm - postings.firstTerm <= 1
  if (isSorted) {
    const at = gallopTo(postings.docs, postings.start, postings.end, doc)
    return at < postings.end && postings.docs[at] === doc ? postings.payloads[at] : 0
  }
  let payload = 0
  for (let at = postings.start; at < postings.end; at++) if (postings.docs[at] === doc) payload |= postings.payloads[at]
  return payload
}

function fieldsOf(payload: number): TextField[] {
  return TEXT_FIELDS.filter((_, field) => (payload & (1 << field)) !== 0)
}
