import { LRUCache } from 'lru-cache'
import {
  DESCRIPTION_BIT,
  DESCRIPTION_TIMES_SHIFT,
  FIELD_MASK,
  MAX_TIMES,
  METAFIELD_BIT,
  METAFIELD_TIMES_SHIFT,
  TITLE_BIT,
  TITLE_TAIL_BIT,
} from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSettings } from '../text/text-settings.ts'
import { BM25F } from './bm25f.ts'
import type { LengthNorms } from './length-norms.ts'

/** Field weights before length normalization, by payload. */
export interface PayloadTables {
  readonly title: Float32Array
  readonly plain: Float32Array
  readonly metafields: Float32Array
  readonly description: Float32Array
}

/**
 * BM25F by table lookup: a posting's score is saturate(plain[payload] + Σ field[payload] · fieldNorm[length]), where
 * title, metafields and description are each normalized by their own length. The tables are computed from the weights,
 * so that changed weights apply at once, without a rebuild.
 */
export interface ScoreTables extends LengthNorms, PayloadTables {}

const PAYLOAD_COUNT = 1 << 16

/** Cached, because tables take a megabyte each: most shops share the default weights, and a shop has few others. */
const known = new LRUCache<string, PayloadTables>({ max: 8 })

/** Returns the same object for the same weights. */
export function payloadTables(weights: TextSettings['weights']): PayloadTables {
  const key = TEXT_FIELDS.map((field) => weights[field]).join()
  let tables = known.get(key)
  if (tables === undefined) {
    tables = workOut(weights)
    known.set(key, tables)
  }
  return tables
}

/** Each table depends on only a few bits of the payload, so those are computed first and copied to all payloads. */
function workOut(weights: TextSettings['weights']): PayloadTables {
  return {
    title: spread(TITLE_BIT | TITLE_TAIL_BIT, (payload) => titleWeight(payload, weights)),
    plain: spread(PLAIN_MASK, (payload) => plainWeight(payload, weights)),
    metafields: spread(METAFIELD_BIT | (MAX_TIMES << METAFIELD_TIMES_SHIFT), (payload) =>
      payload & METAFIELD_BIT ? weights.metafields * repeated(payload >> METAFIELD_TIMES_SHIFT) : 0,
    ),
    description: spread(DESCRIPTION_BIT | (MAX_TIMES << DESCRIPTION_TIMES_SHIFT), (payload) =>
      payload & DESCRIPTION_BIT ? weights.description * repeated(payload >> DESCRIPTION_TIMES_SHIFT) : 0,
    ),
  }
}

/** The fields whose length does not count. */
const PLAIN_MASK = FIELD_MASK & ~TITLE_BIT & ~METAFIELD_BIT & ~DESCRIPTION_BIT

function spread(mask: number, weightOf: (payload: number) => number): Float32Array {
  const table = new Float32Array(PAYLOAD_COUNT)
  for (let payload = 0; payload < PAYLOAD_COUNT; payload++) {
    const own = payload & mask
    table[payload] = own === payload ? weightOf(own) : table[own]
  }
  return table
}

function titleWeight(payload: number, weights: TextSettings['weights']): number {
  if ((payload & TITLE_BIT) === 0) return 0
  return weights.title * (payload & TITLE_TAIL_BIT ? BM25F.titleTail : 1)
}

function plainWeight(payload: number, weights: TextSettings['weights']): number {
  let weight = 0
  TEXT_FIELDS.forEach((field, place) => {
    // Rounded to 32 bits like the table, so that the result depends only on the order of the sum.
    if (payload & (1 << place)) weight = Math.fround(weight + weights[field])
  })
  return weight
}

function repeated(times: number): number {
  return 1 + BM25F.repeat * Math.max(0, (times & MAX_TIMES) - 1)
}
