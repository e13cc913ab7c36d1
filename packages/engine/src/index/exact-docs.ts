/** Products whose whole title, SKU or barcode is the query: they come first, and readings of the query never filter them out. */
import type { Query } from '../query/query.ts'
import type { DocPlace } from './rank-by-column.ts'
import type { ShopIndex } from './shop-index.ts'
import { findTerm, NO_TERM, termAt } from '../text/segment/dictionary.ts'
import { SKU_BIT } from '../text/segment/posting-payload.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { partsOf } from '../text/analysis/analyzer.ts'
import { wordHash } from '../text/analysis/lexicon.ts'
import { LINKING_SIGN } from '../text/analysis/head-place.ts'

export interface ExactDocs {
  readonly docs: readonly DocPlace[]
  /** Products whose title or part number is all that was typed. Whatever looks like a price or an exclusion in it is part of the name. */
  readonly literal: readonly DocPlace[]
}

export function exactDocs(index: ShopIndex, query: Query | undefined): ExactDocs {
  if (query === undefined) return { docs: [], literal: [] }
  const { analyzer } = index.text
  const literal = placesOf(index, (view) => docsWithTitle(view, partsOf(query.typed, analyzer)))
  const rest = query.tokens
    .filter(({ role }) => role !== 'silent')
    .map(({ start, end }) => query.text.slice(start, end))
  const asked = partsOf(rest.join(' '), analyzer)
  const named = placesOf(index, (view) => docsWithTitle(view, asked))
  const numbered = placesOf(index, ({ segment }) => [...skuDocs(segment, query.partNumber)])
  return { docs: [...literal, ...named, ...numbered], literal: [...literal, ...numbered] }
}

function placesOf(
  { text }: ShopIndex,
  find: (view: ShopIndex['text']['views'][number]) => readonly number[],
): DocPlace[] {
  return text.views.flatMap((own, view) => find(own).map((doc) => ({ view, doc })))
}

const FIELD_COUNT = TEXT_FIELDS.length
const SKU_FIELD = TEXT_FIELDS.indexOf('skus')
/** Shorter strings are words and numbers that any product may have. */
const MIN_LENGTH = 3

/** Docs whose whole part number this is, not just a piece of one (see `readSku`), in ascending order. */
export function skuDocs(segment: TextSegment, partNumber: string): Uint32Array {
  const { words, fieldStarts, postDocs, postPayloads, postStarts } = segment
  const term = partNumber.length < MIN_LENGTH ? NO_TERM : findTerm(segment.terms, partNumber)
  if (term === NO_TERM || (segment.termFields[term] & SKU_BIT) === 0) return new Uint32Array(0)
  const whole = (term | SAME_POSITION) >>> 0
  const first = postStarts[term]
  return postDocs.subarray(first, postStarts[term + 1]).filter((doc, i) => {
    if ((postPayloads[first + i] & SKU_BIT) === 0) return false
    const field = doc * FIELD_COUNT + SKU_FIELD
    return words.subarray(fieldStarts[field], fieldStarts[field + 1]).includes(whole)
  })
}

/** Docs of the segment whose whole title is these words, in ascending order. */
export function docsWithTitle(view: TextSegmentView, words: readonly string[]): number[] {
  if (words.length === 0) return []
  const { heads, next } = view.memo.of('titles', () => buildTable(view.segment))
  const found: number[] = []
  for (let entry = heads[hashOf(words) & (heads.length - 1)]; entry !== 0; entry = next[entry - 1])
    if (isTitle(view.segment, entry - 1, words)) found.push(entry - 1)
  return found.reverse()
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

function mix(sum: number, hash: number): number {
  const mixed = Math.imul(sum ^ hash, 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** A loop, because a query reads hundreds of titles and filtering typed arrays is slow. */
export function titleWords({ words, fieldStarts }: TextSegment, doc: number): number[] {
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  const title: number[] = []
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) if ((words[i] & SAME_POSITION) === 0) title.push(words[i])
  return title
}
