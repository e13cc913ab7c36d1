import { createHash } from 'node:crypto'
import type { ColorFamily } from '@vitrine/engine'
import type { ShopId } from '../record-store/record-store.ts'

export type VectorKind = 'text' | 'image'

/** The vectors of one shop made by one model: a space that is being built, or one in use. */
export interface ArchivedSpace {
  /** Never reused. */
  id: number
  shop: ShopId
  kind: VectorKind
  space: string
  dimension: number
  /** The embedder setting that made it, so that a replaced model can still answer queries until the new space is complete. */
  embedder: string
  /** Position in the product change feed up to which vectors exist. */
  seq: number
  /** True if it has caught up with the catalog at least once. */
  complete: boolean
}

export interface ProductVectors {
  productId: number
  /** In the order of their sources (the product's text, or its pictures). */
  items: readonly VectorItem[]
}

export interface VectorItem {
  hash: string
  bytes: Uint8Array
  /** Thumbnail of the picture; empty if none could be made. Absent for texts, for pictures embedded before thumbnails existed, and in a scan. */
  thumbnail?: Uint8Array
  /** Common name of the color of the pictured item; '' if it is not clear. Absent if it was not analyzed, for texts, and in a scan. */
  color?: ColorFamily | ''
}

/** The `hash` of an item, from what it was made of: short enough to store, long enough never to collide by chance. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** A picture of a product that has a clear color. */
export interface PictureColor {
  productId: number
  /** Hash of the picture's address. */
  hash: string
  color: ColorFamily
}

export interface PictureChanges {
  productIds: readonly number[]
  /** Position to continue from. */
  place: number
}

/** Part of the archive that text search follows. */
export interface PictureColors {
  /** Returns the clear colors of these products' pictures. */
  pictureColors(shop: ShopId, productIds: readonly number[]): Promise<readonly PictureColor[]>
  /**
   * Returns products with a picture whose color was found or changed after that position: about `limit` of them, in
   * that order. A product is returned again if its color changes again. undefined if there are none.
   */
  pictureChanges(shop: ShopId, after: number, limit: number): Promise<PictureChanges | undefined>
  lastPictureChange(shop: ShopId): Promise<number>
}

export interface VectorWrite {
  puts: readonly ProductVectors[]
  deletes: readonly number[]
  /** Unchanged if absent. */
  seq?: number
  complete?: boolean
}

/** A picture that could not be fetched or read, and when it is tried again. */
export interface ImageFailure {
  productId: number
  src: string
  reason: string
  attempts: number
  /** Milliseconds since 1970; null: not until the product changes. */
  retryAtMs: number | null
}

/**
 * Vectors on disk, so that nothing is embedded twice. All of it can be made again from the catalog. A write is atomic
 * and includes its position in the change feed, so that work continues there after a crash.
 */
export interface VectorArchive extends PictureColors {
  listSpaces(shop: ShopId | null): Promise<readonly ArchivedSpace[]>
  /** Returns the space of that name, creating it if it does not exist yet. */
  openSpace(space: Omit<ArchivedSpace, 'id' | 'seq' | 'complete'>): Promise<ArchivedSpace>
  /** Drops the space with all its vectors. */
  dropSpace(id: number): Promise<void>
  write(id: number, write: VectorWrite): Promise<void>
  /** Returns products with number > afterId in number order, at most `limit`, without their thumbnails. */
  scan(id: number, afterId: number, limit: number): Promise<readonly ProductVectors[]>
  /** Returns the vectors of those products that have any. */
  get(id: number, productIds: readonly number[]): Promise<readonly ProductVectors[]>
  count(id: number): Promise<number>

  /** Replaces the known failures of the products. */
  setFailures(shop: ShopId, productIds: readonly number[], failures: readonly ImageFailure[]): Promise<void>
  listFailures(shop: ShopId, limit: number): Promise<readonly ImageFailure[]>
  /** Returns the failures of these products. */
  failuresOf(shop: ShopId, productIds: readonly number[]): Promise<readonly ImageFailure[]>
  /** Returns the products with a failure that is due for another try, in number order. */
  dueFailures(shop: ShopId, nowMs: number, limit: number): Promise<readonly number[]>
  close(): Promise<void>
}
