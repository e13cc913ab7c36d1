import {
  descriptionBit,
  descriptionTimesShift,
  fieldMask,
  maxDescriptionTimes,
  titleBit,
  titleTailBit,
} from '../segment/posting-cell.ts'
import { textFields } from '../text-doc.ts'
import type { TextSettings } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import { ranking } from './ranking.ts'

/**
 * BM25F by lookup: a posting's worth is saturate(title[cell] · titleNorm[length] + plain[cell] + description[cell] · descriptionNorm[length]).
 * The tables follow from the weights, so that changed weights hold at once, without a rebuild.
 */
export interface ScoreTables {
  readonly title: Float32Array
  readonly plain: Float32Array
  readonly description: Float32Array
  readonly titleNorm: Float32Array
  /** By length / 8, so that one small table serves every length. */
  readonly descriptionNorm: Float32Array
}

export const descriptionLengthShift = 3
const cellCount = 1 << 14
const titleLengthCount = 256
const descriptionLengthCount = 8192

export function scoreTables(segments: readonly TextSegment[], settings: TextSettings): ScoreTables {
  const averages = averageLengths(segments)
  return { ...cellTables(settings.weights), ...normTables(averages) }
}

type NormTables = Pick<ScoreTables, 'titleNorm' | 'descriptionNorm'>
/** A shop's averages hardly move, and few shops are asked at once. */
const knownNorms = new Map<string, NormTables>()
const maxKnownNorms = 64

function normTables(averages: { title: number; description: number }): NormTables {
  const title = Math.round(averages.title * 4) / 4
  const description = Math.round(averages.description)
  const key = `${title} ${description}`
  let tables = knownNorms.get(key)
  if (tables === undefined) {
    if (knownNorms.size >= maxKnownNorms) knownNorms.clear()
    tables = createNorms(title, description)
    knownNorms.set(key, tables)
  }
  return tables
}

function createNorms(title: number, description: number): NormTables {
  return {
    titleNorm: norms(titleLengthCount, 1, title, ranking.titleLengthNorm),
    descriptionNorm: norms(
      descriptionLengthCount,
      1 << descriptionLengthShift,
      description,
      ranking.descriptionLengthNorm,
    ),
  }
}

type CellTables = Pick<ScoreTables, 'title' | 'plain' | 'description'>
const known = new WeakMap<TextSettings['weights'], CellTables>()

function cellTables(weights: TextSettings['weights']): CellTables {
  const cached = known.get(weights)
  if (cached) return cached
  const tables = {
    title: new Float32Array(cellCount),
    plain: new Float32Array(cellCount),
    description: new Float32Array(cellCount),
  }
  for (let cell = 0; cell < cellCount; cell++) fillCell(tables, cell, weights)
  known.set(weights, tables)
  return tables
}

function fillCell(tables: CellTables, cell: number, weights: TextSettings['weights']): void {
  if (cell & titleBit) tables.title[cell] = weights.title * titleFactor(cell)
  const inner = cell & fieldMask & ~titleBit & ~descriptionBit
  for (let field = 1; field < textFields.length - 1; field++) {
    if (inner & (1 << field)) tables.plain[cell] += weights[textFields[field]]
  }
  const times = (cell >> descriptionTimesShift) & maxDescriptionTimes
  if (cell & descriptionBit)
    tables.description[cell] = weights.description * (1 + ranking.repeat * Math.max(0, times - 1))
}

function titleFactor(cell: number): number {
  return cell & titleTailBit ? ranking.titleTail : 1
}

function norms(count: number, step: number, average: number, strength: number): Float32Array {
  const table = new Float32Array(count)
  for (let i = 0; i < count; i++) table[i] = 1 / (1 - strength + (strength * (i + 0.5) * step) / Math.max(1, average))
  return table
}

const lengthSums = new WeakMap<TextSegment, { title: number; description: number }>()

function averageLengths(segments: readonly TextSegment[]): { title: number; description: number } {
  let docs = 0
  let title = 0
  let description = 0
  for (const segment of segments) {
    const sums = sumLengths(segment)
    docs += segment.docCount
    title += sums.title
    description += sums.description
  }
  return { title: title / Math.max(1, docs), description: description / Math.max(1, docs) }
}

function sumLengths(segment: TextSegment): { title: number; description: number } {
  const cached = lengthSums.get(segment)
  if (cached) return cached
  const sums = { title: 0, description: 0 }
  for (let doc = 0; doc < segment.docCount; doc++) {
    sums.title += segment.titleLengths[doc]
    sums.description += segment.descriptionLengths[doc]
  }
  lengthSums.set(segment, sums)
  return sums
}
