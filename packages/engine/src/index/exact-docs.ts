/** Finds products whose whole title, SKU or barcode is the query. They rank first, whatever the readings. */
import type { Query } from '../query/query.ts'
import type { DocPlace } from './rank-by-column.ts'
import type { ShopIndex } from './shop-index.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SKU_BIT } from '../text/segment/posting-payload.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { partsOf } from '../text/analysis/analyzer.ts'

export interface ExactDocs {
  readonly docs: readonly DocPlace[]
  /** Products whose title or part number is the query as typed, even if it looks like a price or an exclusion. */
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
/** Shorter strings are ordinary words and numbers. */
const MIN_LENGTH = 3

/** Returns the docs with this whole part number, not just a piece of one (see `readSku`), in ascending order. */
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

/** Returns the docs with this whole title, in ascending order. Joined forms do not count as words of a title. */
export function docsWithTitle({ segment }: TextSegmentView, words: readonly string[]): number[] {
  const { terms, postDocs, postStarts, titleLengths } = segment
  const title = words.map((word) => findTerm(terms, word))
  if (title.length === 0 || title.includes(NO_TERM)) return []
  const count = (term: number) => postStarts[term + 1] - postStarts[term]
  const rarest = title.reduce((least, term) => (count(term) < count(least) ? term : least))
  // Joined forms at most double the length of a title.
  const longest = 2 * title.length
  const docs = postDocs.subarray(postStarts[rarest], postStarts[rarest + 1])
  return [...docs.filter((doc) => titleLengths[doc] <= longest && isTitle(segment, doc, title))]
}

function isTitle({ words, fieldStarts }: TextSegment, doc: number, title: readonly number[]): boolean {
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  let place = 0
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
    if (words[i] === title[place]) place++
    else if ((words[i] & SAME_POSITION) === 0) return false
  }
  return place === title.length
}
