import type { ColorFamily } from '../colors/color-families.ts'
import type { TextDoc } from '../text/text-doc.ts'

/** A product as it is indexed. Visibility and attributes are named values in `terms`. */
export interface EngineDoc {
  /** The platform's id; breaks ties in every order. */
  id: number
  title: string
  text: TextDoc
  /** Attributes by name (`vendor`, `tag`, `collection`, `publication`, `metafield:a.b`, …). */
  terms: Readonly<Record<string, readonly string[]>>
  variants: readonly EngineVariant[]
  /** Position of the product in each ordered collection of `terms.collection`. */
  collectionPlaces: Readonly<Record<string, number>>
  rating: number | null
  createdMs: number
  visibleFromMs: number
  /** Units sold, or another measure of sales. */
  popularity: number
}

export interface EngineVariant {
  /** The platform's id; absent if hits need not name a variant. */
  id?: number
  /** Shop currency, major units. */
  price: number
  compareAt: number | null
  available: boolean
  /** Value by option name. Names with the same meaning (`Color`, `Farbe`) are one option. */
  options: Readonly<Record<string, string>>
  /** SKU and barcode, which queries may contain. Only the first two are used. */
  partNumbers?: readonly string[]
  /** Color recognized in the variant's picture; absent if unclear or not analyzed. */
  pictureColor?: ColorFamily | undefined
}
