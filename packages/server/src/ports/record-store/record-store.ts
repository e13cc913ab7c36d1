import type { ShopConfig } from '@vitrine/contract'
import type { Product } from './product.ts'

/** The shop's domain on the platform, in lower case: `demo-shop.myshopify.com`. */
export type ShopId = string

export interface Shop {
  id: ShopId
  createdAt: string
  /** Increases by one with every change of `config`. */
  version: number
  config: ShopConfig
}

export interface ConfigChange {
  /** null if unknown. */
  author: string | null
  note: string | null
  /** The draft that this change publishes, as it was read. It is deleted in the same commit. */
  draft?: { id: string; updatedAt: string }
}

export interface ShopVersion extends Omit<ConfigChange, 'draft'> {
  version: number
  at: string
}

export interface ApiKey {
  id: string
  /** null: an admin key of the whole deployment. */
  shop: ShopId | null
  kind: 'storefront' | 'server' | 'admin'
  /** SHA-256, hex. The key itself is never stored. */
  hash: string
  label: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

export type PutOutcome = 'created' | 'updated' | 'unchanged'

export interface ProductChange {
  /** Ascending and never reused; gaps are normal. */
  seq: number
  productId: number
  kind: 'put' | 'delete'
}

/** Revoked and expired keys that are kept for lists. */
export const MAX_ENDED_KEYS = 100

/** The primary data. Writes are durable (against process and power failure) once resolved, and batches are atomic. */
export interface RecordStore {
  /**
   * Returns undefined if the stored version is not `expectedVersion` (0: the shop must not exist), or if `change.draft`
   * is gone, so that only one of several callers publishes it.
   */
  putShop(id: ShopId, config: ShopConfig, expectedVersion?: number, change?: ConfigChange): Promise<Shop | undefined>
  getShop(id: ShopId): Promise<Shop | undefined>
  listShops(): Promise<readonly Shop[]>
  /** In the order of `listShops`, without reading configurations. */
  listShopIds(): Promise<readonly ShopId[]>
  /** Returns versions below `before`, newest first. The latest 500 are kept. */
  listVersions(shop: ShopId, before: number, limit: number): Promise<readonly ShopVersion[]>
  getVersion(shop: ShopId, version: number): Promise<(ShopVersion & { config: ShopConfig }) | undefined>
  /** Also removes the shop's keys, products, versions and changes. */
  deleteShop(id: ShopId): Promise<boolean>

  /** Also removes revoked and expired keys of the shop, except the latest `MAX_ENDED_KEYS`. */
  addKey(key: ApiKey): Promise<void>
  findKey(hash: string): Promise<ApiKey | undefined>
  /** `null` lists the deployment's own keys. */
  listKeys(shop: ShopId | null): Promise<readonly ApiKey[]>
  /** Returns false if the shop has no such key. Revoking again keeps the first time. */
  revokeKey(shop: ShopId | null, id: string, at: string): Promise<boolean>

  /**
   * Outcomes are in the given order; of two products with one id, the later wins. An unchanged product makes no
   * change-feed entry. Rejects if the shop does not exist. Concurrent calls are written in their order.
   */
  putProducts(shop: ShopId, products: readonly Product[]): Promise<readonly PutOutcome[]>
  deleteProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  getProducts(shop: ShopId, ids: readonly number[]): Promise<readonly (Product | undefined)[]>
  /** In the given order, without reading the products. */
  hasProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  /** Returns products with ids above `afterId`, in order. */
  scanProducts(shop: ShopId, afterId: number, limit: number): Promise<readonly Product[]>
  countProducts(shop: ShopId): Promise<number>
  /** Returns ids in the order of the handles. Of two products with one handle, the one changed last counts. */
  findProductIds(shop: ShopId, handles: readonly string[]): Promise<readonly (number | undefined)[]>
  /** Of two products with the handle, returns the one changed last. */
  findProductByHandle(shop: ShopId, handle: string): Promise<Product | undefined>
  /** After `afterSeq`, oldest first. An adapter need only keep the latest change of each product. */
  readChanges(shop: ShopId, afterSeq: number, limit: number): Promise<readonly ProductChange[]>
  lastChange(shop: ShopId): Promise<number>

  /** Called after a committed write to the shop. Returns a function that unsubscribes. */
  onChange(listener: (shop: ShopId) => void): () => void
  close(): Promise<void>
}
