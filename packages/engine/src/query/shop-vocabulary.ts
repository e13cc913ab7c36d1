import type { ColorFamily } from '../colors/color-families.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { Measure } from '../text/analysis/measure.ts'
import type { AttributeValues } from './query.ts'

/**
 * Tells the parser about the shop: how often its products use words, and what its values mean. Counts are
 * of live products, so that every node reads a query alike. The index implements it; the parser knows nothing about
 * segments.
 */
export interface ShopVocabulary {
  /** Analyzer of the shop's language, with which its texts were indexed. */
  readonly analyzer: Analyzer
  readonly productCount: number
  /** ISO code of the currency in which this shopper sees prices; undefined if unknown. */
  readonly currency: string | undefined

  /** True if a product has the word in any inflection. */
  isKnown(word: string): boolean
  /** Numbers of products that have the word. */
  frequency(word: string): TermFrequency
  /** Number of products that have the words side by side in their title; `naming`: or in their type, vendor, tags, options or collections. */
  phraseFrequency(words: readonly string[], fields: 'title' | 'naming'): number
  /** True if a product has the words side by side in any field. */
  hasPhrase(words: readonly string[]): boolean
  /** True if a product has the SKU or barcode, given without punctuation. */
  hasPartNumber(partNumber: string): boolean

  /** Product types with this name, and narrower ones ("corner sofas" are sofas). */
  category(words: readonly string[]): NamedValues | undefined
  vendor(words: readonly string[]): NamedValues | undefined
  /** Values of size options that state the size, given in the form of `sizeOf`; also as part of a composite value: "Large | 280 mm x …". */
  sizes(size: string): readonly AttributeValues[]
  /** Values of color options and attributes whose color `isWanted`. */
  colors(isWanted: (color: StatedColor) => boolean): readonly AttributeValues[]
  /** Values that state one of the measures. */
  measures(measures: readonly Measure[]): readonly AttributeValues[]
  /** True if the pictures of products that name the word show that it means this color here. */
  isColorOfPictures(word: string, family: ColorFamily): boolean
}

/** Numbers of products. A product with the word after "for" or "with" in its title does not count as named by it. */
export interface TermFrequency {
  readonly any: number
  readonly naming: number
  readonly title: number
  readonly productType: number
  readonly vendor: number
  readonly options: number
  readonly skus: number
}

/** The values that a name refers to. */
export interface NamedValues {
  /** As the shop writes it; if no value has exactly this name, as it was typed. */
  readonly label: string
  /** True if a value has exactly this name and does not just end with it. */
  readonly isWhole: boolean
  /** Values of the attribute; for a category, including narrower ones. */
  readonly attribute: AttributeValues
  /** Number of products that have one of them. */
  readonly productCount: number
}

export interface StatedColor {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}
