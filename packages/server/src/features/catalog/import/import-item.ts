import type { Product } from '../../../ports/record-store/product.ts'
import type { Raw } from '../../platform/catalog-values.ts'

/** Format and mapping that were detected for a file. */
export interface DetectedSource {
  /** Name of a file in an archive; '' if there is only one file. */
  file: string
  format: 'csv' | 'json' | 'xml'
  /** Name of the mapping. */
  name: string
  title: string
}

/** A field of the source that the mapping does not name. */
export interface UnmappedField {
  field: string
  /** The metafield it is kept as; null if it is not kept. */
  metafield: string | null
  /** Its guessed type, or the reason why it is not kept. */
  type: string
}

/** Items that reading a source yields, in the order of the source as far as its format allows. `line` counts from 1. */
export type ImportItem =
  | { kind: 'product'; line: number; product: Product; source: readonly Raw[] }
  /** Something that could not be imported, and why; reading goes on. `productId` is the product it was about, if known. */
  | { kind: 'fault'; line: number; reason: string; productId?: number }
  /** Something the merchant should know although nothing was refused. */
  | { kind: 'note'; line: number; text: string }
  | { kind: 'detected'; line: number; source: DetectedSource }
  | { kind: 'unmapped'; line: number; fields: readonly UnmappedField[] }
