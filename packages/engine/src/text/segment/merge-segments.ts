import { analyzerFor } from '../analysis/analyzer.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { termAt, termCount } from './dictionary.ts'
import { finishSegment } from './finish-segment.ts'
import { GrowableUint32, type ReadDocs, SAME_POSITION } from './read-docs.ts'

export interface SegmentPart {
  readonly segment: TextSegment
  readonly liveDocs: Uint32Array
}

const FIELD_COUNT = TEXT_FIELDS.length

/** The result equals a segment built from all live docs in order. */
export function mergeTextSegments(parts: readonly SegmentPart[]): TextSegment {
  const language = parts.length > 0 ? parts[0].segment.language : 'en'
  return finishSegment(rereadDocs(parts), analyzerFor(language))
}

function rereadDocs(parts: readonly SegmentPart[]): ReadDocs {
  const numbers = new Map<string, number>()
  const words = new GrowableUint32()
  const fieldStarts = new GrowableUint32()
  let docCount = 0
  for (const { segment, liveDocs } of parts) {
    const places = new Int32Array(termCount(segment.terms)).fill(-1)
    const place = (term: number) => {
      if (places[term] < 0) places[term] = numberOf(numbers, termAt(segment.terms, term))
      return places[term]
    }
    for (let doc = 0; doc < segment.docCount; doc++) {
      if ((liveDocs[doc >>> 5] & (1 << (doc & 31))) === 0) continue
      copyDoc(segment, doc, { words, fieldStarts, place })
      docCount++
    }
  }
  fieldStarts.push(words.length)
  return {
    docCount,
    terms: [...numbers.keys()],
    words: words.toArray(),
    fieldStarts: fieldStarts.toArray(),
  }
}

interface CopyTarget {
  readonly words: GrowableUint32
  readonly fieldStarts: GrowableUint32
  readonly place: (term: number) => number
}

function copyDoc(segment: TextSegment, doc: number, { words, fieldStarts, place }: CopyTarget): void {
  for (let field = 0; field < FIELD_COUNT; field++) {
    const base = doc * FIELD_COUNT + field
    fieldStarts.push(words.length)
    for (let i = segment.fieldStarts[base]; i < segment.fieldStarts[base + 1]; i++) {
      const word = segment.words[i]
      words.push((place(word & ~SAME_POSITION) | (word & SAME_POSITION)) >>> 0)
    }
  }
}

function numberOf(numbers: Map<string, number>, term: string): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, numbers.size)
  return numbers.size - 1
}
