import type { Analyzer } from './analysis/analyzer.ts'
import type { Dictionary } from './segment/dictionary.ts'
import { finishSegment } from './segment/finish-segment.ts'
import { readDocs } from './segment/read-docs.ts'
import type { TextDoc } from './text-doc.ts'
import type { Memo } from './memo.ts'

/**
 * The words of a run of docs, in immutable typed arrays.
 *
 *   terms          sorted dictionary
 *   postStarts     where each term's postings begin; docs ascend within a term
 *   postDocs       local doc of each posting
 *   postPayloads   fields and counts of each posting (posting-payload.ts)
 *   words          every doc's words in reading order, field after field; the top bit marks a joined form
 *                  at the same position as the word before it
 *   fieldStarts    where each field of each doc begins in `words`: doc × 9 + field
 */
export interface TextSegment {
  readonly docCount: number
  readonly language: string
  readonly terms: Dictionary
  readonly postStarts: Uint32Array
  readonly postDocs: Uint32Array
  readonly postPayloads: Uint16Array
  readonly words: Uint32Array
  readonly fieldStarts: Uint32Array
  readonly termFields: Uint16Array
  /** `stemTerms` lists, from `stemStarts[s]` on, the terms with the stem `stems[s]`. */
  readonly stems: Dictionary
  readonly stemStarts: Uint32Array
  readonly stemTerms: Uint32Array
  /** Possible compounds, sorted by reversed stem; empty in languages without compounds. */
  readonly compounds: Uint32Array
  /** Terms without digits outside SKUs, sorted by reversed letters, for typos in the first half. */
  readonly backwards: Uint32Array
  readonly titleLengths: Uint8Array
  readonly metafieldLengths: Uint16Array
  readonly descriptionLengths: Uint16Array
}

/** Numbers docs from 0 in the given order. */
export function buildTextSegment(docs: Iterable<TextDoc>, analyzer: Analyzer): TextSegment {
  return finishSegment(readDocs(docs, analyzer), analyzer)
}

export { mergeTextSegments } from './segment/merge-segments.ts'

export interface TextSegmentView {
  readonly segment: TextSegment
  /** null if all docs are live. A word that only dead docs have is not a word of the shop. */
  readonly liveDocs: Uint32Array | null
  /** True if no doc is dead: the length of a posting list is then its number of live docs. */
  readonly isWhole: boolean
  /** Indexed by doc. Ids break ties. */
  readonly ids: Float64Array
  readonly memo: Memo
}

export interface TextIndex {
  readonly views: readonly TextSegmentView[]
  readonly analyzer: Analyzer
  readonly memo: Memo
}
