import type { Product } from '../../../ports/record-store/product.ts'
import type { Raw } from '../../platform/catalog-values.ts'

export interface DetectedSource {
  /** Name of a file in an archive; '' if there is only one file. */
  file: string
  format: 'csv' | 'json' | 'xml'
  name: string
  title: string
}

export interface UnmappedField {
  field: string
  /** Null if the field is not kept. */
  metafield: string | null
  /** The guessed type of the field, or the reason why it is not kept. */
  type: string
}

/** Items are yielded in the order of the source as far as its format allows. `line` counts from 1. */
export type ImportItem =
  | { kind: 'product'; line: number; product: Product; source: readonly Raw[] }
  /** Something that could not be imported; reading goes on. `productId` is the product concerned, if known. */
  | { kind: 'fault'; line: number; reason: string; productId?: number }
  /** Something the merchant should know although nothing was refused. */
  | { kind: 'note'; line: number; text: string }
  | { kind: 'detected'; line: number; source: DetectedSource }
  | { kind: 'unmapped'; line: number; fields: readonly UnmappedField[] }
