/**
 * What queries work out about immutable data and is worth keeping. Each cache belongs to the data that it is about, is bounded,
 * leaves with it, and says how many bytes it holds.
 */
import { LRUCache } from 'lru-cache'
import type { CompoundCandidates } from './expand/compound-candidates.ts'
import type { SynonymRules } from './expand/synonyms.ts'
import type { FieldLengths, LengthNorms } from './score/length-norms.ts'
import type { TitleTable } from '../match/whole-title.ts'
import type { FieldCounts } from './weigh/field-counts.ts'
import type { PayloadTables } from './score/score-tables.ts'
import type { TextSettings } from './text-settings.ts'

/** Words of queries whose compounds are kept for each segment. */
const MAX_COMPOUNDS = 1000
/** Heads of queries whose collocations are kept for each segment. */
const MAX_COLLOCATIONS = 2000
/** Words whose fields are kept for each segment. */
const MAX_FIELD_COUNTS = 4000
/** Words of titles whose docs are kept for each segment. */
const MAX_DOC_COUNTS = 20_000
/** Settings in use at a time: one, or a few while experiments run. */
const MAX_SETTINGS = 4
/** Roughly what an entry of a map of small values takes. */
const ENTRY_BYTES = 64

/** From a sample of titles. */
export interface CollocationCount {
  readonly level: number
  readonly titles: number
  /** Those in which the two words are one name. */
  readonly together: number
}

/** Lists are made when first used: most segments are small and short-lived. */
export class TextSegmentCache {
  #compounds: LRUCache<string, CompoundCandidates> | undefined
  #collocations: LRUCache<string, Map<number, CollocationCount>> | undefined
  #fieldCounts: LRUCache<string, FieldCounts> | undefined
  #docCounts: LRUCache<string, number> | undefined
  /** In which samples each doc is. */
  sampleLevels: Uint8Array | undefined
  /** By level of the sample: its docs. */
  readonly sampledDocs = new Map<number, Uint32Array>()
  /** Of the docs that were live when they were summed up. */
  lengthSums: { liveDocs: Uint32Array | null; sums: FieldLengths } | undefined
  titles: TitleTable | undefined
  /** By term: its live docs, of the docs that were live when they were counted. */
  liveCounts: { liveDocs: Uint32Array; counts: Map<number, number> } | undefined
  /** Squared inverse document frequency by term, filled as terms are met, 0 before. */
  squaredIdfs: Float32Array | undefined

  /** By word. */
  get compounds(): LRUCache<string, CompoundCandidates> {
    this.#compounds ??= new LRUCache({ max: MAX_COMPOUNDS })
    return this.#compounds
  }

  /** By the terms that ask for a thing, by the term beside it: how often the two are one name. */
  get collocations(): LRUCache<string, Map<number, CollocationCount>> {
    this.#collocations ??= new LRUCache({ max: MAX_COLLOCATIONS })
    return this.#collocations
  }

  /** By the terms of a list of postings. */
  get fieldCounts(): LRUCache<string, FieldCounts> {
    this.#fieldCounts ??= new LRUCache({ max: MAX_FIELD_COUNTS })
    return this.#fieldCounts
  }

  /** By word: docs that have it. */
  get docCounts(): LRUCache<string, number> {
    this.#docCounts ??= new LRUCache({ max: MAX_DOC_COUNTS })
    return this.#docCounts
  }

  get bytes(): number {
    let entries =
      (this.liveCounts?.counts.size ?? 0) + (this.#docCounts?.size ?? 0) + 4 * (this.#fieldCounts?.size ?? 0)
    let sampled = this.sampleLevels?.byteLength ?? 0
    for (const docs of this.sampledDocs.values()) sampled += docs.byteLength
    for (const names of this.#collocations?.values() ?? []) entries += 1 + names.size
    for (const found of this.#compounds?.values() ?? [])
      entries += 1 + 2 * (found.byHead.length + found.bySound.length + found.byFirstPart.length)
    if (this.titles) sampled += this.titles.heads.byteLength + this.titles.next.byteLength
    return entries * ENTRY_BYTES + sampled + (this.squaredIdfs?.byteLength ?? 0)
  }
}

/** Of all segments of a snapshot together. */
export class TextIndexCache {
  norms: LengthNorms | undefined

  get bytes(): number {
    const { titleNorm, metafieldNorm, descriptionNorm } = this.norms ?? {}
    return (titleNorm?.byteLength ?? 0) + (metafieldNorm?.byteLength ?? 0) + (descriptionNorm?.byteLength ?? 0)
  }
}

/** What follows from a shop's settings alone. */
export interface CompiledSettings {
  /** Of these settings among those that the shop uses, so that what is kept for each stays apart. */
  readonly id: number
  readonly synonyms: SynonymRules
  readonly stopWords: ReadonlySet<string>
  readonly tables: PayloadTables
}

/** By the settings object: settings are immutable, and changed ones are another object. */
export type SettingsCache = LRUCache<TextSettings, CompiledSettings>

export function settingsCache(): SettingsCache {
  return new LRUCache({ max: MAX_SETTINGS })
}

export function settingsCacheBytes(cache: SettingsCache): number {
  let bytes = 0
  for (const { tables, synonyms } of cache.values()) {
    for (const table of Object.values(tables)) bytes += table.byteLength
    bytes += synonyms.size * ENTRY_BYTES
  }
  return bytes
}
