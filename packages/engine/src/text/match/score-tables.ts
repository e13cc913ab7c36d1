import {
  descriptionBit,
  descriptionTimesShift,
  fieldMask,
  maxTimes,
  metafieldBit,
  metafieldTimesShift,
  titleBit,
  titleTailBit,
} from '../segment/posting-cell.ts'
import { textFields } from '../text-doc.ts'
import type { TextSettings } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import { type LengthNorms, lengthNorms } from './length-norms.ts'
import { ranking } from './ranking.ts'

/**
 * BM25F by lookup: a posting's worth is saturate(plain[cell] + Σ field[cell] · fieldNorm[length]), with
 * the title, the metafields and the description each by their own length.
 * The tables follow from the weights, so that changed weights hold at once, without a rebuild.
 */
export interface ScoreTables extends LengthNorms {
  readonly title: Float32Array
  readonly plain: Float32Array
  readonly metafields: Float32Array
  readonly description: Float32Array
}

const cellCount = 1 << 16

export function scoreTables(segments: readonly TextSegment[], settings: TextSettings): ScoreTables {
  return { ...cellTables(settings.weights), ...lengthNorms(segments) }
}

type CellTables = Pick<ScoreTables, 'title' | 'plain' | 'metafields' | 'description'>
const known = new WeakMap<TextSettings['weights'], CellTables>()

function cellTables(weights: TextSettings['weights']): CellTables {
  const cached = known.get(weights)
  if (cached) return cached
  const tables = {
    title: new Float32Array(cellCount),
    plain: new Float32Array(cellCount),
    metafields: new Float32Array(cellCount),
    description: new Float32Array(cellCount),
  }
  for (let cell = 0; cell < cellCount; cell++) fillCell(tables, cell, weights)
  known.set(weights, tables)
  return tables
}

function fillCell(tables: CellTables, cell: number, weights: TextSettings['weights']): void {
  if (cell & titleBit) tables.title[cell] = weights.title * titleFactor(cell)
  const inner = cell & fieldMask & ~titleBit & ~metafieldBit & ~descriptionBit
  for (let field = 1; field < textFields.length - 1; field++) {
    if (inner & (1 << field)) tables.plain[cell] += weights[textFields[field]]
  }
  if (cell & metafieldBit) tables.metafields[cell] = weights.metafields * repeated(cell >> metafieldTimesShift)
  if (cell & descriptionBit) tables.description[cell] = weights.description * repeated(cell >> descriptionTimesShift)
}

function repeated(times: number): number {
  return 1 + ranking.repeat * Math.max(0, (times & maxTimes) - 1)
}

function titleFactor(cell: number): number {
  return cell & titleTailBit ? ranking.titleTail : 1
}
