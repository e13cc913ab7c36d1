import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SKU_BIT } from '../text/segment/posting-payload.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { computedPostings, type WeightedPostings } from './weighted-postings.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const SKU_FIELD = TEXT_FIELDS.indexOf('skus')
/** Shorter ones are words and numbers that stand in any product. */
const MIN_LENGTH = 3
/** Enough to come before products that hold the same number in title and description. */
const SKU_WEIGHT = 3

/** The term of a part number in the segment, or `noTerm`. */
export function skuTerm({ terms, termFields }: TextSegment, partNumber: string): number {
  if (partNumber.length < MIN_LENGTH) return NO_TERM
  const term = findTerm(terms, partNumber)
  return term !== NO_TERM && (termFields[term] & SKU_BIT) !== 0 ? term : NO_TERM
}

/** True if one of the doc's part numbers is the term as a whole, not a piece of it: see `readSku`. */
export function isSkuMatch({ words, fieldStarts }: TextSegment, doc: number, term: number): boolean {
  const whole = (term | SAME_POSITION) >>> 0
  const base = doc * FIELD_COUNT + SKU_FIELD
  for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) if (words[i] === whole) return true
  return false
}

/** The docs with this part number; undefined when there are none. */
export function skuPostings(segment: TextSegment, partNumber: string): WeightedPostings | undefined {
  const term = skuTerm(segment, partNumber)
  if (term === NO_TERM) return undefined
  const { postDocs, postPayloads, postStarts } = segment
  const places: number[] = []
  for (let at = postStarts[term]; at < postStarts[term + 1]; at++)
    if ((postPayloads[at] & SKU_BIT) !== 0 && isSkuMatch(segment, postDocs[at], term)) places.push(at)
  if (places.length === 0) return undefined
  const docs = Uint32Array.from(places, (at) => postDocs[at])
  const payloads = Uint16Array.from(places, (at) => postPayloads[at])
  return computedPostings(docs, payloads, { weight: SKU_WEIGHT, kind: 'exact', edits: 0, text: partNumber }, term)
}
