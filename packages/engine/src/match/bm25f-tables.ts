import { hasBit } from '../columns/bitset.ts'
import { compileSynonyms, type SynonymRules } from '../expand/synonyms.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import { DESCRIPTION_BIT, FIELD_MASK, MAX_TIMES, METAFIELD_BIT, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextIndex, TextSegmentView } from '../text/text-segment.ts'
import type { TextSettings } from '../text/text-settings.ts'

/** Constants of BM25F (Robertson and Zaragoza). Each shop sets its own field weights. */
export const BM25F = {
  /** The smaller this is, the sooner further fields and repetitions stop adding to the score. */
  saturation: 4,
  /** 0 ignores the length of a field; 1 divides by it. */
  titleNorm: 0.5,
  metafieldNorm: 0.92,
  descriptionNorm: 0.7,
  /** Share of the weight that a title word keeps after "for" or "with". */
  titleTail: 0.5,
  /** Share that each repetition in a long field adds. */
  repeat: 0.35,
}

/**
 * BM25F by table lookup: score = saturate(plain + Σ field · fieldNorm[length]), where titles, metafields and
 * descriptions are normalized by their own length. Tables are computed from the shop's weights, so that changed weights
 * apply without a rebuild.
 */
export interface ScoreTables extends LengthNorms, FieldTables {}

export interface FieldTables {
  /** Weight of a title word before and after "for" or "with". */
  readonly title: Float32Array
  /** Indexed by a set of fields: sum of the weights of fields without length normalization. */
  readonly plain: Float32Array
  /** Indexed by the number of occurrences. */
  readonly metafields: Float32Array
  readonly description: Float32Array
}

export function fieldTables(weights: TextSettings['weights']): FieldTables {
  const times = { length: MAX_TIMES + 1 }
  return {
    title: Float32Array.of(weights.title, weights.title * BM25F.titleTail),
    plain: Float32Array.from({ length: FIELD_MASK + 1 }, (_, fields) => plainWeight(fields & PLAIN_MASK, weights)),
    metafields: Float32Array.from(times, (_, count) => weights.metafields * repeated(count)),
    description: Float32Array.from(times, (_, count) => weights.description * repeated(count)),
  }
}

/** Fields without length normalization. */
const PLAIN_MASK = FIELD_MASK & ~TITLE_BIT & ~METAFIELD_BIT & ~DESCRIPTION_BIT

function plainWeight(fields: number, weights: TextSettings['weights']): number {
  let weight = 0
  TEXT_FIELDS.forEach((field, place) => {
    // Rounds to 32 bits, like the table.
    if (fields & (1 << place)) weight = Math.fround(weight + weights[field])
  })
  return weight
}

function repeated(times: number): number {
  return 1 + BM25F.repeat * Math.max(0, times - 1)
}

export const LENGTH_SHIFT = 3

/** Factors by field length: 1 at average length, more for shorter fields. */
export interface LengthNorms {
  readonly titleNorm: Float32Array
  /** Indexed by length >>> LENGTH_SHIFT, which keeps the table small. */
  readonly metafieldNorm: Float32Array
  readonly descriptionNorm: Float32Array
}

/** Averages of live docs, rounded so that a few new docs do not change every score. */
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

/** Returns the number of live docs, then the number of words in their titles, metafields and descriptions. */
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
  readonly tables: FieldTables
}

/** Settings are immutable, so the object itself is the key. */
const compiled = new WeakMap<TextSettings, Map<Analyzer, CompiledSettings>>()
let count = 0

export function compiledSettings(analyzer: Analyzer, settings: TextSettings): CompiledSettings {
  const byLanguage = compiled.get(settings) ?? new Map<Analyzer, CompiledSettings>()
  compiled.set(settings, byLanguage)
  const known = byLanguage.get(analyzer)
  if (known) return known
  const { synonyms, weights } = settings
  const made = { id: ++count, synonyms: compileSynonyms(synonyms, analyzer), tables: fieldTables(weights) }
  byLanguage.set(analyzer, made)
  return made
}
