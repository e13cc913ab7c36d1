import { createHash } from 'node:crypto'
import type { ColorFamily } from '@vitrine/engine'
import type { ShopId } from '../record-store/record-store.ts'

export type VectorKind = 'text' | 'image'

/** The vectors of one shop made by one model: a space under way, or one that serves. */
export interface ArchivedSpace {
  /** Never reused. */
  id: number
  shop: ShopId
  kind: VectorKind
  space: string
  dimension: number
  /** The embedder setting that made it, so that a model that was replaced can still answer queries until the new space is whole. */
  embedder: string
  /** Place in the product change feed up to which vectors are there. */
  seq: number
  /** Was once level with the catalog. */
  complete: boolean
}

export interface ProductVectors {
  productId: number
  /** In the order of what they were made from (the product's text, or its pictures). */
  items: readonly VectorItem[]
}

export interface VectorItem {
  hash: string
  bytes: Uint8Array
  /** Thumbnail of the picture; empty if none could be made. Absent for texts, for pictures that were embedded before thumbnails, and in a scan. */
  thumbnail?: Uint8Array
  /** Name that people would give the color of what is pictured; '' if that is not clear. Absent if nobody looked, for texts, and in a scan. */
  color?: ColorFamily | ''
}

/** Short enough to store, long enough never to meet by chance: the `hash` of an item, by what it was made from. */
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
  /** Place to ask for next. */
  place: number
}

/** Part of the archive that text search follows. */
export interface PictureColors {
  /** The clear colors of these products' pictures. */
  pictureColors(shop: ShopId, productIds: readonly number[]): Promise<readonly PictureColor[]>
  /**
   * Products with a picture whose color was found out, or found to be another, after that place: about `limit` of them, in the order in
   * which that happened. Each comes once more when it happens again. undefined: none.
   */
  pictureChanges(shop: ShopId, after: number, limit: number): Promise<PictureChanges | undefined>
  lastPictureChange(shop: ShopId): Promise<number>
}

export interface VectorWrite {
  puts: readonly ProductVectors[]
  deletes: readonly number[]
  /** Unchanged where absent. */
  seq?: number
  complete?: boolean
}

/** A picture that could not be had or read, and when it is tried again. */
export interface ImageFailure {
  productId: number
  src: string
  reason: string
  attempts: number
  /** Milliseconds since 1970; null: not again, until the product changes. */
  retryAtMs: number | null
}

/**
 * Vectors on disk, so that nothing is embedded twice. All of it can be made again from the catalog; a write is whole or not there
 * at all, and its place in the change feed is part of it, so a crash in the middle goes on where it was.
 */
export interface VectorArchive extends PictureColors {
  listSpaces(shop: ShopId | null): Promise<readonly ArchivedSpace[]>
  /** The space of that name, made where it is not there yet. */
  openSpace(space: Omit<ArchivedSpace, 'id' | 'seq' | 'complete'>): Promise<ArchivedSpace>
  /** With all its vectors. */
  dropSpace(id: number): Promise<void>
  write(id: number, write: VectorWrite): Promise<void>
  /** Products with number > afterId in number order, at most `limit`. Without their thumbnails. */
  scan(id: number, afterId: number, limit: number): Promise<readonly ProductVectors[]>
  /** Those of the products that are there. */
  get(id: number, productIds: readonly number[]): Promise<readonly ProductVectors[]>
  count(id: number): Promise<number>

  /** Replaces what is known of the products' failures. */
  setFailures(shop: ShopId, productIds: readonly number[], failures: readonly ImageFailure[]): Promise<void>
  listFailures(shop: ShopId, limit: number): Promise<readonly ImageFailure[]>
  /** Failures of these products. */
  failuresOf(shop: ShopId, productIds: readonly number[]): Promise<readonly ImageFailure[]>
  /** Products with a failure whose time has come, in number order. */
  dueFailures(shop: ShopId, nowMs: number, limit: number): Promise<readonly number[]>
  close(): Promise<void>
}
