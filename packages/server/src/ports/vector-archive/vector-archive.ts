import { createHash } from 'node:crypto'
import type { ColorFamily } from '@vitrine/engine'
import type { ShopId } from '../record-store/record-store.ts'

export type VectorKind = 'text' | 'image'

/** The vectors of one shop by one model. While a new model's space is built, the old one stays in use. */
export interface ArchivedSpace {
  /** Never reused. */
  id: number
  shop: ShopId
  kind: VectorKind
  space: string
  dimension: number
  /** A replaced model is needed for queries until the new space is complete. */
  embedder: string
  /** Position in the product change feed up to which vectors exist. */
  seq: number
  /** True once the space has caught up with the catalog for the first time. */
  complete: boolean
}

export interface ProductVectors {
  productId: number
  /** Items in the order of their sources (the product's text, or its pictures). */
  items: readonly VectorItem[]
}

export interface VectorItem {
  hash: string
  bytes: Uint8Array
  /** Empty if no thumbnail could be made. Absent for texts, for pictures of early versions, and in a scan. */
  thumbnail?: Uint8Array
  /** Color of the pictured item; '' if it is not clear. Absent if it was not analyzed, for texts, and in a scan. */
  color?: ColorFamily | ''
}

/** 22 base64url characters (132 bits), which never collide by chance. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

export interface PictureColor {
  productId: number
  /** Hash of the picture's URL. */
  hash: string
  color: ColorFamily
}

export interface PictureChanges {
  productIds: readonly number[]
  place: number
}

export interface PictureColors {
  /** Leaves out pictures without a clear color. */
  pictureColors(shop: ShopId, productIds: readonly number[]): Promise<readonly PictureColor[]>
  /** Returns products in the order in which colors of their pictures were found or changed; undefined if none were. */
  pictureChanges(shop: ShopId, after: number, limit: number): Promise<PictureChanges | undefined>
  lastPictureChange(shop: ShopId): Promise<number>
}

export interface VectorWrite {
  puts: readonly ProductVectors[]
  deletes: readonly number[]
  seq?: number
  complete?: boolean
}

/** A picture that could not be fetched or read. */
export interface ImageFailure {
  productId: number
  src: string
  reason: string
  attempts: number
  /** null: not before the product changes. */
  retryAtMs: number | null
}

/** All vectors can be made again from the catalog. A write is atomic and includes its position in the change feed. */
export interface VectorArchive extends PictureColors {
  listSpaces(shop: ShopId | null): Promise<readonly ArchivedSpace[]>
  /** Creates the space if it does not exist. */
  openSpace(space: Omit<ArchivedSpace, 'id' | 'seq' | 'complete'>): Promise<ArchivedSpace>
  dropSpace(id: number): Promise<void>
  write(id: number, write: VectorWrite): Promise<void>
  /** Products above `afterId` in order, without thumbnails. */
  scan(id: number, afterId: number, limit: number): Promise<readonly ProductVectors[]>
  /** Leaves out products without vectors. */
  get(id: number, productIds: readonly number[]): Promise<readonly ProductVectors[]>
  count(id: number): Promise<number>

  setFailures(shop: ShopId, productIds: readonly number[], failures: readonly ImageFailure[]): Promise<void>
  listFailures(shop: ShopId, limit: number): Promise<readonly ImageFailure[]>
  failuresOf(shop: ShopId, productIds: readonly number[]): Promise<readonly ImageFailure[]>
  /** Returns ids in order. */
  dueFailures(shop: ShopId, nowMs: number, limit: number): Promise<readonly number[]>
  close(): Promise<void>
}
