import type { Product } from '../../../ports/record-store/product.ts'
import { MAX_RECORD_BYTES } from '../../platform/split-lines.ts'

/** What reading a source yields, in the order of the source as far as its format allows. `line` counts from 1. */
export type ImportItem =
  | { kind: 'product'; line: number; product: Product }
  /** Something that could not be taken, and why. The rest goes on. */
  | { kind: 'fault'; line: number; reason: string }
  /** Something the merchant should know although nothing was refused. */
  | { kind: 'note'; line: number; text: string }

/**
 * A reader of one format: bytes in, however they are cut into chunks, items out. Memory stays within a few times
 * `MAX_RECORD_BYTES`, whatever the size of the source.
 */
export interface ImportReader {
  push(chunk: Buffer): ImportItem[]
  end(): ImportItem[]
}

export const TOO_LONG = `is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`
