/** Finds products whose whole title is the query, by a hash of the title's words. */
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import { LINKING_SIGN } from '../text/analysis/linking-words.ts'
import { termAt } from '../text/segment/dictionary.ts'
import type { TextSegmentView } from '../text/text-index.ts'

/** Local docs of the segment, in ascending order. */
export function docsWithTitle(view: TextSegmentView, words: readonly string[]): number[] {
  if (words.length === 0) return []
  const { heads, next } = view.memo.of('titles', () => buildTable(view.segment))
  const found: number[] = []
  for (let entry = heads[hashOf(words) & (heads.length - 1)]; entry !== 0; entry = next[entry - 1])
    if (isTitle(view.segment, entry - 1, words)) found.push(entry - 1)
  return found.reverse()
}

/** The words of a title or query as they are compared: without case, accents, punctuation and spaces. */
export function titleForm(text: string, analyzer: Analyzer): string[] {
  return analyzer.units(text).flatMap(({ parts }) => parts)
}

/**
 * Titles of a segment by a hash of their words, built on first use.
 *
 *   heads:  [3][0][7]…    by hash: a doc plus one, 0 if there is none
 *   next:   [0][0][0][1]  by doc: the previous doc with the same hash, plus one
 */
interface TitleTable {
  readonly heads: Uint32Array
  readonly next: Uint32Array
}

function buildTable(segment: TextSegment): TitleTable {
  const { terms, docCount } = segment
  const hashes = Uint32Array.from({ length: terms.starts.length - 1 }, (_, term) => wordHash(termAt(terms, term)))
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(docCount + 2)))
  const next = new Uint32Array(docCount)
  for (let doc = 0; doc < docCount; doc++) {
    const hash = ownWords(segment, doc).reduce((sum, term) => mix(sum, hashes[term]), 0)
    const place = hash & (heads.length - 1)
    next[doc] = heads[place]
    heads[place] = doc + 1
  }
  return { heads, next }
}

function ownWords(segment: TextSegment, doc: number): number[] {
  return titleWords(segment, doc).filter((term) => !isSign(segment, term))
}

function isSign({ terms }: TextSegment, term: number): boolean {
  return terms.starts[term + 1] - terms.starts[term] === 1 && termAt(terms, term) === LINKING_SIGN
}

function isTitle(segment: TextSegment, doc: number, words: readonly string[]): boolean {
  const title = ownWords(segment, doc)
  return title.length === words.length && title.every((term, i) => termAt(segment.terms, term) === words[i])
}

function hashOf(words: readonly string[]): number {
  return words.reduce((sum, word) => mix(sum, wordHash(word)), 0)
}

function wordHash(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

function mix(sum: number, hash: number): number {
  const mixed = Math.imul(sum ^ hash, 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

const FIELD_COUNT = TEXT_FIELDS.length

/** A loop, because a query reads hundreds of titles and filtering typed arrays is slow. */
function titleWords({ words, fieldStarts }: TextSegment, doc: number): number[] {
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  const title: number[] = []
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) if ((words[i] & SAME_POSITION) === 0) title.push(words[i])
  return title
}
