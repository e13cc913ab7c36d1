import type { ColorFamily } from '../colors/color-families.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { Measure } from '../text/analysis/measure.ts'
import type { AttributeValues } from './query.ts'

/** The parser's view of the shop, implemented by the index. All counts are of live products. */
export interface ShopVocabulary {
  readonly analyzer: Analyzer
  /** ISO code of the displayed currency; undefined if unknown. */
  readonly currency: string | undefined

  remember<T>(kind: string, words: readonly string[], find: () => T): T
  /** True if a product has the word in any inflection. */
  isKnown(word: string): boolean
  frequency(word: string): TermFrequency
  /** `naming` includes title, type, vendor, tags, options and collections. */
  phraseFrequency(words: readonly string[], fields: 'title' | 'naming'): number
  /** True if a product has the words side by side in any field. */
  hasPhrase(words: readonly string[]): boolean
  /** True if a product has this SKU or barcode, given without punctuation. */
  hasPartNumber(partNumber: string): boolean

  /** Returns the product types of this name, including narrower ones: "corner sofas" are sofas. */
  category(words: readonly string[]): NamedValues | undefined
  vendor(words: readonly string[]): NamedValues | undefined
  /** Expects the form of `sizeOf`. Composite values count too: "Large | 280 mm x …". */
  sizes(size: string): readonly AttributeValues[]
  colors(isWanted: (color: StatedColor) => boolean): readonly AttributeValues[]
  measures(measures: readonly Measure[]): readonly AttributeValues[]
  /** True if pictures show that products named by the word mostly have this color. */
  isColorOfPictures(word: string, family: ColorFamily): boolean
}

/** Number of products by field. A title word after "for" or "with" counts in `any` only. */
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
  /** As the shop writes the name; as typed if no value equals it. */
  readonly label: string
  /** True if a value equals the name; false if values only end with it. */
  readonly isWhole: boolean
  /** Includes narrower categories. */
  readonly attribute: AttributeValues
  readonly productCount: number
}

export interface StatedColor {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}
