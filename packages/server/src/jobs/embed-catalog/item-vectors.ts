import type { Product } from '../../ports/record-store/product.ts'
import type { ImageFailure, ProductVectors, VectorItem } from '../../ports/vector-archive/vector-archive.ts'

/** By product, then by the hash of the vector's source. */
export type KnownVectors = ReadonlyMap<number, ReadonlyMap<string, VectorItem>>

export interface ItemVectors {
  vectors: readonly ProductVectors[]
  failures: readonly ImageFailure[]
}

/** Vectors in `known` are not made again. */
export type ItemEmbedder = (products: readonly Product[], known: KnownVectors) => Promise<ItemVectors>
