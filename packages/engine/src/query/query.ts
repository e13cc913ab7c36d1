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
  /** As the shopper typed it, at most `MAX_QUERY_LENGTH` characters. */
  readonly typed: string
  /** Folded, with single spaces. Positions of tokens refer to it. */
  readonly text: string
  /** Language of the request, in which the query is read. */
  readonly language: string
  readonly tokens: readonly QueryToken[]
  /** In the order of the query; of two that begin together, the longer first. Each is only evidence. */
  readonly readings: readonly Reading[]
  /** Parts that were written as commands and therefore always apply. */
  readonly operators: readonly Operator[]
  /** Terms to search for, in order: the tokens that are words, with a number and its unit as one. At most `MAX_TERMS`. */
  readonly terms: readonly QueryTerm[]
  /** Index in `terms` of the one that names what is asked for ("sandals" in "sandals for women"); -1 without terms. */
  readonly head: number
  /** The whole query without punctuation, in the form of a part number: "dk 310/i" is `dk310i`. */
  readonly partNumber: string
}

/**
 * word: must be found. optional: a stop word, which counts a little but need not be found. silent: covered by
 * something else (filler, the words of a price or an exclusion, "size" in "size 10") and not searched for at all.
 */
export type TokenRole = 'word' | 'optional' | 'silent'

export interface QueryToken {
  /** The joined form of a word with several parts ("wh1000xm4"), else its only part; without an attached article ("huile" for "l'huile"). */
  readonly word: string
  readonly parts: readonly string[]
  /** Its position in `Query.text`. */
  readonly start: number
  readonly end: number
  readonly role: TokenRole
  /** The word with its attached article: "l'oréal" may be written "loreal". */
  readonly elided?: string
}

/** A term to search for: a word, or a written unit such as `25.4mm`. */
export interface QueryTerm extends Span {
  readonly word: string
  readonly parts: readonly string[]
  readonly elided?: string
  /** A number and its unit, found however products write them. */
  readonly measure?: { readonly amount: string; readonly unit: string }
  /** True if a size word precedes it: "10" in "size 10". */
  readonly isSize?: boolean
  /** True if a product has the word in any inflection, or it is a common word of the language. */
  readonly isKnown: boolean
  /** True if a product is named by the word: by its title, type, vendor, tags, options or collections. */
  readonly isNaming: boolean
  /** Names by which the shop has the thing, if it names nothing by this word: "jumper" for "sweater". */
  readonly standIns?: readonly string[]
  /** True if a product type has this name. */
  readonly isType: boolean
}

/** A range of tokens, from `first` up to but not including `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

export type ReadingKind = 'part_number' | 'price' | 'measure' | 'size' | 'color' | 'category' | 'vendor' | 'filler'

/** A possible meaning of a span of tokens. */
export interface Reading extends Span, Criterion {
  readonly kind: ReadingKind
  /** How likely the shopper means this, 0 to 1: the share of the shop's products with these words that use them in this meaning. */
  readonly confidence: number
}

export type OperatorKind = 'phrase' | 'price' | 'exclusion'

/** A price with a bound, a minus, quotes: always filters, whatever the shop's data is. "Without" and "not" only order. */
export interface Operator extends Span, Criterion {
  readonly kind: OperatorKind
  /** An exclusion in words. Product texts use the same words, so it only orders and filters nothing out. */
  readonly isSpoken?: boolean
}

/**
 * Condition that a product must meet to satisfy a reading or an operator. All criteria of a query must hold on the
 * same variant. A product satisfies one by a value of a variant or attribute, or by having the words in its text,
 * unless its values state otherwise.
 */
export interface Criterion {
  /** As typed, with the words around it: "size M". Identifies the reading in answers and in `ignore`. */
  readonly text: string
  /** The value asked for: "M". */
  readonly label: string
  /** Values that satisfy it. */
  readonly attributes: readonly AttributeValues[]
  /** Any of these lists of words, side by side: what a product may have in its text instead. For `exclusion`: what it must not have. */
  readonly phrases: readonly (readonly string[])[]
  /** Picture colors that satisfy it if nothing states a color. For `exclusion`: picture colors that are not wanted. */
  readonly pictured?: readonly ColorFamily[]
  readonly measures?: readonly Measure[]
  readonly price?: PriceBounds
  /** For an exclusion that is the whole query: only products that state that they lack it match. */
  readonly mustDeny?: boolean
}

/** Values of one option of variants, or of one attribute of products. */
export interface AttributeValues {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Bounds in the shopper's currency, inclusive; null is open. `share` is used if no amount was named: a range of what
 * the rest of the query finds, ordered by price. "Cheap" is the first third, [0, 1/3].
 */
export interface PriceBounds {
  readonly min: number | null
  readonly max: number | null
  readonly share?: readonly [from: number, to: number]
}
