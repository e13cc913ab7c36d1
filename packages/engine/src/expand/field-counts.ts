/** In how many docs a word stands in each field: exact, so that the sum over segments is that of one segment. */
import type { WeightedPostings } from './weighted-postings.ts'
import { FIELD_MASK, NAMING_FIELDS, ownFields, TITLE_TAIL_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegmentView } from '../text/text-index.ts'

const FIELD_COUNT = TEXT_FIELDS.length

interface FieldCounts {
  /** Postings, by field that holds the word. */
  readonly all: Float64Array
  /** Counts of products that name the word, and only where they speak of themselves. */
  readonly own: Float64Array
  naming: number
}

/** Shorter lists are counted again faster than they are looked up. */
const KEPT_FROM = 64
/** Longer lists have few kinds of payloads: those are counted first. */
const LONG = 512

export function fieldCounts({ segment, memo }: TextSegmentView, postings: WeightedPostings): FieldCounts {
  const { payloads, start, end, firstTerm, endTerm } = postings
  if (end - start < KEPT_FROM || payloads !== segment.postPayloads) return countFields(payloads, start, end)
  return memo.of(`fields ${firstTerm} ${endTerm}`, () => countFields(payloads, start, end))
}

/** Only the fields of a payload matter, and a flag for a title that has the word only after "for" or "with": bits 0 to 9. */
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
