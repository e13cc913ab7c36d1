/**
 * A query as it was read, once, for everybody who needs to know something about it. `parseQuery` makes it; expansion, matching and ranking
 * read it and never look at the typed text again.
 *
 *   typed      "do you have a red leather bag under 50 -suede"
 *   tokens      do you have a red leather bag under 50 suede      every written word, in order, also those that nobody looks for
 *   readings   [filler·······][color] [category·] [price···]      what spans of tokens may mean, each with a confidence; they may overlap
 *   operators                                      price  exclusion   what the shopper wrote as a command, in the same spans
 *
 * A token is looked for as a word unless `role` says otherwise. Readings never take a word away from a product that says it: a product has
 * the token if its text has the word *or* it satisfies a reading over that token.
 */
import type { ColorFamily } from '../colors/color-families.ts'
import type { Measure } from '../text/analysis/measure.ts'

export interface Query {
  /** As the shopper typed it, at most `MAX_QUERY_LENGTH` letters. */
  readonly typed: string
  /** Folded, spaces single. Places of tokens are places in it. */
  readonly text: string
  /** Language of the request, which decides how the query is read. */
  readonly language: string
  readonly tokens: readonly QueryToken[]
  /** In the order of the query; of two that begin together the longer first. Every one is only evidence. */
  readonly readings: readonly Reading[]
  /** Parts that were written as commands and hold for certain. */
  readonly operators: readonly Operator[]
  /** Terms by which products are looked for, in order: the tokens that are words, a number and its unit as one. At most `MAX_TERMS`. */
  readonly terms: readonly QueryTerm[]
  /** Place in `terms` of the one that names the thing asked for ("sandals" in "sandals for women"); -1 without terms. */
  readonly head: number
  /** The whole query without its marks, as if it were a part number: "dk 310/i" is `dk310i`. */
  readonly partNumber: string
}

/**
 * word: must be found. optional: a stop word, which counts a little and is never missed. silent: said by something else (filler, the words
 * of a price, of an exclusion, "size" of "size 10") and not looked for at all.
 */
export type TokenRole = 'word' | 'optional' | 'silent'

export interface QueryToken {
  /** The written unit joined ("wh1000xm4"), else its only part; without an article written onto it ("huile" of "l'huile"). */
  readonly word: string
  readonly parts: readonly string[]
  /** Its place in `Query.text`. */
  readonly start: number
  readonly end: number
  readonly role: TokenRole
  /** The word with the article that was written onto it: "l'oréal" may be called "loreal". */
  readonly elided?: string
}

/** One thing that products are looked for by: a word, or a written unit such as `25.4mm`. */
export interface QueryTerm extends Span {
  readonly word: string
  readonly parts: readonly string[]
  readonly elided?: string
  /** A number and its unit: found however products write them. */
  readonly measure?: { readonly amount: string; readonly unit: string }
  /** Said to be a size: "10" in "size 10". */
  readonly isSize?: boolean
  /** A product has the word, in any of its inflected forms, or it is a common word of the language. */
  readonly isKnown: boolean
  /** A type of products is called so. */
  readonly isType: boolean
}

/** Some tokens of the query: from `first` up to, not including, `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

export type ReadingKind = 'part_number' | 'price' | 'measure' | 'size' | 'color' | 'category' | 'vendor' | 'filler'

/** One thing that a span of tokens may mean. */
export interface Reading extends Span, Criterion {
  readonly kind: ReadingKind
  /** How likely the shopper means this, 0 to 1, by this shop's own counts: the share of the products with these words that have them so. */
  readonly confidence: number
}

export type OperatorKind = 'phrase' | 'price' | 'exclusion'

/** A price with a bound, a minus, quotes: filters whatever the shop's data says. "Without" and "not" only order. */
export interface Operator extends Span, Criterion {
  readonly kind: OperatorKind
  /** An exclusion in words: products are written about in the same words, so that it orders and leaves nothing out. */
  readonly isSpoken?: boolean
}

/**
 * Condition that a product must meet to satisfy a reading or an operator. All criteria of a query must hold on one and the same variant. A product
 * satisfies one by the value of a variant or attribute, or by saying the words itself unless its values state otherwise.
 */
export interface Criterion {
  /** As typed, with the words around it: "size M". Names the reading in answers and in `ignore`. */
  readonly text: string
  /** The value that is asked for: "M". */
  readonly label: string
  /** Values that satisfy it. */
  readonly attributes: readonly AttributeValues[]
  /** Words side by side, any of these lists: what a product may say instead. Of `exclusion`: what it must not say. */
  readonly phrases: readonly (readonly string[])[]
  /** Colors of pictures that satisfy it (of `exclusion`: that are not wanted) where nothing states a color. */
  readonly pictured?: readonly ColorFamily[]
  readonly measures?: readonly Measure[]
  readonly price?: PriceBounds
  /** For an exclusion that is the whole query: only products match that say themselves that they lack it. */
  readonly mustDeny?: boolean
}

/** Values of one option of variants, or of one attribute of products. */
export interface AttributeValues {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Bounds in the shopper's currency, both ends included; null is open. `share` is a part of what the rest of the query finds, ordered by
 * price, where no amount was named: "cheap" is its first third, [0, 1/3].
 */
export interface PriceBounds {
  readonly min: number | null
  readonly max: number | null
  readonly share?: readonly [from: number, to: number]
}
