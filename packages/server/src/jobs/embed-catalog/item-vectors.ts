import type { Product } from '../../ports/record-store/product.ts'
import type { ImageFailure, ProductVectors, VectorItem } from '../../ports/vector-archive/vector-archive.ts'

/** Existing vectors, by product and by the hash of what they were made from. */
export type KnownVectors = ReadonlyMap<number, ReadonlyMap<string, VectorItem>>

export interface ItemVectors {
  vectors: readonly ProductVectors[]
  failures: readonly ImageFailure[]
}

/** Turns products into vectors, of their texts or of their pictures. Existing vectors are not made again. */
export type ItemEmbedder = (products: readonly Product[], known: KnownVectors) => Promise<ItemVectors>
