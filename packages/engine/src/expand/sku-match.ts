import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SKU_BIT } from '../text/segment/posting-payload.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const SKU_FIELD = TEXT_FIELDS.indexOf('skus')
/** Shorter strings are words and numbers that any product may have. */
const MIN_LENGTH = 3

function skuTerm({ terms, termFields }: TextSegment, partNumber: string): number {
  if (partNumber.length < MIN_LENGTH) return NO_TERM
  const term = findTerm(terms, partNumber)
  return term !== NO_TERM && (termFields[term] & SKU_BIT) !== 0 ? term : NO_TERM
}

/** True if the term is a whole part number of the doc, not just a piece of one; see `readSku`. */
export function isSkuMatch({ words, fieldStarts }: TextSegment, doc: number, term: number): boolean {
  const whole = (term | SAME_POSITION) >>> 0
  const base = doc * FIELD_COUNT + SKU_FIELD
  for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) if (words[i] === whole) return true
  return false
}

/** In ascending order. */
export function skuDocs(segment: TextSegment, partNumber: string): Uint32Array {
  const term = skuTerm(segment, partNumber)
  if (term === NO_TERM) return new Uint32Array(0)
  const { postDocs, postPayloads, postStarts } = segment
  return postDocs
    .subarray(postStarts[term], postStarts[term + 1])
    .filter((doc, i) => (postPayloads[postStarts[term] + i] & SKU_BIT) !== 0 && isSkuMatch(segment, doc, term))
}
