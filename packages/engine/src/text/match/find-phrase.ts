import { findTerm, noTerm } from '../segment/dictionary.ts'
import { descriptionTimesShift, metafieldTimesShift } from '../segment/posting-cell.ts'
import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { madeSource, type Source, type SourceMeaning } from './source.ts'

/** Docs compared word by word for one phrase; beyond, the rest is not looked at, so that a query stays fast. */
const maxCompared = 20_000
const fieldCount = textFields.length
const descriptionField = textFields.indexOf('description')
const metafieldsField = textFields.indexOf('metafields')

/** Docs that hold the words side by side, in order and in one field; undefined when there are none. */
export function findPhrase(segment: TextSegment, words: readonly string[], meaning: SourceMeaning): Source | undefined {
  const terms: number[] = []
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term === noTerm) return undefined
    terms.push(term)
  }
  const docs: number[] = []
  const cells: number[] = []
  const sorted = [...terms].sort((a, b) => postings(segment, a) - postings(segment, b))
  let compared = 0
  forEachCommonDoc(segment, sorted, (doc) => {
    if (compared++ >= maxCompared) return
    const cell = phraseCell(segment, doc, terms)
    if (cell === 0) return
    docs.push(doc)
    cells.push(cell)
  })
  if (docs.length === 0) return undefined
  return madeSource(Uint32Array.from(docs), Uint16Array.from(cells), meaning, terms[terms.length - 1])
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

/** The fields of the doc that hold the phrase, as a posting's cell; 0 when none does. */
function phraseCell({ words, fieldStarts }: TextSegment, doc: number, terms: readonly number[]): number {
  let cell = 0
  for (let field = 0; field < fieldCount; field++) {
    const start = fieldStarts[doc * fieldCount + field]
    const end = fieldStarts[doc * fieldCount + field + 1]
    if (!holdsPhrase(words, start, end, terms)) continue
    cell |= 1 << field
    if (field === descriptionField) cell |= 1 << descriptionTimesShift
    if (field === metafieldsField) cell |= 1 << metafieldTimesShift
  }
  return cell
}

function holdsPhrase(words: Uint32Array, start: number, end: number, terms: readonly number[]): boolean {
  for (let i = start; i < end; i++) {
    if ((words[i] & ~samePosition) === terms[0] && followsAt(words, i + 1, end, terms)) return true
  }
  return false
}

function followsAt(words: Uint32Array, from: number, end: number, terms: readonly number[]): boolean {
  let next = 1
  for (let i = from; i < end && next < terms.length; i++) {
    const word = words[i]
    if ((word & samePosition) !== 0) continue
    if (word !== terms[next]) return false
    next++
  }
  return next === terms.length
}
