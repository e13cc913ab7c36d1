import type { ShopConfig } from '@vitrine/contract'
import type { Product } from './product.ts'

/** The shop's platform domain, lower case: `demo-shop.myshopify.com`. */
export type ShopId = string

/** A shop and its whole declarative configuration. */
export interface Shop {
  id: ShopId
  createdAt: string
  /** Goes up by one with every change of `config`. */
  version: number
  config: ShopConfig
}

/** Who changed a configuration, and why. */
export interface ConfigChange {
  /** As the history shows it; null where nobody is known. */
  author: string | null
  note: string | null
  /** The draft that goes live with it, as it was read: gone in the same commit. */
  draft?: { id: string; updatedAt: string }
}

/** A version of a shop's configuration. */
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

/** One step of the product change feed. */
export interface ProductChange {
  /** Rises over the shop's life, never reused; gaps are normal. */
  seq: number
  productId: number
  kind: 'put' | 'delete'
}

/**
 * Shops, keys, products and configuration: the record of truth. Every write is durable (process and power) once its promise
 * resolves, and a batch is written whole or not at all. One shop's calls never see another shop's rows.
 */
export interface RecordStore {
  /** Creates the shop or replaces its configuration. With `expectedVersion`, answers undefined when the stored version differs (0: the shop must not exist yet), and with `change.draft` also when that draft is gone: of many who publish it, one does. */
  putShop(id: ShopId, config: ShopConfig, expectedVersion?: number, change?: ConfigChange): Promise<Shop | undefined>
  getShop(id: ShopId): Promise<Shop | undefined>
  listShops(): Promise<readonly Shop[]>
  /** In the same order, and without reading their configurations. */
  listShopIds(): Promise<readonly ShopId[]>
  /** Newest first, at most `limit`, those below version `before`. Written together with the configuration; the latest 500 are kept. */
  listVersions(shop: ShopId, before: number, limit: number): Promise<readonly ShopVersion[]>
  getVersion(shop: ShopId, version: number): Promise<(ShopVersion & { config: ShopConfig }) | undefined>
  /** Removes the shop with its keys, products, versions and changes. */
  deleteShop(id: ShopId): Promise<boolean>

  addKey(key: ApiKey): Promise<void>
  findKey(hash: string): Promise<ApiKey | undefined>
  /** `null` lists the deployment's own admin keys. */
  listKeys(shop: ShopId | null): Promise<readonly ApiKey[]>
  /** False when the shop has no such key. A key revoked twice keeps the first time. */
  revokeKey(shop: ShopId | null, id: string, at: string): Promise<boolean>

  /** Answers in the order given. A product equal to the stored one is `unchanged` and makes no change-feed entry. Of two with one id the later wins. Rejects when the shop does not exist; calls made at once are written in the order of the calls. */
  putProducts(shop: ShopId, products: readonly Product[]): Promise<readonly PutOutcome[]>
  deleteProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  getProducts(shop: ShopId, ids: readonly number[]): Promise<readonly (Product | undefined)[]>
  /** Tells whether each of them is stored, in the order given; their contents are not read. */
  hasProducts(shop: ShopId, ids: readonly number[]): Promise<readonly boolean[]>
  /** Products with id > afterId in id order, at most `limit`. */
  scanProducts(shop: ShopId, afterId: number, limit: number): Promise<readonly Product[]>
  countProducts(shop: ShopId): Promise<number>
  /** The ids of the products that have these handles, in the order given; of two with one handle, the one changed last. */
  findProductIds(shop: ShopId, handles: readonly string[]): Promise<readonly (number | undefined)[]>
  /** Sources disagree about handles now and then: of two products with one handle, the one changed last. */
  findProductByHandle(shop: ShopId, handle: string): Promise<Product | undefined>
  /** Changes with seq > afterSeq, oldest first; only the latest change of each product need be kept. */
  readChanges(shop: ShopId, afterSeq: number, limit: number): Promise<readonly ProductChange[]>
  lastChange(shop: ShopId): Promise<number>

  /** Calls back after a committed write that touched the shop (products or configuration); a wake-up, not a delivery. Returns the unsubscriber. */
  onChange(listener: (shop: ShopId) => void): () => void
  close(): Promise<void>
}
