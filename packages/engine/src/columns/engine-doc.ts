import type { ColorFamily } from '../colors/color-families.ts'
import type { TextDoc } from '../text/text-doc.ts'

/** A product as it is indexed. The engine knows nothing about shops: visibility and attributes arrive as named values. */
export interface EngineDoc {
  /** The platform's id; breaks ties everywhere. */
  id: number
  title: string
  text: TextDoc
  /** Product attributes by name (`vendor`, `tag`, `collection`, `publication`, `metafield:a.b`, …), read by filters, facets and visibility. */
  terms: Readonly<Record<string, readonly string[]>>
  variants: readonly EngineVariant[]
  /** Position of the product in each ordered collection of `terms.collection`. */
  collectionPlaces: Readonly<Record<string, number>>
  rating: number | null
  /** Milliseconds since the epoch; used by `newest`. */
  createdMs: number
  /** 0 for always visible. */
  visibleFromMs: number
  /** Units sold, or another measure of sales; used by `best_selling`. */
  popularity: number
}

export interface EngineVariant {
  /** The platform's id; absent if it does not matter which variant matched. */
  id?: number
  /** Shop currency, major units. */
  price: number
  compareAt: number | null
  available: boolean
  /** Option name → value. Names with the same meaning (`Color`, `Farbe`) are one option. */
  options: Readonly<Record<string, string>>
  /** SKU and barcode: a query for one of them means this variant. Only the first two are used. */
  partNumbers?: readonly string[]
  /** The color in its picture, as people would name it; absent if it was not analyzed or is not clear. */
  pictureColor?: ColorFamily | undefined
}
