import type { ColorKey } from './colors.ts'
import type { MaterialKey } from './materials.ts'

export interface Translated {
  en: string
  de: string
  fr: string
}

/** One shape a kind comes in: `3-seater sofa`, `loveseat`. The picture is drawn from `key`. */
export interface Form {
  key: string
  /** As written in a title. */
  name: Translated
  /** Price relative to the kind's range; 1 when left out. */
  factor?: number
  /** The materials this form comes in; all of the kind's when left out. */
  materials?: readonly MaterialKey[]
  /** Facts about this form; they take precedence over the kind's. */
  facts?: Readonly<Record<string, readonly string[]>>
}

export interface SizeChoice {
  /** The option's name. */
  option: Translated
  /** Offered together, smallest first; `factor` scales the price. */
  values: readonly { value: string; factor: number }[]
  /** true: a product offers a consecutive part of these; false: all of them. */
  partial: boolean
}

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/**
 * Everything that defines a kind of product, as data, so that a new kind needs no code.
 * Sentences may contain {line}, {form}, {material}, {brand}, {colors} and every key of `facts`.
 */
export interface Kind {
  key: string
  productType: Translated
  /** Words that shoppers type. */
  searchNouns: readonly string[]
  count: number
  price: readonly [low: number, high: number]
  /** Possible cents of a price; [0] for furniture, which sells at whole amounts. */
  priceEndings: readonly number[]
  brands: readonly string[]
  forms: readonly Form[]
  adjectives: readonly string[]
  materials: readonly MaterialKey[]
  colors: readonly ColorKey[]
  /** The colors of materials that come in fewer of them: copper is only copper. */
  materialColors?: Readonly<Partial<Record<MaterialKey, readonly ColorKey[]>>>
  /** true: some products let the shopper choose between two materials. */
  offersMaterials?: boolean
  colorCount: readonly [min: number, max: number]
  sizes?: SizeChoice
  /** Ranges of width, depth and height in centimetres; absent if the sizes say it. */
  dimensions?: readonly [
    width: readonly [number, number],
    depth: readonly [number, number],
    height: readonly [number, number],
  ]
  facts: Readonly<Record<string, readonly string[]>>
  titles: readonly string[]
  openings: readonly string[]
  uses: readonly string[]
  closings: readonly string[]
  tags: readonly string[]
  seasons: readonly Season[]
  /** Pictures are taller than wide: suits clothes and lamps. */
  tallPictures?: boolean
}
