import type { ColorFamily } from '../colors/color-families.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { Measure } from '../text/analysis/measure.ts'
import type { AttributeValues } from './query.ts'

/**
 * Answers what the parser asks of the shop: how often its products use words, and what its values mean. Counts are of live products, so that every
 * node reads a query alike. The index answers; the parser knows nothing of segments.
 */
export interface ShopVocabulary {
  /** Analyzer of the shop's language, which cut its texts into words. */
  readonly analyzer: Analyzer
  readonly productCount: number
  /** ISO code of the currency in which prices are shown to this shopper; undefined where nobody knows. */
  readonly currency: string | undefined

  /** True if a product has the word, in any of its inflected forms. */
  isKnown(word: string): boolean
  /** Products that have it. */
  frequency(word: string): TermFrequency
  /** Products that have the words side by side in their title; `naming`: or in their type, vendor, tags, options, collections. */
  phraseFrequency(words: readonly string[], fields: 'title' | 'naming'): number
  /** True if a product says the words side by side anywhere. */
  hasPhrase(words: readonly string[]): boolean
  /** True if a product has the SKU or barcode, written without its marks. */
  hasPartNumber(partNumber: string): boolean

  /** Product types of that name, and narrower ones of that kind ("corner sofas" are sofas). */
  category(words: readonly string[]): NamedValues | undefined
  vendor(words: readonly string[]): NamedValues | undefined
  /** Values of size options that state the size, as `sizeOf` writes it, also as one part of a composite value: "Large | 280 mm x …". */
  sizes(size: string): readonly AttributeValues[]
  /** Values of color options and attributes whose color `isWanted`. */
  colors(isWanted: (color: StatedColor) => boolean): readonly AttributeValues[]
  /** Values that state one of the measures. */
  measures(measures: readonly Measure[]): readonly AttributeValues[]
  /** True if the pictures of products that name the word agree that it means this color here. */
  isColorOfPictures(word: string, family: ColorFamily): boolean
}

/** Numbers of products. A product that names a word after "for" or "with" in its title does not name itself by it. */
export interface TermFrequency {
  readonly any: number
  readonly naming: number
  readonly title: number
  readonly productType: number
  readonly vendor: number
  readonly options: number
  readonly skus: number
}

/** Values that one name stands for. */
export interface NamedValues {
  /** As the shop writes it; of a kind that no value is called by itself, as it was typed. */
  readonly label: string
  /** A value is called so, not only ends in it. */
  readonly isWhole: boolean
  /** Values of the attribute; of a category, also its narrower kinds. */
  readonly attribute: AttributeValues
  /** Products that have one of them. */
  readonly productCount: number
}

export interface StatedColor {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}
