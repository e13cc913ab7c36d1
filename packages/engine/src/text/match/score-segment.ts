import type { TextSegment } from '../text-segment.ts'
import { gallopTo } from './find-phrase.ts'
import { ranking } from './ranking.ts'
import { lengthShift } from './length-norms.ts'
import type { ScoreTables } from './score-tables.ts'
import type { Scratch } from './scratch.ts'
import { type Source, totalSize } from './source.ts'

export interface ScoreInput {
  readonly segment: TextSegment
  /** By slot. */
  readonly sources: readonly (readonly Source[])[]
  /** Inverse document frequency by slot. */
  readonly worths: readonly number[]
  /** Slots, the most worth first. */
  readonly byWorth: readonly number[]
  /** Slots, the shortest lists first. */
  readonly bySize: readonly number[]
  readonly allow: Uint32Array | null
  readonly tables: ScoreTables
  readonly scratch: Scratch
}

/** Past this ratio it is cheaper to look each candidate up than to read the list. */
const gallopRatio = 12

/** Docs that hold every slot. They are left in `scratch.docs`; the answer is how many. */
export function scoreAll(input: ScoreInput): number {
  const { scratch, bySize: order } = input
  let count = 0
  let wanted = 0
  for (let i = 0; i < order.length; i++) {
    const slot = order[i]
    if (i === 0) count = addSlot(input, slot, { wanted: 0, count: 0, isOpen: true })
    else {
      addToKnown(input, slot, wanted, count)
      count = keepFound(scratch, count, 1 << slot)
    }
    wanted |= 1 << slot
  }
  return count
}

/**
 * Docs that hold any slot, as `scoreAll` leaves them. Once `enough` docs have more of the query's worth than the slots
 * still to come could give to a new doc, no more docs are taken in: the long lists of common words are only looked into.
 */
export function scoreAny(input: ScoreInput, enough: number): number {
  let count = 0
  let rest = input.worths.reduce((sum, worth) => sum + worth, 0)
  let isOpen = true
  for (const slot of input.byWorth) {
    if (isOpen) count = addSlot(input, slot, { wanted: 0, count, isOpen })
    else addToKnown(input, slot, 0, count)
    rest -= input.worths[slot]
    isOpen &&= !hasEnough(input, count, rest, enough)
  }
  return count
}

function hasEnough({ scratch, worths }: ScoreInput, count: number, rest: number, enough: number): boolean {
  if (count < enough) return false
  let worthy = 0
  for (let i = 0; i < count && worthy < enough; i++) {
    const found = scratch.found[scratch.docs[i]]
    let worth = 0
    for (let slot = 0; slot < worths.length; slot++) if ((found & (1 << slot)) !== 0) worth += worths[slot]
    if (worth > rest) worthy++
  }
  return worthy >= enough
}

/** Adds the slot's worth to docs already taken in, by reading the lists or by looking the docs up, whichever is less. */
function addToKnown(input: ScoreInput, slot: number, wanted: number, count: number): void {
  if (totalSize(input.sources[slot]) > count * gallopRatio) lookUpSlot(input, slot, count)
  else addSlot(input, slot, { wanted, count, isOpen: false })
}

/** Forgets what was found, so that the scratch is clean for the next query. */
export function clearFound(scratch: Scratch, count: number): void {
  for (let i = 0; i < count; i++) scratch.found[scratch.docs[i]] = 0
}

interface SlotPass {
  /** Slots that a doc must have already, a bit each. */
  readonly wanted: number
  /** Docs in `scratch.docs`. */
  readonly count: number
  /** Whether docs not seen before are taken in. */
  readonly isOpen: boolean
}

/**
 * Adds the slot's worth to every doc that has all of `wanted`. A doc gets the best of the slot's sources.
 * The loop is long because it is the hottest of the engine.
 */
