import { levelFor } from '../../columns/even-sample.ts'
import { totalPostings } from '../expand/weighted-postings.ts'
import { someSampled } from '../sample-postings.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextIndex } from '../text-index.ts'
import type { TextSegment } from '../text-segment.ts'
import type { WeighedTerm } from './weigh-terms.ts'
import { termAt } from '../segment/dictionary.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const VENDOR_FIELD = TEXT_FIELDS.indexOf('vendor')
/** At least so many products are looked at for each term. */
const SAMPLE_SIZE = 64

/**
 * By term: whether some vendor has it in its name and the query holds that name as a whole. A single word of a longer name says nothing of
 * a product: a tray of "The Pot Shack" is no pot.
 */
export function vendorTerms(index: TextIndex, terms: readonly WeighedTerm[]): boolean[] {
  const isIn = terms.map(({ fieldShares }) => fieldShares[VENDOR_FIELD] > 0)
  if (!isIn.includes(true)) return isIn
  const covered = index.views.map((_, s) => new Set(terms.flatMap(({ postings }) => postings[s].flatMap(termsOf))))
  return terms.map((term, place) => isIn[place] && isInWholeName(index, term, covered))
}

function termsOf({ firstTerm, endTerm }: WeighedTerm['postings'][number][number]): number[] {
  // Prefixes stand for many words: none of them was typed.
  return endTerm - firstTerm === 1 ? [firstTerm] : []
}

function isInWholeName(
  { views, analyzer }: TextIndex,
  { postings }: WeighedTerm,
  covered: readonly ReadonlySet<number>[],
): boolean {
  const level = levelFor(
    postings.reduce((sum, lists) => sum + totalPostings(lists), 0),
    SAMPLE_SIZE,
  )
  return views.some((view, s) => {
    const { segment } = view
    const isCovered = (word: number) => covered[s].has(word) || analyzer.isStopWord(termAt(segment.terms, word))
    return postings[s].some((list) => {
      const { docs, payloads } = list
      const isWholeName = (at: number) =>
        (payloads[at] & (1 << VENDOR_FIELD)) !== 0 && vendorOf(segment, docs[at]).every(isCovered)
      return someSampled(view, list, level, isWholeName)
    })
  })
}

function vendorOf({ words, fieldStarts }: TextSegment, doc: number): number[] {
  const base = doc * FIELD_COUNT + VENDOR_FIELD
  const name = words.subarray(fieldStarts[base], fieldStarts[base + 1])
  return [...name].filter((word) => (word & SAME_POSITION) === 0)
}
