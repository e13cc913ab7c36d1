/**
 * A parsed query. `parseQuery` makes it once; expansion, matching and ranking use it and never parse the typed text again.
 *
 *   typed      "do you have a red leather bag under 50 -suede"
 *   tokens      do you have a red leather bag under 50 suede      every written word, in order, including those not searched for
 *   readings   [filler·······][color] [category·] [price···]      what spans of tokens may mean, each with a confidence; they may overlap
 *   operators                                      price  exclusion   what the shopper wrote as a command, in the same spans
 *
 * A token is searched for as a word unless `role` says otherwise. A reading never replaces the word: a product has the token if its text
 * has the word *or* it satisfies a reading over that token.
 */
import type { ColorFamily } from '../colors/color-families.ts'
import type { Measure } from '../text/analysis/measure.ts'

export interface Query {
  /** At most `MAX_QUERY_LENGTH` characters. */
  readonly typed: string
  /** Folded, with single spaces. Positions of tokens refer to this text. */
  readonly text: string
  /** Language of the request. */
  readonly language: string
  readonly tokens: readonly QueryToken[]
  /** In the order of the query; of two readings that begin together, the longer first. A reading is evidence, not a command. */
  readonly readings: readonly Reading[]
  /** Parts that were written as commands. */
  readonly operators: readonly Operator[]
  /** Terms to search for, in order: the tokens that are words, with a number and its unit as one term. At most `MAX_TERMS`. */
  readonly terms: readonly QueryTerm[]
  /** Index in `terms` of the term that names what is asked for ("sandals" in "sandals for women"); -1 without terms. */
  readonly head: number
  /** The whole query in the form of a part number: "dk 310/i" is `dk310i`. */
  readonly partNumber: string
}

/**
 * word: must be found. optional: a stop word, which counts a little but need not be found. silent: not searched for,
 * because something else covers it (filler, the words of a price or an exclusion, "size" in "size 10").
 */
export type TokenRole = 'word' | 'optional' | 'silent'

export interface QueryToken {
  /** The joined form of a word with several parts ("wh1000xm4"), else its only part. Without an attached article ("huile" for "l'huile"). */
  readonly word: string
  readonly parts: readonly string[]
  /** Positions in `Query.text`; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly role: TokenRole
  /** The word joined with its article: "l'oréal" may be written "loreal". */
  readonly elided?: string
}

/** A word, or a number with its unit such as `25.4mm`. */
export interface QueryTerm extends Span {
  readonly word: string
  readonly parts: readonly string[]
  readonly elided?: string
  /** A number and its unit, found in any spelling that products use. */
  readonly measure?: { readonly amount: string; readonly unit: string }
  /** True if a size word precedes it: "10" in "size 10". */
  readonly isSize?: boolean
  /** True if a product has the word in any inflection, or it is a common word of the language. */
  readonly isKnown: boolean
  /** True if the word names a product: in its title, type, vendor, tags, options or collections. */
  readonly isNaming: boolean
  /** True if the shop has a product type of this name. */
  readonly isType: boolean
  /** The shop's names for the same thing, if it names nothing by this word: "jumper" for "sweater". */
  readonly standIns?: readonly string[]
}

/** A range of tokens; `end` is exclusive. */
export interface Span {
  readonly first: number
  readonly end: number
}

export type ReadingKind = 'part_number' | 'price' | 'measure' | 'size' | 'color' | 'category' | 'vendor' | 'filler'

/** A possible meaning of a span of tokens. */
export interface Reading extends Span, Criterion {
  readonly kind: ReadingKind
  /** 0 to 1: of the shop's products with these words, the share that uses them in this meaning. */
  readonly confidence: number
}

export type OperatorKind = 'phrase' | 'price' | 'exclusion'

/** A bounded price, a minus and quotes filter by all of a product's words; "without" and "not" leave those with the words only in sentences, last. */
export interface Operator extends Span, Criterion {
  readonly kind: OperatorKind
  /** True for an exclusion in words. Sentences of products deny things in the same words, so these only order them. */
  readonly isSpoken?: boolean
}

/**
 * Condition that a product must meet to satisfy a reading or an operator. All criteria of a query must hold on the
 * same variant. A criterion is satisfied by a value of a variant or attribute, or by the words in the product's text
 * unless its values state otherwise.
 */
export interface Criterion {
  /** As typed, with the words around the value: "size M". Identifies the reading in answers and in `ignore`. */
  readonly text: string
  /** The value asked for: "M". */
  readonly label: string
  /** Values that satisfy the criterion. */
  readonly attributes: readonly AttributeValues[]
  /** Lists of words; a product may have any of them side by side in its text instead of a value. For `exclusion`: words that it must not have. */
  readonly phrases: readonly (readonly string[])[]
  /** Picture colors that satisfy the criterion if no value states a color. For `exclusion`: unwanted picture colors. */
  readonly pictured?: readonly ColorFamily[]
  readonly measures?: readonly Measure[]
  readonly price?: PriceBounds
  /** For an exclusion that is the whole query: only products that state that they lack it match. */
  readonly mustDeny?: boolean
}

export interface AttributeValues {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Bounds in the shopper's currency, inclusive; null is open. `share` is used if no amount was named: a range of what
 * the rest of the query finds, by ascending price. "Cheap" is the first third, [0, 1/3].
 */
export interface PriceBounds {
  readonly min: number | null
  readonly max: number | null
  readonly share?: readonly [from: number, to: number]
}