function addSlot(input: ScoreInput, slot: number, { wanted, count: known, isOpen }: SlotPass): number {
  const { scratch, segment, tables, allow } = input
  const { scores, slotScores, found, exact, docs } = scratch
  const { titleLengths, metafieldLengths, descriptionLengths } = segment
  const { title, plain, metafields, description, titleNorm, metafieldNorm, descriptionNorm } = tables
  const { saturation } = ranking
  const bit = 1 << slot
  let count = known
  for (const source of input.sources[slot]) {
    const worth = input.worths[slot] * source.weight
    const exactBit = isSameWord(source) ? bit : 0
    const { docs: from, cells, end } = source
    for (let at = source.start; at < end; at++) {
      const doc = from[at]
      const before = found[doc]
      if ((before & wanted) !== wanted) continue
      if (before === 0) {
        if (!isOpen || (allow !== null && (allow[doc >>> 5] & (1 << (doc & 31))) === 0)) continue
        docs[count++] = doc
        scores[doc] = 0
        exact[doc] = 0
      }
      const cell = cells[at]
      const weight =
        title[cell] * titleNorm[titleLengths[doc]] +
        plain[cell] +
        metafields[cell] * metafieldNorm[metafieldLengths[doc] >>> lengthShift] +
        description[cell] * descriptionNorm[descriptionLengths[doc] >>> lengthShift]
      const score = (worth * weight) / (saturation + weight)
      exact[doc] |= exactBit
      if ((before & bit) === 0) {
        found[doc] = before | bit
        slotScores[doc] = score
        scores[doc] += score
      } else if (score > slotScores[doc]) {
        scores[doc] += score - slotScores[doc]
        slotScores[doc] = score
      }
    }
  }
  return count
}

/** The same for few candidates and long lists: each candidate is searched for. The candidates must ascend. */
function lookUpSlot(input: ScoreInput, slot: number, count: number): void {
  const { scratch, segment, tables } = input
  const { scores, slotScores, found, exact } = scratch
  const bit = 1 << slot
  const docs = ascending(scratch.docs.subarray(0, count))
  for (const source of input.sources[slot]) {
    const worth = input.worths[slot] * source.weight
    const isRange = source.endTerm - source.firstTerm > 1
    if (isRange) {
      lookUpRange(input, slot, source, count)
      continue
    }
    let at = source.start
    for (let i = 0; i < count && at < source.end; i++) {
      const doc = docs[i]
      at = gallopTo(source.docs, at, source.end, doc)
      if (at >= source.end || source.docs[at] !== doc) continue
      const score = worth * saturated(tables, segment, doc, source.cells[at])
      if (isSameWord(source)) exact[doc] |= bit
      if ((found[doc] & bit) === 0) {
        found[doc] |= bit
        slotScores[doc] = score
        scores[doc] += score
      } else if (score > slotScores[doc]) {
        scores[doc] += score - slotScores[doc]
        slotScores[doc] = score
      }
    }
  }
}

function ascending(docs: Uint32Array): Uint32Array {
  for (let i = 1; i < docs.length; i++) if (docs[i - 1] > docs[i]) return docs.sort()
  return docs
}

/** A prefix of many terms: the candidates' own words are read instead of the terms' lists. */
function lookUpRange(input: ScoreInput, slot: number, source: Source, count: number): void {
  const { scratch, segment, tables } = input
  const { scores, slotScores, found, docs } = scratch
  const bit = 1 << slot
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    const cell = rangeCell(segment, doc, source.firstTerm, source.endTerm)
    if (cell === 0) continue
    const score = input.worths[slot] * source.weight * saturated(tables, segment, doc, cell)
    if ((found[doc] & bit) === 0) {
      found[doc] |= bit
      slotScores[doc] = score
      scores[doc] += score
    } else if (score > slotScores[doc]) {
      scores[doc] += score - slotScores[doc]
      slotScores[doc] = score
    }
  }
}

const fieldCount = 9
const samePositionMask = 0x7fffffff

/** Fields of the doc that hold a term of the range. */
function rangeCell({ words, fieldStarts }: TextSegment, doc: number, firstTerm: number, endTerm: number): number {
  let cell = 0
  for (let field = 0; field < fieldCount; field++) {
    const end = fieldStarts[doc * fieldCount + field + 1]
    for (let i = fieldStarts[doc * fieldCount + field]; i < end; i++) {
      const term = words[i] & samePositionMask
      if (term < firstTerm || term >= endTerm) continue
      cell |= 1 << field
      break
    }
  }
  return cell
}

function saturated(tables: ScoreTables, segment: TextSegment, doc: number, cell: number): number {
  const weight =
    tables.title[cell] * tables.titleNorm[segment.titleLengths[doc]] +
    tables.plain[cell] +
    tables.metafields[cell] * tables.metafieldNorm[segment.metafieldLengths[doc] >>> lengthShift] +
    tables.description[cell] * tables.descriptionNorm[segment.descriptionLengths[doc] >>> lengthShift]
  return weight / (ranking.saturation + weight)
}

function isSameWord(source: Source): boolean {
  return source.kind === 'exact' || source.kind === 'stem' || source.kind === 'split'
}

function keepFound(scratch: Scratch, count: number, bit: number): number {
  const { docs, found } = scratch
  let kept = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    if ((found[doc] & bit) === 0) found[doc] = 0
    else docs[kept++] = doc
  }
  return kept
}
