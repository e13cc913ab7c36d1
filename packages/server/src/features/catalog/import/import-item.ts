import type { ImportAnswer } from '@vitrine/contract'
import type { Product } from '../../../ports/record-store/product.ts'
import type { Raw } from '../../platform/catalog-values.ts'

/** Items are yielded in the order of the source as far as its format allows. `line` counts from 1. */
export type ImportItem =
  | { kind: 'product'; line: number; product: Product; source: readonly Raw[] }
  /** Something that could not be imported; reading goes on. `productId` is the product concerned, if known. */
  | { kind: 'fault'; line: number; reason: string; productId?: number }
  /** Something the merchant should know although nothing was refused. */
  | { kind: 'note'; line: number; text: string }
  | { kind: 'detected'; line: number; source: ImportAnswer['detected'][number] }
  | { kind: 'unmapped'; line: number; fields: readonly ImportAnswer['unmapped'][number][] }
