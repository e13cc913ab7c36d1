import type { ColorKey } from './colors.ts'
import type { MaterialKey } from './materials.ts'

export interface Translated {
  en: string
  de: string
  fr: string
}

/** One form of a kind: `3-seater sofa`, `loveseat`. `key` selects the drawing. */
export interface Form {
  key: string
  name: Translated
  /** Price relative to the kind's range; 1 by default. */
  factor?: number
  /** All of the kind's materials by default. */
  materials?: readonly MaterialKey[]
  /** Take precedence over the kind's facts. */
  facts?: Readonly<Record<string, readonly string[]>>
}

type Names = readonly [en: string, de: string, fr: string]

export function form(key: string, [en, de, fr]: Names, rest: Omit<Form, 'key' | 'name'> = {}): Form {
  return { key, name: { en, de, fr }, ...rest }
}

export interface SizeChoice {
  option: Translated
  /** Smallest first; `factor` scales the price. */
  values: readonly { value: string; factor: number }[]
  /** If true, a product offers a consecutive part of the values; otherwise all of them. */
  partial: boolean
}

type Range = readonly [min: number, max: number]
type Dimensions = readonly [width: Range, depth: Range, height: Range]

export const centimeters = (...ranges: Dimensions): Dimensions => ranges

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** A kind of product as data. Sentences may contain {line}, {form}, {material}, {brand}, {colors} and every key of `facts`. */
export interface Kind {
  key: string
  productType: Translated
  searchNouns: readonly string[]
  count: number
  price: readonly [low: number, high: number]
  /** Possible cents of a price; [0] for furniture, which has whole prices. */
  priceEndings: readonly number[]
  brands: readonly string[]
  forms: readonly Form[]
  adjectives: readonly string[]
  materials: readonly MaterialKey[]
  colors: readonly ColorKey[]
  /** Colors of materials that come in few colors: a copper product is always copper. */
  materialColors?: Readonly<Partial<Record<MaterialKey, readonly ColorKey[]>>>
  /** If true, some products let the shopper choose between two materials. */
  offersMaterials?: boolean
  colorCount: readonly [min: number, max: number]
  sizes?: SizeChoice
  /** Ranges of width, depth and height in centimeters; absent if the size option gives them. */
  dimensions?: Dimensions
  facts: Readonly<Record<string, readonly string[]>>
  titles: readonly string[]
  openings: readonly string[]
  uses: readonly string[]
  closings: readonly string[]
  tags: readonly string[]
  seasons: readonly Season[]
  /** True if pictures are taller than wide, which suits clothes and lamps. */
  tallPictures?: boolean
}
