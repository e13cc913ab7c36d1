import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { markMask, type SlotFinder } from './closeness.ts'
import { type LengthNorms, lengthShift } from './length-norms.ts'
import { ranking } from './ranking.ts'

const fieldCount = textFields.length
const titleField = textFields.indexOf('title')
const metafieldsField = textFields.indexOf('metafields')
const descriptionField = textFields.indexOf('description')

/** How rare each slot is in each field, slot after slot, and what all slots are worth together. */
export interface FieldRarities {
  readonly byField: Float64Array
  readonly total: number
}

/** Half of what a slot can get is reached at this many times in a field of average length. */
const saturation = 1.2
/** What a doc keeps whose words do badly everywhere. */
const least = 0.05
const maxSlots = 32
const termMask = ~samePosition
const times = new Uint16Array(maxSlots * fieldCount)

/**
 * Rewards a doc for the field in which each word does best: a word that is rare in that field, and stands often in a
 * short one. The sum over fields cannot see this: a word once in each of four fields says less than twice in one.
 */
export function bestFieldFactor(
  segment: TextSegment,
  doc: number,
  finder: SlotFinder,
  { byField, total }: FieldRarities,
  norms: LengthNorms,
): number {
  countTimes(segment, doc, finder, byField.length)
  let sum = 0
  for (let slot = 0; slot < byField.length; slot += fieldCount) {
    let best = 0
    for (let field = 0; field < fieldCount; field++) {
      if (times[slot + field] === 0) continue
      const worth = times[slot + field] * normOf(segment, doc, field, norms)
      best = Math.max(best, (byField[slot + field] * worth) / (saturation + worth))
    }
    sum += best
  }
  return (sum / total + least) ** ranking.bestField
}

/** The loop reads every word of every hit: what is none of the query's must cost next to nothing. */
function countTimes({ words, fieldStarts }: TextSegment, doc: number, finder: SlotFinder, size: number): void {
  times.fill(0, 0, size)
  const base = doc * fieldCount
  const { marks, rangeFirst, rangeEnd } = finder
  const end = fieldStarts[base + fieldCount]
  for (let i = fieldStarts[base], field = 0; i < end; i++) {
    const term = words[i] & termMask
    if (marks[term & markMask] === 0 && (term < rangeFirst || term >= rangeEnd)) continue
    while (i >= fieldStarts[base + field + 1]) field++
    for (let bits = finder.bitsOf(term); bits !== 0; bits &= bits - 1)
      times[(31 - Math.clz32(bits & -bits)) * fieldCount + field]++
  }
}

function normOf(segment: TextSegment, doc: number, field: number, norms: LengthNorms): number {
  if (field === titleField) return norms.titleNorm[segment.titleLengths[doc]]
  if (field === metafieldsField) return norms.metafieldNorm[segment.metafieldLengths[doc] >>> lengthShift]
  if (field === descriptionField) return norms.descriptionNorm[segment.descriptionLengths[doc] >>> lengthShift]
  return 1
}
