import { LRUCache } from 'lru-cache'
import { hasBit } from '../columns/bitset.ts'
import { compileSynonyms, type SynonymRules } from '../expand/synonyms.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
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
import type { TextIndex, TextSegmentView } from '../text/text-segment.ts'
import type { TextSettings } from '../text/text-settings.ts'

/** The constants of BM25F (Robertson and Zaragoza); field weights are set by each shop. */
export const BM25F = {
  /** How soon more fields and repetitions of a word stop adding to the score: the smaller, the sooner. */
  saturation: 4,
  /** How much a field's length counts: 0 ignores it, 1 divides by it. */
  titleNorm: 0.5,
  metafieldNorm: 0.92,
  descriptionNorm: 0.7,
  /** Share of the weight that a title word keeps after "for" or "with". */
  titleTail: 0.5,
  /** Share that each further occurrence in a long field adds. */
  repeat: 0.35,
}

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
  const tables = known.get(key) ?? workOut(weights)
  known.set(key, tables)
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

export const LENGTH_SHIFT = 3

/** Factors for a match in a field of a given length: 1 at average length, more in a shorter field. */
export interface LengthNorms {
  readonly titleNorm: Float32Array
  /** Indexed by length >>> LENGTH_SHIFT, so that a small table covers every length. */
  readonly metafieldNorm: Float32Array
  readonly descriptionNorm: Float32Array
}

/** Counts only live docs, so that every index of the same products has the same norms. Averages are rounded, so that a few new docs do not change every score. */
export function lengthNorms({ views, memo }: TextIndex): LengthNorms {
  return memo.of('norms', () => {
    const sums = views.map((view) => view.memo.of('lengths', () => sumLengths(view), view.liveDocs))
    const [docs, ...totals] = [0, 1, 2, 3].map((at) => sums.reduce((total, sum) => total + sum[at], 0))
    const [title, metafields, description] = totals.map((sum) => Math.round((4 * sum) / Math.max(1, docs)) / 4)
    const step = 1 << LENGTH_SHIFT
    return {
      titleNorm: normsOf(256, 1, title, BM25F.titleNorm),
      metafieldNorm: normsOf(8192, step, metafields, BM25F.metafieldNorm),
      descriptionNorm: normsOf(8192, step, description, BM25F.descriptionNorm),
    }
  })
}

function normsOf(count: number, step: number, average: number, strength: number): Float32Array {
  const norm = (_: unknown, i: number) => 1 / (1 - strength + (strength * (i + 0.5) * step) / Math.max(step, average))
  return Float32Array.from({ length: count }, norm)
}

/** The number of live docs, and of words in their titles, metafields and descriptions. */
function sumLengths({ segment, liveDocs }: TextSegmentView): number[] {
  const sums = [0, 0, 0, 0]
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (liveDocs !== null && !hasBit(liveDocs, doc)) continue
    sums[0]++
    sums[1] += segment.titleLengths[doc]
    sums[2] += segment.metafieldLengths[doc]
    sums[3] += segment.descriptionLengths[doc]
  }
  return sums
}

interface CompiledSettings {
  readonly id: number
  readonly synonyms: SynonymRules
  readonly tables: PayloadTables
}

/** Settings are immutable, so they can be keys: changed settings are another object. */
const compiled = new WeakMap<TextSettings, Map<Analyzer, CompiledSettings>>()
let count = 0

export function compiledSettings(analyzer: Analyzer, settings: TextSettings): CompiledSettings {
  const byLanguage = compiled.get(settings) ?? new Map<Analyzer, CompiledSettings>()
  compiled.set(settings, byLanguage)
  const known = byLanguage.get(analyzer)
  if (known) return known
  const { synonyms, weights } = settings
  const made = { id: ++count, synonyms: compileSynonyms(synonyms, analyzer), tables: payloadTables(weights) }
  byLanguage.set(analyzer, made)
  return made
}
