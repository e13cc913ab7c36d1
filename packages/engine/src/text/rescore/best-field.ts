import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { MARK_MASK, type TermMatcher } from './proximity.ts'
import { type LengthNorms, LENGTH_SHIFT } from '../score/length-norms.ts'
import { RANKING } from '../ranking-constants.ts'
import type { FieldIdfs } from '../weigh/weigh-terms.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const TITLE_FIELD = TEXT_FIELDS.indexOf('title')
const METAFIELDS_FIELD = TEXT_FIELDS.indexOf('metafields')
const DESCRIPTION_FIELD = TEXT_FIELDS.indexOf('description')

/** Half of what a query term can get is reached at this many times in a field of average length. */
const SATURATION = 1.2
/** What a doc keeps whose words do badly everywhere. */
const LEAST = 0.05
const TERM_MASK = ~SAME_POSITION

/**
 * Rewards a doc for the field in which each word does best: a word that is rare in that field, and stands often in a
 * short one. The sum over fields cannot see this: a word once in each of four fields says less than twice in one.
 */
export class BestField {
  readonly #idfs: FieldIdfs
  readonly #norms: LengthNorms
  /** Times of each query term in each field of the doc in hand. */
  readonly #times: Uint16Array

  constructor(idfs: FieldIdfs, norms: LengthNorms) {
    this.#idfs = idfs
    this.#norms = norms
    this.#times = new Uint16Array(idfs.byField.length)
  }

  factor(segment: TextSegment, doc: number, matcher: TermMatcher): number {
    const { byField, total } = this.#idfs
    const times = this.#times
    countTimes(times, segment, doc, matcher)
    let sum = 0
    for (let queryTerm = 0; queryTerm < byField.length; queryTerm += FIELD_COUNT) {
      let best = 0
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (times[queryTerm + field] === 0) continue
        const frequency = times[queryTerm + field] * normOf(segment, doc, field, this.#norms)
        best = Math.max(best, (byField[queryTerm + field] * frequency) / (SATURATION + frequency))
      }
      sum += best
    }
    return (sum / total + LEAST) ** RANKING.bestField
  }
}

/** The loop reads every word of every hit: what is none of the query's must cost next to nothing. */
function countTimes(times: Uint16Array, { words, fieldStarts }: TextSegment, doc: number, matcher: TermMatcher): void {
  times.fill(0)
  const base = doc * FIELD_COUNT
  const { marks, rangeFirst, rangeEnd } = matcher
  const end = fieldStarts[base + FIELD_COUNT]
  for (let i = fieldStarts[base], field = 0; i < end; i++) {
    const term = words[i] & TERM_MASK
    if (marks[term & MARK_MASK] === 0 && (term < rangeFirst || term >= rangeEnd)) continue
    while (i >= fieldStarts[base + field + 1]) field++
    for (let bits = matcher.bitsOf(term); bits !== 0; bits &= bits - 1)
      times[(31 - Math.clz32(bits & -bits)) * FIELD_COUNT + field]++
  }
}

function normOf(segment: TextSegment, doc: number, field: number, norms: LengthNorms): number {
  if (field === TITLE_FIELD) return norms.titleNorm[segment.titleLengths[doc]]
  if (field === METAFIELDS_FIELD) return norms.metafieldNorm[segment.metafieldLengths[doc] >>> LENGTH_SHIFT]
  if (field === DESCRIPTION_FIELD) return norms.descriptionNorm[segment.descriptionLengths[doc] >>> LENGTH_SHIFT]
  return 1
}
