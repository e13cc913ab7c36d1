import type { TextSegment } from '../text-segment.ts'
import { RANKING } from '../ranking-constants.ts'

/** What a match keeps in a field of a given length: 1 in one of average length, more in a shorter one. */
export interface LengthNorms {
  readonly titleNorm: Float32Array
  /** By length >>> lengthShift, so that one small table serves every length. */
  readonly metafieldNorm: Float32Array
  readonly descriptionNorm: Float32Array
}

export const LENGTH_SHIFT = 3
const TITLE_LENGTH_COUNT = 256
const LONG_LENGTH_COUNT = 8192

/** A shop's averages hardly move, and few shops are asked at once. */
const known: { averages: Lengths; strengths: Lengths; norms: LengthNorms }[] = []
const MAX_KNOWN = 64

export function lengthNorms(segments: readonly TextSegment[]): LengthNorms {
  const averages = averageLengths(segments)
  const strengths = lengthStrengths()
  for (const each of known) if (isSame(each.averages, averages) && isSame(each.strengths, strengths)) return each.norms
  if (known.length >= MAX_KNOWN) known.length = 0
  const norms = createNorms(averages)
  known.push({ averages, strengths, norms })
  return norms
}

function lengthStrengths(): Lengths {
  const { titleLengthNorm, metafieldLengthNorm, descriptionLengthNorm } = RANKING
  return { title: titleLengthNorm, metafields: metafieldLengthNorm, description: descriptionLengthNorm }
}

function isSame(a: Lengths, b: Lengths): boolean {
  return a.title === b.title && a.metafields === b.metafields && a.description === b.description
}

function createNorms({ title, metafields, description }: Lengths): LengthNorms {
  const step = 1 << LENGTH_SHIFT
  return {
    titleNorm: normsOf(TITLE_LENGTH_COUNT, 1, title, RANKING.titleLengthNorm),
    metafieldNorm: normsOf(LONG_LENGTH_COUNT, step, metafields, RANKING.metafieldLengthNorm),
    descriptionNorm: normsOf(LONG_LENGTH_COUNT, step, description, RANKING.descriptionLengthNorm),
  }
}

function normsOf(count: number, step: number, average: number, strength: number): Float32Array {
  const table = new Float32Array(count)
  for (let i = 0; i < count; i++)
    table[i] = 1 / (1 - strength + (strength * (i + 0.5) * step) / Math.max(step, average))
  return table
}

interface Lengths {
  title: number
  metafields: number
  description: number
}

const sums = new WeakMap<TextSegment, Lengths>()

/** Rounded, so that a few new docs do not make new tables. */
function averageLengths(segments: readonly TextSegment[]): Lengths {
  const total = { title: 0, metafields: 0, description: 0 }
  let docs = 0
  for (const segment of segments) {
    const sum = sumLengths(segment)
    docs += segment.docCount
    total.title += sum.title
    total.metafields += sum.metafields
    total.description += sum.description
  }
  const average = (sum: number) => Math.round((4 * sum) / Math.max(1, docs)) / 4
  return { title: average(total.title), metafields: average(total.metafields), description: average(total.description) }
}

function sumLengths(segment: TextSegment): Lengths {
  const cached = sums.get(segment)
  if (cached) return cached
  const sum = { title: 0, metafields: 0, description: 0 }
  for (let doc = 0; doc < segment.docCount; doc++) {
    sum.title += segment.titleLengths[doc]
    sum.metafields += segment.metafieldLengths[doc]
    sum.description += segment.descriptionLengths[doc]
  }
  sums.set(segment, sum)
  return sum
}
