/**
 * A query, parsed once by `parseQuery`. Expansion, matching and ranking never parse the typed text again.
 *
 *   typed      "do you have a red leather bag under 50 -suede"
 *   tokens      do you have a red leather bag under 50 suede      every written word, in order
 *   readings   [filler·······][color] [category·] [price···]      possible meanings of spans; may overlap
 *   operators                                      price  exclusion   commands by the shopper
 *
 * A token is searched for unless its `role` says otherwise. A product has the token if its text has the word or the
 * product satisfies a reading over the token.
 */
import type { ColorFamily } from '../colors/color-families.ts'
import type { Measure } from '../text/analysis/measure.ts'

export interface Query {
  readonly typed: string
  /** Folded, with single spaces. Token positions refer to this text. */
  readonly text: string
  readonly language: string
  readonly tokens: readonly QueryToken[]
  /** In the order of the query, longer ones first. Readings are evidence, not commands. */
  readonly readings: readonly Reading[]
  /** Parts written as commands. */
  readonly operators: readonly Operator[]
  /** Searched terms in order: words, and numbers joined with their unit. At most `MAX_TERMS`. */
  readonly terms: readonly QueryTerm[]
  /** Index in `terms` of the product word ("sandals" in "sandals for women"); -1 without terms. */
  readonly head: number
  /** The whole query as a part number: `dk310i` for "dk 310/i". */
  readonly partNumber: string
}

/** optional: a stop word. silent: not searched for, such as filler, prices, and "size" in "size 10". */
export type TokenRole = 'word' | 'optional' | 'silent'

export interface QueryToken {
  /** Parts joined ("wh1000xm4"), without an elided article ("huile" for "l'huile"). */
  readonly word: string
  readonly parts: readonly string[]
  /** In `Query.text`; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly role: TokenRole
  /** The word joined with its article: "l'oréal" may be written "loreal". */
  readonly elided?: string
}

export interface QueryTerm extends Span {
  readonly word: string
  readonly parts: readonly string[]
  readonly elided?: string
  readonly measure?: { readonly amount: string; readonly unit: string }
  /** True if a product has the word in any inflection, or it is in the language's lexicon. */
  readonly isKnown: boolean
  /** True if the word names a product, in its title, type, vendor, tags, options or collections. */
  readonly isNaming: boolean
  readonly isType: boolean
  /** The shop's names for this thing, if the word names no product: "jumper" for "sweater". */
  readonly standIns?: readonly string[]
}

/** Tokens, `end` exclusive. */
export interface Span {
  readonly first: number
  readonly end: number
}

export type ReadingKind = 'part_number' | 'price' | 'measure' | 'size' | 'color' | 'category' | 'vendor' | 'filler'

export interface Reading extends Span, Criterion {
  readonly kind: ReadingKind
  /** 0 to 1: the share of products with these words that use them in this meaning. */
  readonly confidence: number
}

export type OperatorKind = 'phrase' | 'price' | 'exclusion'

/** Prices, minus signs and quotes are strict. "without" ranks products with the word in a sentence last. */
export interface Operator extends Span, Criterion {
  readonly kind: OperatorKind
  /** True for an exclusion in words. Product sentences may deny the excluded word, so these are only ranked last. */
  readonly isSpoken?: boolean
}

/** A condition met by a value or, without a value, by words. One variant must meet all conditions of a query. */
export interface Criterion {
  /** As typed, with its context: "size M". Identifies the reading in answers and in `ignore`. */
  readonly text: string
  /** The value: "M". */
  readonly label: string
  readonly attributes: readonly AttributeValues[]
  /** Lists of words. A product with one list side by side needs no value. For `exclusion`: unwanted words. */
  readonly phrases: readonly (readonly string[])[]
  /** Colors in pictures that satisfy the criterion if no value states a color. For `exclusion`: unwanted colors. */
  readonly pictured?: readonly ColorFamily[]
  readonly measures?: readonly Measure[]
  readonly price?: PriceBounds
  /** True if the exclusion is the whole query: products must state that they lack the word. */
  readonly mustDeny?: boolean
}

export interface AttributeValues {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: readonly string[]
}

/** In the shopper's currency, inclusive; null is open. `share` is a range of the prices found: "cheap" is [0, 1/3]. */
export interface PriceBounds {
  readonly min: number | null
  readonly max: number | null
  readonly share?: readonly [from: number, to: number]
}
