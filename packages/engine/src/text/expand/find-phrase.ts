import { findTerm, NO_TERM } from '../segment/dictionary.ts'
import { DESCRIPTION_TIMES_SHIFT, METAFIELD_TIMES_SHIFT } from '../segment/posting-payload.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { computedPostings, type WeightedPostings, type TermForm } from './weighted-postings.ts'

/** Docs compared word by word for one phrase; beyond, the rest is not looked at, so that a query stays fast. */
const MAX_COMPARED = 20_000
const FIELD_COUNT = TEXT_FIELDS.length
const DESCRIPTION_FIELD = TEXT_FIELDS.indexOf('description')
const METAFIELDS_FIELD = TEXT_FIELDS.indexOf('metafields')

/** Docs that hold the words side by side, in order and in one field; undefined when there are none. */
export function findPhrase(
  segment: TextSegment,
  words: readonly string[],
  meaning: TermForm,
): WeightedPostings | undefined {
  const terms: number[] = []
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term === NO_TERM) return undefined
    terms.push(term)
  }
  const docs: number[] = []
  const payloads: number[] = []
  const sorted = [...terms].sort((a, b) => postings(segment, a) - postings(segment, b))
  let compared = 0
  forEachCommonDoc(segment, sorted, (doc) => {
    if (compared++ >= MAX_COMPARED) return
    const payload = phrasePayload(segment, doc, terms)
    if (payload === 0) return
    docs.push(doc)
    payloads.push(payload)
  })
  if (docs.length === 0) return undefined
  return computedPostings(Uint32Array.from(docs), Uint16Array.from(payloads), meaning, terms[terms.length - 1])
}

function postings({ postStarts }: TextSegment, term: number): number {
  return postStarts[term + 1] - postStarts[term]
}

/** Walks the rarest term's docs and gallops through the others'. */
function forEachCommonDoc(segment: TextSegment, rarestFirst: readonly number[], visit: (doc: number) => void): void {
  const { postDocs, postStarts } = segment
  const places = rarestFirst.map((term) => postStarts[term])
  const rarest = rarestFirst[0]
  for (let at = postStarts[rarest]; at < postStarts[rarest + 1]; at++) {
    const doc = postDocs[at]
    let isCommon = true
    for (let i = 1; i < rarestFirst.length && isCommon; i++) {
      const end = postStarts[rarestFirst[i] + 1]
      places[i] = gallopTo(postDocs, places[i], end, doc)
      isCommon = places[i] < end && postDocs[places[i]] === doc
    }
    if (isCommon) visit(doc)
  }
}

/** First place from `from` whose doc is at least `doc`. */
export function gallopTo(docs: Uint32Array, from: number, end: number, doc: number): number {
  if (from >= end || docs[from] >= doc) return from
  let step = 1
  let low = from
  while (low + step < end && docs[low + step] < doc) {
    low += step
    step <<= 1
  }
  let high = Math.min(end, low + step)
  low++
  while (low < high) {
    const middle = (low + high) >>> 1
    if (docs[middle] < doc) low = middle + 1
    else high = middle
  }
  return low
}

/** The fields of the doc that hold the phrase, as a posting's payload; 0 when none does. */
function phrasePayload({ words, fieldStarts }: TextSegment, doc: number, terms: readonly number[]): number {
  let payload = 0
  for (let field = 0; field < FIELD_COUNT; field++) {
    const start = fieldStarts[doc * FIELD_COUNT + field]
    const end = fieldStarts[doc * FIELD_COUNT + field + 1]
    if (!holdsPhrase(words, start, end, terms)) continue
    payload |= 1 << field
    if (field === DESCRIPTION_FIELD) payload |= 1 << DESCRIPTION_TIMES_SHIFT
    if (field === METAFIELDS_FIELD) payload |= 1 << METAFIELD_TIMES_SHIFT
  }
  return payload
}

function holdsPhrase(words: Uint32Array, start: number, end: number, terms: readonly number[]): boolean {
  for (let i = start; i < end; i++) {
    if ((words[i] & ~SAME_POSITION) === terms[0] && followsAt(words, i + 1, end, terms)) return true
  }
  return false
}

function followsAt(words: Uint32Array, from: number, end: number, terms: readonly number[]): boolean {
  let next = 1
  for (let i = from; i < end && next < terms.length; i++) {
    const word = words[i]
    if ((word & SAME_POSITION) !== 0) continue
    if (word !== terms[next]) return false
    next++
  }
  return next === terms.length
}
