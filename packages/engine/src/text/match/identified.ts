import { findTerm, noTerm } from '../segment/dictionary.ts'
import { skuBit } from '../segment/posting-cell.ts'
import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { madeSource, type Source } from './source.ts'

const fieldCount = textFields.length
const skuField = textFields.indexOf('skus')
/** Shorter ones are words and numbers that stand in any product. */
const minLength = 3
/** Enough to come before products that hold the same number in title and description. */
const identifiedWeight = 3

/** The term of a part number in the segment, or `noTerm`. */
export function partNumberTerm({ terms, termFields }: TextSegment, partNumber: string): number {
  if (partNumber.length < minLength) return noTerm
  const term = findTerm(terms, partNumber)
  return term !== noTerm && (termFields[term] & skuBit) !== 0 ? term : noTerm
}

/** Whether one of the doc's part numbers is the term as a whole, not a piece of it: see `readSku`. */
export function isIdentified({ words, fieldStarts }: TextSegment, doc: number, term: number): boolean {
  const whole = (term | samePosition) >>> 0
  const base = doc * fieldCount + skuField
  for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) if (words[i] === whole) return true
  return false
}

/** The docs with this part number; undefined when there are none. */
export function identifiedSource(segment: TextSegment, partNumber: string): Source | undefined {
  const term = partNumberTerm(segment, partNumber)
  if (term === noTerm) return undefined
  const { postDocs, postCells, postStarts } = segment
  const places: number[] = []
  for (let at = postStarts[term]; at < postStarts[term + 1]; at++)
    if ((postCells[at] & skuBit) !== 0 && isIdentified(segment, postDocs[at], term)) places.push(at)
  if (places.length === 0) return undefined
  const docs = Uint32Array.from(places, (at) => postDocs[at])
  const cells = Uint16Array.from(places, (at) => postCells[at])
  return madeSource(docs, cells, { weight: identifiedWeight, kind: 'exact', edits: 0, text: partNumber }, term)
}
