import type { MatchRule } from './score/collect-segment.ts'
import type { TextField } from './text-doc.ts'
import type { TextSettings } from './text-settings.ts'

export interface TextRequest {
  readonly text: string
  /** The last word is still being typed: it also matches as a prefix. */
  readonly prefixLast: boolean
  readonly settings: TextSettings
}

/** Some docs, by segment, as bitsets of local docs; null means all. */
export type DocSets = readonly (Uint32Array | null)[]

/** The best docs of some set, best first. */
export interface RankedDocs {
  /** Global docs: segment base + local. */
  readonly docs: Uint32Array
  readonly scores: Float32Array
  /** One of `MATCH_CLASS`, smaller is better. Nothing that comes after text search lifts a hit over a better class. */
  readonly classes: Uint8Array
  /** Docs of the set that match, of which these are the best. */
  readonly count: number
}

/** The set of docs that a query finds among those that are visible. */
export interface TextMatches {
  readonly count: number
  /** By segment, a bitset. */
  readonly matched: readonly Uint32Array[]
  /** How many hold every word; the count, unless words were relaxed. */
  readonly complete: number
  /** Some docs lack a word of the query, because too few had all. */
  readonly relaxed: boolean
  /** What made a doc a match. */
  readonly rule: MatchRule
  /** A likelier query, when what was found is little. */
  readonly didYouMean: string | null
  /** The best of the whole set, ranked on the way; without docs where there are more than `rankAtMost`. */
  readonly best: RankedDocs
}

/** Gaps are left on purpose: smaller is better. */
export const MATCH_CLASS = {
  /** The query is this product's part number or SKU. */
  identifier: 0,
  /** Every word, as typed, inflected or in another script. */
  words: 1,
  /** Every word, some by prefix, synonym or correction. */
  nearWords: 2,
  /** Every word, but not every one in a field that names: a mention, as in a description. */
  mentioned: 3,
  /** Some words are missing. */
  someWords: 4,
  /** Has what the query excludes. */
  excluded: 5,
} as const

export interface QueryEntities {
  readonly price: PriceRange | null
  readonly colors: readonly string[]
  readonly sizes: readonly string[]
  readonly productTypes: readonly string[]
  readonly vendors: readonly string[]
  /** Words the shopper does not want ("without handles", "-leather"). */
  readonly excluded: readonly string[]
}

export interface PriceRange {
  readonly min: number | null
  readonly max: number | null
}

export type FormKind =
  | 'exact'
  | 'stem'
  | 'prefix'
  | 'typo'
  | 'synonym'
  | 'split'
  | 'joined'
  | 'compound'
  /** The same word in another script: くつ and 靴. */
  | 'reading'
  /** One of several words of the shop that sound the same: かみ and 紙, where there is 髪, too. */
  | 'homophone'
  /** A value of the product that means it: "Crimson" for "red". */
  | 'attribute'

/** A word of the query that a doc has, and how. */
export interface FoundWord {
  readonly word: string
  readonly term: string
  readonly kind: FormKind
  readonly edits: number
  readonly fields: readonly TextField[]
}
