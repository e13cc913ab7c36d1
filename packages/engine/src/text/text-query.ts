import type { TextField } from './text-doc.ts'
import type { TextSettings } from './text-settings.ts'

export interface TextQuery {
  readonly text: string
  readonly locale: string
  /** The last word is still being typed: it also matches as a prefix. */
  readonly prefixLast: boolean
  readonly settings: TextSettings
  /** Per segment, a bitset of the local docs that pass the filters (dead docs never pass); null means all. */
  readonly visible?: readonly (Uint32Array | null)[]
  /**
   * Per segment, a bitset of the docs that are still there; null or absent means all. Words that only others have are no words
   * of the shop: they may be misspelt, or several words written together.
   */
  readonly liveDocs?: readonly (Uint32Array | null)[]
  /** How many of the best are ranked and returned. */
  readonly limit: number
  /** More hits than these are only counted and left unranked: the caller will ask again for some of them. */
  readonly rankAtMost?: number
  /** Facets need the whole matching set as bitsets. */
  readonly needAll?: boolean
  /** Per segment, the product number of each local doc: equal scores come in this order. Without it: doc order. */
  readonly tieBreak?: readonly Float64Array[]
}

export interface TextMatches {
  /** Docs that match, allowed ones only. */
  readonly count: number
  /** Global docs (segment base + local), best first, at most `limit`. */
  readonly docs: Uint32Array
  readonly scores: Float32Array
  /** One of `MATCH_CLASS`, smaller is better. Nothing that comes after text search lifts a hit over a better class. */
  readonly classes: Uint8Array
  /** Per segment, a bitset of all matching docs; with `needAll` only. */
  readonly matched?: Uint32Array[]
  /** The query as it was searched, when typos were corrected. */
  readonly corrected: string | null
  /** A likelier query, when what was found is little. */
  readonly didYouMean: string | null
  /** Some hits lack a word of the query, because too few had all. */
  readonly relaxed: boolean
  readonly entities: QueryEntities
}

/** Gaps are left on purpose: smaller is better. */
export const MATCH_CLASS = {
  /** The query is this product's part number or SKU. */
  identifier: 0,
  /** Every word, as typed or inflected. */
  words: 1,
  /** Every word, some by prefix, synonym or correction. */
  nearWords: 2,
  /** Some words are missing. */
  someWords: 3,
  /** Has what the query excludes. */
  excluded: 4,
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

export type FormKind = 'exact' | 'stem' | 'prefix' | 'typo' | 'synonym' | 'split' | 'joined' | 'compound'

export interface HitExplanation {
  readonly score: number
  readonly matchClass: number
  readonly words: readonly {
    readonly word: string
    readonly term: string
    readonly kind: FormKind
    readonly edits: number
    readonly fields: readonly TextField[]
  }[]
}
