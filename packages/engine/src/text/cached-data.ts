/** The shapes of what queries work out about texts and `text-cache.ts` keeps for them. */

/** A longer word of the segment that ends or begins with a word. */
export interface CompoundCandidate {
  readonly term: number
  readonly text: string
  /** The rest of the compound, one for each way to read it. */
  readonly rests: readonly string[]
  /** How much of it the word is. */
  readonly share: number
}

export interface CompoundCandidates {
  /** "fahrradhelm" for "helme": the same word in whatever form at the end. */
  readonly byHead: readonly CompoundCandidate[]
  /** 革靴 for 靴: words of so few letters that the sound must tell. */
  readonly bySound: readonly CompoundCandidate[]
  /** "helmlampe" for "helm". */
  readonly byFirstPart: readonly CompoundCandidate[]
}

export interface FieldCounts {
  /** Postings, by field that holds the word. */
  readonly all: Float64Array
  /** Counts of products that name the word, and only where they speak of themselves. */
  readonly own: Float64Array
  naming: number
}

/** Share that a match keeps in a field of a given length: 1 in one of average length, more in a shorter one. */
export interface LengthNorms {
  readonly titleNorm: Float32Array
  /** Indexed by length >>> lengthShift, so that one small table serves every length. */
  readonly metafieldNorm: Float32Array
  readonly descriptionNorm: Float32Array
}

/** Words in these fields of so many docs. */
export interface FieldLengths {
  docs: number
  title: number
  metafields: number
  description: number
}

/**
 * Titles of a segment by a hash of their words, made when first asked for.
 *
 *   heads:  [3][0][7]…    by hash: a doc plus one, 0 where there is none
 *   next:   [0][0][0][1]  by doc: the doc before it with the same hash, plus one
 */
export interface TitleTable {
  readonly heads: Uint32Array
  readonly next: Uint32Array
}

export interface SynonymRule {
  /** Stems of the words that call for the synonym. */
  readonly from: readonly string[]
  readonly fromText: string
  readonly to: readonly (readonly string[])[]
  readonly weight: number
}

/** Rules by the first stem that calls for them. */
export type SynonymRules = ReadonlyMap<string, readonly SynonymRule[]>

/** The weight of a posting's fields before their length counts, by payload. */
export interface PayloadTables {
  readonly title: Float32Array
  readonly plain: Float32Array
  readonly metafields: Float32Array
  readonly description: Float32Array
}
