import type { ImportAnswer, ShopConfigInput, ShopView } from '@vitrine/contract'
import type { AdminProduct } from '../../features/catalog/admin-product.ts'
import type { KeyKind } from '../../features/shops/api-key.ts'

export interface KeyLine {
  id: string
  kind: KeyKind
  label: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

export interface KeyOrder {
  label: string
  kind: KeyKind
  expires_at: string | null
}

/**
 * What the commands work on: a data folder nobody else has open, or a running server over its admin API. Both refuse with the same
 * errors (`Refusal`, `RequestRefused`).
 */
export interface AdminTarget {
  /** For messages: the folder or the address. */
  readonly name: string
  listShops(): Promise<ShopView[]>
  saveShop(shop: string, settings: NonNullable<ShopConfigInput['shop']>): Promise<ShopView>
  deleteShop(shop: string): Promise<void>
  /** null: keys of the whole deployment, which only a data folder can hold. */
  listKeys(shop: string | null): Promise<KeyLine[]>
  createKey(shop: string | null, order: KeyOrder): Promise<{ id: string; key: string }>
  revokeKey(shop: string | null, id: string): Promise<void>
  getConfig(shop: string): Promise<unknown>
  replaceConfig(shop: string, document: unknown): Promise<void>
  importProducts(shop: string, file: AsyncIterable<Uint8Array>): Promise<ImportAnswer>
  products(shop: string): AsyncIterable<AdminProduct>
  close(): Promise<void>
}
