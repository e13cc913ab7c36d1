import type { ColorKey } from './colors.ts'
import type { MaterialKey } from './materials.ts'

export interface Translated {
  en: string
  de: string
  fr: string
}

/** A form of a kind, such as `loveseat`. `key` selects the drawing. */
export interface Form {
  key: string
  name: Translated
  /** Price relative to other forms; 1 by default. */
  factor?: number
  /** All materials of the kind by default. */
  materials?: readonly MaterialKey[]
  /** Overrides the kind's facts. */
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
  /** If true, each product has a consecutive part of the values; otherwise, all. */
  partial: boolean
}

type Range = readonly [min: number, max: number]
type Dimensions = readonly [width: Range, depth: Range, height: Range]

export const centimeters = (...ranges: Dimensions): Dimensions => ranges

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** Sentences may contain {line}, {form}, {material}, {brand}, {colors} and every key of `facts`. */
export interface Kind {
  key: string
  productType: Translated
  searchNouns: readonly string[]
  count: number
  price: readonly [low: number, high: number]
  /** Possible cents of a price; [0] for whole prices. */
  priceEndings: readonly number[]
  brands: readonly string[]
  forms: readonly Form[]
  adjectives: readonly string[]
  materials: readonly MaterialKey[]
  colors: readonly ColorKey[]
  /** Colors of materials that restrict them: copper products are always copper. */
  materialColors?: Readonly<Partial<Record<MaterialKey, readonly ColorKey[]>>>
  /** If true, some products come in two materials. */
  offersMaterials?: boolean
  colorCount: readonly [min: number, max: number]
  sizes?: SizeChoice
  /** In centimeters; absent if the size option says the dimensions. */
  dimensions?: Dimensions
  facts: Readonly<Record<string, readonly string[]>>
  titles: readonly string[]
  openings: readonly string[]
  uses: readonly string[]
  closings: readonly string[]
  tags: readonly string[]
  seasons: readonly Season[]
  /** True for products that are taller than wide, such as clothes and lamps. */
  tallPictures?: boolean
}
