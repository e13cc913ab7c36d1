import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { DESCRIPTION_TIMES_SHIFT, FIELD_MASK, METAFIELD_TIMES_SHIFT } from '../text/segment/posting-payload.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { computedPostings, type TermForm, type WeightedPostings } from './weighted-postings.ts'

/** Maximum number of docs compared word by word for one phrase. The rest are skipped, so that a query stays fast. */
const MAX_COMPARED = 20_000
const FIELD_COUNT = TEXT_FIELDS.length
const DESCRIPTION_FIELD = TEXT_FIELDS.indexOf('description')
const METAFIELDS_FIELD = TEXT_FIELDS.indexOf('metafields')

export interface PhraseScope {
  /** If given, only these docs are searched. Must ascend. */
  readonly among?: Uint32Array
  /** If given, only these fields are searched: one bit per field. */
  readonly fields?: number
}

/** Returns the docs that have the words side by side in one field: one list, or none if no doc has them. */
export function findPhrase(
  segment: TextSegment,
  words: readonly string[],
  {
    among,
    fields = FIELD_MASK,
    weight = 1,
    kind = 'exact',
    text = words.join(' '),
  }: PhraseScope & Partial<TermForm> = {},
): WeightedPostings[] {
  const terms = termsOf(segment, words)
  if (terms === undefined) return []
  const docs: number[] = []
  const payloads: number[] = []
  someCommonDoc(segment, terms, among, (doc) => {
    const payload = phrasePayload(segment, doc, terms, fields)
    if (payload === 0) return false
    docs.push(doc)
    payloads.push(payload)
    return false
  })
  if (docs.length === 0) return []
  const form = { weight, kind, edits: 0, text }
  return [computedPostings(Uint32Array.from(docs), Uint16Array.from(payloads), form, terms[terms.length - 1])]
}

export function hasPhrase(segment: TextSegment, words: readonly string[]): boolean {
  const terms = termsOf(segment, words)
  if (terms === undefined) return false
  return someCommonDoc(segment, terms, undefined, (doc) => phrasePayload(segment, doc, terms, FIELD_MASK) !== 0)
}

/** Returns undefined if the segment lacks a word. */
function termsOf(segment: TextSegment, words: readonly string[]): number[] | undefined {
  const terms: number[] = []
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term === NO_TERM) return undefined
    terms.push(term)
  }
  return terms
}

interface DocList {
  readonly docs: Uint32Array
  at: number
  readonly end: number
}

/** Intersects the lists by galloping through all but the shortest. Returns true as soon as `visit` does. */
function someCommonDoc(
  { postDocs, postStarts }: TextSegment,
  terms: readonly number[],
  among: Uint32Array | undefined,
  visit: (doc: number) => boolean,
): boolean {
  const lists: DocList[] = terms.map((term) => ({ docs: postDocs, at: postStarts[term], end: postStarts[term + 1] }))
  if (among !== undefined) lists.push({ docs: among, at: 0, end: among.length })
  const [shortest, ...others] = lists.sort((a, b) => a.end - a.at - (b.end - b.at))
  let compared = 0
  for (let at = shortest.at; at < shortest.end && compared < MAX_COMPARED; at++) {
    const doc = shortest.docs[at]
    if (!areAllOf(others, doc)) continue
    compared++
    if (visit(doc)) return true
  }
  return false
}

function areAllOf(lists: readonly DocList[], doc: number): boolean {
  for (const list of lists) {
    list.at = gallopTo(list.docs, list.at, list.end, doc)
    if (list.at >= list.end || list.docs[list.at] !== doc) return false
  }
  return true
}

/** Returns the index of the first doc that is at least `doc`, starting at `from`. */
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

/** Calls `visit` for each doc with a posting, with the indices of the doc and the posting. `docs` must ascend. */
export function visitPostingsOf(
  { docs: listed, start, end }: Pick<WeightedPostings, 'docs' | 'start' | 'end'>,
  docs: Uint32Array,
  visit: (place: number, at: number) => void,
): void {
  let at = start
  for (let place = 0; place < docs.length && at < end; place++) {
    at = gallopTo(listed, at, end, docs[place])
    if (at < end && listed[at] === docs[place]) visit(place, at)
  }
}

/** Returns the payload of the phrase in this document; 0 if no field has the phrase. */
function phrasePayload(
  { words, fieldStarts }: TextSegment,
  doc: number,
  terms: readonly number[],
  fields: number,
): number {
  let payload = 0
  for (let field = 0; field < FIELD_COUNT; field++) {
    if ((fields & (1 << field)) === 0) continue
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
