/** The counts are exact, so that sums over segments equal those of a single segment. */
import type { WeightedPostings } from './weighted-postings.ts'
import { FIELD_MASK, NAMING_FIELDS, ownFields, TITLE_TAIL_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegmentView } from '../text/text-index.ts'

const FIELD_COUNT = TEXT_FIELDS.length

interface FieldCounts {
  /** Number of postings, by field. */
  readonly all: Float64Array
  /** Counts only postings in which the word names the product, by field that describes the product itself. */
  readonly own: Float64Array
  naming: number
}

/** Shorter lists are not memoized: counting them again is faster than looking them up. */
const KEPT_FROM = 64
/** Longer lists have few distinct payloads, so those are tallied first. */
const LONG = 512

export function fieldCounts({ segment, memo }: TextSegmentView, postings: WeightedPostings): FieldCounts {
  const { payloads, start, end, firstTerm, endTerm } = postings
  if (end - start < KEPT_FROM || payloads !== segment.postPayloads) return countFields(payloads, start, end)
  return memo.of(`fields ${firstTerm} ${endTerm}`, () => countFields(payloads, start, end))
}

/** Payloads are told apart by bits 0 to 9 only: the fields, and the flag for a title that has the word only after "for" or "with". */
const KIND_COUNT = (FIELD_MASK + 1) << 1
const TAIL_SHIFT = 3

function countFields(payloads: Uint16Array, start: number, end: number): FieldCounts {
  const counts: FieldCounts = { all: new Float64Array(FIELD_COUNT), own: new Float64Array(FIELD_COUNT), naming: 0 }
  if (end - start < LONG) {
    for (let at = start; at < end; at++) addPayload(counts, payloads[at], 1)
    return counts
  }
  const times = new Uint32Array(KIND_COUNT)
  for (let at = start; at < end; at++)
    times[(payloads[at] & FIELD_MASK) | ((payloads[at] & TITLE_TAIL_BIT) >>> TAIL_SHIFT)]++
  for (let kind = 0; kind < KIND_COUNT; kind++)
    if (times[kind] > 0) addPayload(counts, (kind & FIELD_MASK) | ((kind & ~FIELD_MASK) << TAIL_SHIFT), times[kind])
  return counts
}

function addPayload(counts: FieldCounts, payload: number, times: number): void {
  addBits(counts.all, payload & FIELD_MASK, times)
  const own = ownFields(payload)
  if ((own & NAMING_FIELDS) === 0) return
  counts.naming += times
  addBits(counts.own, own, times)
}

function addBits(into: Float64Array, fields: number, times: number): void {
  for (let bits = fields; bits !== 0; bits &= bits - 1) into[31 - Math.clz32(bits & -bits)] += times
}
