import { UNIT_WORDS } from '../text/analysis/measure.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { computedPostings, type TermForm, type WeightedPostings } from './weighted-postings.ts'

const FIELD_COUNT = TEXT_FIELDS.length
/** Docs read for one number; beyond, the rest is not looked at, so that a query stays fast. */
const MAX_READ = 20_000

/** Docs that hold a number without a unit after it: the "24" of "24 x 36 in.", not that of "24 cm". */
export function findBareAmount(segment: TextSegment, amount: string, form: TermForm): WeightedPostings | undefined {
  const term = findTerm(segment.terms, amount)
  if (term === NO_TERM) return undefined
  const units = new Set(UNIT_WORDS.map((word) => findTerm(segment.terms, word)).filter((unit) => unit !== NO_TERM))
  const { postDocs, postPayloads, postStarts } = segment
  const docs: number[] = []
  const payloads: number[] = []
  const end = Math.min(postStarts[term + 1], postStarts[term] + MAX_READ)
  for (let at = postStarts[term]; at < end; at++) {
    if (!isBareIn(segment, postDocs[at], term, units)) continue
    docs.push(postDocs[at])
    payloads.push(postPayloads[at])
  }
  if (docs.length === 0) return undefined
  return computedPostings(Uint32Array.from(docs), Uint16Array.from(payloads), form, term)
}

function isBareIn({ words, fieldStarts }: TextSegment, doc: number, term: number, units: ReadonlySet<number>): boolean {
  const end = fieldStarts[(doc + 1) * FIELD_COUNT]
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
    if ((words[i] & ~SAME_POSITION) !== term) continue
    let next = i + 1
    while (next < end && (words[next] & SAME_POSITION) !== 0) next++
    if (next >= end || !units.has(words[next])) return true
  }
  return false
}
