/**
 * Caches of what queries compute about immutable data. Each cache belongs to the data that it is about, is bounded,
 * leaves with it, and says how many bytes it holds.
 */
import { LRUCache } from 'lru-cache'
import type {
  CompoundCandidates,
  FieldCounts,
  FieldLengths,
  LengthNorms,
  PayloadTables,
  SynonymRules,
  TitleTable,
} from './cached-data.ts'
import type { TextSettings } from './text-settings.ts'

/** Words of queries whose compounds are kept for each segment. */
const MAX_COMPOUNDS = 1000
/** Words whose fields are kept for each segment. */
const MAX_FIELD_COUNTS = 4000
/** Settings in use at a time: one, or a few while experiments run. */
const MAX_SETTINGS = 4
/** Roughly what an entry of a map of small values takes. */
const ENTRY_BYTES = 64

/** Lists are made when first used: most segments are small and short-lived. */
export class TextSegmentCache {
  #compounds: LRUCache<string, CompoundCandidates> | undefined
  #fieldCounts: LRUCache<string, FieldCounts> | undefined
  /** Sums over the docs that were live when they were computed. */
  lengthSums: { liveDocs: Uint32Array | null; sums: FieldLengths } | undefined
  titles: TitleTable | undefined
  /** Number of live docs by term, counted when those docs were live. */
  liveCounts: { liveDocs: Uint32Array; counts: Map<number, number> } | undefined

  /** Keyed by word. */
  get compounds(): LRUCache<string, CompoundCandidates> {
    this.#compounds ??= new LRUCache({ max: MAX_COMPOUNDS })
    return this.#compounds
  }

  /** Keyed by the terms of a list of postings. */
  get fieldCounts(): LRUCache<string, FieldCounts> {
    this.#fieldCounts ??= new LRUCache({ max: MAX_FIELD_COUNTS })
    return this.#fieldCounts
  }

  get bytes(): number {
    let entries = (this.liveCounts?.counts.size ?? 0) + 4 * (this.#fieldCounts?.size ?? 0)
    for (const found of this.#compounds?.values() ?? [])
      entries += 1 + 2 * (found.byHead.length + found.bySound.length + found.byFirstPart.length)
    const titles = this.titles ? this.titles.heads.byteLength + this.titles.next.byteLength : 0
    return entries * ENTRY_BYTES + titles
  }
}

/** Caches over all segments of a snapshot. */
export class TextIndexCache {
  norms: LengthNorms | undefined

  get bytes(): number {
    const { titleNorm, metafieldNorm, descriptionNorm } = this.norms ?? {}
    return (titleNorm?.byteLength ?? 0) + (metafieldNorm?.byteLength ?? 0) + (descriptionNorm?.byteLength ?? 0)
  }
}

/** Values that depend on a shop's settings alone. */
export interface CompiledSettings {
  /** Identifies these settings among those of the shop, so that cached values stay apart. */
  readonly id: number
  readonly synonyms: SynonymRules
  readonly tables: PayloadTables
}

/** Keyed by the settings object: settings are immutable, and changed ones are another object. */
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
