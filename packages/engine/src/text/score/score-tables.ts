import {
  DESCRIPTION_BIT,
  DESCRIPTION_TIMES_SHIFT,
  FIELD_MASK,
  MAX_TIMES,
  METAFIELD_BIT,
  METAFIELD_TIMES_SHIFT,
  TITLE_BIT,
  TITLE_TAIL_BIT,
} from '../segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSettings } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import { type LengthNorms, lengthNorms } from './length-norms.ts'
import { RANKING } from '../ranking-constants.ts'

/**
 * BM25F by lookup: a posting's score is saturate(plain[payload] + Σ field[payload] · fieldNorm[length]), with
 * the title, the metafields and the description each by their own length.
 * The tables follow from the weights, so that changed weights hold at once, without a rebuild.
 */
export interface ScoreTables extends LengthNorms {
  readonly title: Float32Array
  readonly plain: Float32Array
  readonly metafields: Float32Array
  readonly description: Float32Array
}

const PAYLOAD_COUNT = 1 << 16

export function scoreTables(segments: readonly TextSegment[], settings: TextSettings): ScoreTables {
  return { ...payloadTables(settings.weights), ...lengthNorms(segments) }
}

type PayloadTables = Pick<ScoreTables, 'title' | 'plain' | 'metafields' | 'description'>
const known = new WeakMap<TextSettings['weights'], PayloadTables>()

function payloadTables(weights: TextSettings['weights']): PayloadTables {
  const cached = known.get(weights)
  if (cached) return cached
  const tables = {
    title: new Float32Array(PAYLOAD_COUNT),
    plain: new Float32Array(PAYLOAD_COUNT),
    metafields: new Float32Array(PAYLOAD_COUNT),
    description: new Float32Array(PAYLOAD_COUNT),
  }
  for (let payload = 0; payload < PAYLOAD_COUNT; payload++) fillPayload(tables, payload, weights)
  known.set(weights, tables)
  return tables
}

function fillPayload(tables: PayloadTables, payload: number, weights: TextSettings['weights']): void {
  if (payload & TITLE_BIT) tables.title[payload] = weights.title * titleFactor(payload)
  const inner = payload & FIELD_MASK & ~TITLE_BIT & ~METAFIELD_BIT & ~DESCRIPTION_BIT
  for (let field = 1; field < TEXT_FIELDS.length - 1; field++) {
    if (inner & (1 << field)) tables.plain[payload] += weights[TEXT_FIELDS[field]]
  }
  if (payload & METAFIELD_BIT)
    tables.metafields[payload] = weights.metafields * repeated(payload >> METAFIELD_TIMES_SHIFT)
  if (payload & DESCRIPTION_BIT)
    tables.description[payload] = weights.description * repeated(payload >> DESCRIPTION_TIMES_SHIFT)
}

function repeated(times: number): number {
  return 1 + RANKING.repeat * Math.max(0, (times & MAX_TIMES) - 1)
}

function titleFactor(payload: number): number {
  return payload & TITLE_TAIL_BIT ? RANKING.titleTail : 1
}
