import type { ShopConfig } from '@vitrine/contract'
import type { Product } from './product.ts'

/** The shop's domain on the platform, lower case: `demo-shop.myshopify.com`. */
export type ShopId = string

export interface Shop {
  id: ShopId
  createdAt: string
  /** Increases by one with every change of `config`. */
  version: number
  config: ShopConfig
}

export interface ConfigChange {
  /** Shown in the history; null if not known. */
  author: string | null
  note: string | null
  /** The draft that goes live with this change, as it was read; it is deleted in the same commit. */
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
  /** SHA-256 of the key, hex. The key itself is never stored. */
  hash: string
  label: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

export type PutOutcome = 'created' | 'updated' | 'unchanged'

export interface ProductChange {
  /** Ascending for the whole life of the shop and never reused; gaps are normal. */
  seq: number
  productId: number
  kind: 'put' | 'delete'
}

/** Number of revoked or expired keys that are kept for lists. */
export const MAX_ENDED_KEYS = 100

/**
 * The primary data: shops, keys, products and configuration. Every write is durable (against process and power
 * failure) once its promise resolves, and a batch is written completely or not at all. Calls for one shop never see
 * another shop's rows.
 */
export interface RecordStore {
  /**
   * Creates the shop or replaces its configuration. With `expectedVersion`, returns undefined if the stored version
   * differs (0: the shop must not exist yet); with `change.draft`, also if that draft is gone, so that only one of
   * several callers publishes it.
   */
  putShop(id: ShopId, config: ShopConfig, expectedVersion?: number, change?: ConfigChange): Promise<Shop | undefined>
  getShop(id: ShopId): Promise<Shop | undefined>
  listShops(): Promise<readonly Shop[]>
  /** Lists shops in the order of `listShops`, without reading their configurations. */
  listShopIds(): Promise<readonly ShopId[]>
  /** Versions below `before`, newest first. The latest 500 are kept. */
  listVersions(shop: ShopId, before: number, limit: number): Promise<readonly ShopVersion[]>
  getVersion(shop: ShopId, version: number): Promise<(ShopVersion & { config: ShopConfig }) | undefined>
  /** Also removes the shop's keys, products, versions and changes. */
  deleteShop(id: ShopId): Promise<boolean>

  /** Also removes revoked and expired keys of the shop, except the latest `MAX_ENDED_KEYS`. */
  addKey(key: ApiKey): Promise<void>
  findKey(hash: string): Promise<ApiKey | undefined>
  /** `null` lists the deployment's own admin keys. */
  listKeys(shop: ShopId | null): Promise<readonly ApiKey[]>
  /** Returns false if the shop has no such key. A key that is revoked twice keeps the first time. */
  revokeKey(shop: ShopId | null, id: string, at: string): Promise<boolean>

  /**
   * Returns outcomes in the given order. A product equal to the stored one is `unchanged` and makes no change-feed
   * entry. If two products have the same id, the later one wins. Rejects if the shop does not exist; concurrent calls
   * are written in the order of the calls.
   */
  putProducts(shop: ShopId, products: readonly Product[]): Promise<readonly PutOutcome[]>
  deleteProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  getProducts(shop: ShopId, ids: readonly number[]): Promise<readonly (Product | undefined)[]>
  /** Returns which products exist, in the given order, without reading them. */
  hasProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  /** Products with id > afterId in id order. */
  scanProducts(shop: ShopId, afterId: number, limit: number): Promise<readonly Product[]>
  countProducts(shop: ShopId): Promise<number>
  /** Returns ids in the order of the handles; if two products have the same handle, the one changed last. */
  findProductIds(shop: ShopId, handles: readonly string[]): Promise<readonly (number | undefined)[]>
  /** If sources gave two products the same handle, returns the one changed last. */
  findProductByHandle(shop: ShopId, handle: string): Promise<Product | undefined>
  /** Changes with seq > afterSeq, oldest first. An adapter need only keep the latest change of each product. */
  readChanges(shop: ShopId, afterSeq: number, limit: number): Promise<readonly ProductChange[]>
  lastChange(shop: ShopId): Promise<number>

  /** Calls back after a committed write to the shop, without data. Returns a function that unsubscribes. */
  onChange(listener: (shop: ShopId) => void): () => void
  close(): Promise<void>
}
