import type { ColorFamily } from '../colors/color-families.ts'
import type { TextDoc } from '../text/text-doc.ts'

/** One product as the index takes it. The engine knows nothing of shops: visibility and attributes arrive as named values. */
export interface EngineDoc {
  /** The platform's number; orders equals everywhere. */
  id: number
  title: string
  text: TextDoc
  /**
   * Attributes that hold for the whole product, by name (`vendor`, `tag`, `collection`, `publication`, `metafield:a.b`, …).
   * Filters, facets and visibility all read these.
   */
  terms: Readonly<Record<string, readonly string[]>>
  variants: readonly EngineVariant[]
  /** Place of the product in a collection, for the values of `terms.collection` that are ordered. */
  collectionPlaces: Readonly<Record<string, number>>
  rating: number | null
  /** Milliseconds since 1970; decides `newest`. */
  createdMs: number
  /** Not shown before this moment; 0 for always. */
  visibleFromMs: number
  /** Units sold, or whatever stands for it; decides `best_selling`. */
  popularity: number
}

export interface EngineVariant {
  /** The platform's number; absent where nobody asks which variant matched. */
  id?: number
  /** Shop currency, major units. */
  price: number
  compareAt: number | null
  available: boolean
  /** Option name → value. Names of one meaning (`Color`, `Farbe`) are one option. */
  options: Readonly<Record<string, string>>
  /** Article number and barcode: a query for one of them means this variant. At most two count. */
  partNumbers?: readonly string[]
  /** Name that people would give the color in its picture; absent if nobody has looked, or it is not clear. */
  pictureColor?: ColorFamily | undefined
}
