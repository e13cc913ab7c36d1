import type { ColorFamily } from '../colors/color-families.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { Measure } from '../text/analysis/measure.ts'
import type { AttributeValues } from './query.ts'

/**
 * Everything the parser knows about the shop: how often products use words, and what values mean. Counts are of live
 * products, so that every node reads a query alike. The index implements this interface, so that the parser knows
 * nothing about segments.
 */
export interface ShopVocabulary {
  /** Analyzes the shop's language, in which its texts were indexed. */
  readonly analyzer: Analyzer
  readonly productCount: number
  /** ISO code of the currency in which this shopper sees prices; undefined if unknown. */
  readonly currency: string | undefined

  /** Returns what `find` says about the words, cached for as long as the shop stays the same. */
  remember<T>(kind: string, words: readonly string[], find: () => T): T
  /** True if a product has the word in any inflection. */
  isKnown(word: string): boolean
  frequency(word: string): TermFrequency
  /** Number of products with the words side by side in their title or, with `naming`, also in their type, vendor, tags, options or collections. */
  phraseFrequency(words: readonly string[], fields: 'title' | 'naming'): number
  /** True if a product has the words side by side in any field. */
  hasPhrase(words: readonly string[]): boolean
  /** True if a product has this SKU or barcode, given without punctuation. */
  hasPartNumber(partNumber: string): boolean

  /** Returns the values of the product type with this name, including narrower types: "corner sofas" are sofas. */
  category(words: readonly string[]): NamedValues | undefined
  vendor(words: readonly string[]): NamedValues | undefined
  /** Size options that state the size, which is in the form of `sizeOf`, also as part of a composite value: "Large | 280 mm x …". */
  sizes(size: string): readonly AttributeValues[]
  /** Values of color options and attributes. */
  colors(isWanted: (color: StatedColor) => boolean): readonly AttributeValues[]
  /** Returns the values that state any of the measures. */
  measures(measures: readonly Measure[]): readonly AttributeValues[]
  /** True if the pictures of products named by the word show that it means this color here. */
  isColorOfPictures(word: string, family: ColorFamily): boolean
}

/**
 * Counts the products that have a word, in any field and in each. A product with the word after "for" or "with" in its title
 * does not count as named by it.
 */
export interface TermFrequency {
  readonly any: number
  readonly naming: number
  readonly title: number
  readonly productType: number
  readonly vendor: number
  readonly options: number
  readonly skus: number
}

export interface NamedValues {
  /** As the shop writes it, or as typed if no value has exactly this name. */
  readonly label: string
  /** True if a value has exactly this name and does not only end with it. */
  readonly isWhole: boolean
  /** For a category, includes narrower ones. */
  readonly attribute: AttributeValues
  /** Number of products with any of the values. */
  readonly productCount: number
}

export interface StatedColor {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}
