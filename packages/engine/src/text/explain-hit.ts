import { analyzerFor } from './analysis/analyzer.ts'
import { gallopTo } from './match/find-phrase.ts'
import { expandSlots } from './match/expand-slots.ts'
import { parseQuery } from './match/parse-query.ts'
import type { Source } from './match/source.ts'
import { livingDocs } from './match/living.ts'
import { type TextField, textFields } from './text-doc.ts'
import type { HitExplanation, TextMatches, TextQuery } from './text-query.ts'
import type { TextSegment } from './text-segment.ts'

/** Why a hit was found: for each word of the query the form and the fields that matched. */
export function explainHit(
  segments: readonly TextSegment[],
  query: TextQuery,
  matches: Pick<TextMatches, 'docs' | 'scores' | 'classes'>,
  place: number,
): HitExplanation {
  const analyzer = analyzerFor(query.locale)
  const { wanted, partNumber } = parseQuery(query.text, analyzer, new Set(query.settings.stopWords))
  const { settings, prefixLast } = query
  const expanded = expandSlots({
    segments,
    living: livingDocs(segments, query),
    slots: wanted,
    partNumber,
    analyzer,
    settings,
    prefixLast,
  })
  const { segment, local } = locate(segments, matches.docs[place])
  return {
    score: matches.scores[place],
    matchClass: matches.classes[place],
    words: wanted.flatMap((slot, i) => explainWord(slot.word, expanded[i][segment], local)),
  }
}

function locate(segments: readonly TextSegment[], doc: number): { segment: number; local: number } {
  let segment = 0
  let local = doc
  while (local >= segments[segment].docCount) local -= segments[segment++].docCount
  return { segment, local }
}

function explainWord(word: string, sources: readonly Source[], doc: number): HitExplanation['words'][number][] {
  let best: { source: Source; cell: number } | undefined
  for (const source of sources) {
    const cell = cellOf(source, doc)
    if (cell !== 0 && (best === undefined || source.weight > best.source.weight)) best = { source, cell }
  }
  if (best === undefined) return []
  const { text, kind, edits } = best.source
  return [{ word, term: text, kind, edits, fields: fieldsOf(best.cell) }]
}

function cellOf(source: Source, doc: number): number {
  const isSorted = source.endTerm - source.firstTerm <= 1
  if (isSorted) {
    const at = gallopTo(source.docs, source.start, source.end, doc)
    return at < source.end && source.docs[at] === doc ? source.cells[at] : 0
  }
  let cell = 0
  for (let at = source.start; at < source.end; at++) if (source.docs[at] === doc) cell |= source.cells[at]
  return cell
}

function fieldsOf(cell: number): TextField[] {
  return textFields.filter((_, field) => (cell & (1 << field)) !== 0)
}
