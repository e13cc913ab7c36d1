import type { ColorFamily } from '../colors/color-families.ts'
import type { TextDoc } from '../text/text-doc.ts'

/** One product as the index takes it. The engine knows nothing about shops: visibility and attributes arrive as named values. */
export interface EngineDoc {
  /** The platform's id; decides ties everywhere. */
  id: number
  title: string
  text: TextDoc
  /**
   * Attributes of the whole product, by name (`vendor`, `tag`, `collection`, `publication`, `metafield:a.b`, …).
   * Filters, facets and visibility all read these.
   */
  terms: Readonly<Record<string, readonly string[]>>
  variants: readonly EngineVariant[]
  /** Position of the product in each collection of `terms.collection` that is ordered. */
  collectionPlaces: Readonly<Record<string, number>>
  rating: number | null
  /** Milliseconds since 1970; used by `newest`. */
  createdMs: number
  /** Not shown before this time; 0 for always shown. */
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
