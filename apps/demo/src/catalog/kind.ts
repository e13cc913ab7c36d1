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
  /** As it stands in a title. */
  name: Translated
  /** Price relative to the kind's range; 1 when left out. */
  factor?: number
  /** The materials this form comes in; all of the kind's when left out. */
  materials?: readonly MaterialKey[]
  /** Facts that hold for this form, over the kind's. */
  facts?: Readonly<Record<string, readonly string[]>>
}

export interface SizeChoice {
  /** The option's name. */
  option: Translated
  /** Offered together, smallest first; `factor` scales the price. */
  values: readonly { value: string; factor: number }[]
  /** true: a product offers a run of these; false: all of them. */
  partial: boolean
}

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/**
 * Everything that makes one kind of product what it is: data, so that a new kind is written and never programmed.
 * Sentences may hold {line}, {form}, {material}, {brand}, {colors} and every key of `facts`.
 */
export interface Kind {
  key: string
  productType: Translated
  /** Words that shoppers type. */
  searchNouns: readonly string[]
  count: number
  price: readonly [low: number, high: number]
  /** Cents of a price: furniture sells at whole amounts. */
  priceEndings: readonly number[]
  brands: readonly string[]
  forms: readonly Form[]
  adjectives: readonly string[]
  materials: readonly MaterialKey[]
  colors: readonly ColorKey[]
  /** A material that comes in fewer colors: copper is copper. */
  materialColors?: Readonly<Partial<Record<MaterialKey, readonly ColorKey[]>>>
  /** true: some products let the shopper choose between two materials. */
  offersMaterials?: boolean
  colorCount: readonly [min: number, max: number]
  sizes?: SizeChoice
  /** Centimetres of width, depth and height; absent where a size table says it. */
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
  /** Tall pictures suit clothes and lamps. */
  tallPictures?: boolean
}
