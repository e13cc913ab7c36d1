import type {
  createUserRoute,
  ImportAnswer,
  ImportCheck,
  RequestOf,
  ShopConfigInput,
  ShopView,
  UserView,
} from '@vitrine/contract'
import type { AdminProduct } from '../../features/catalog/admin-product.ts'
import type { FeedDeletion } from '../../features/catalog/import/delete-absent.ts'
import type { SourceWords } from '../../features/catalog/import/open-source.ts'
import { Refusal } from '../../features/errors.ts'
import type { replayChange, SearchHealth } from '../../features/search-health/search-health.ts'
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

export type UserOrder = RequestOf<typeof createUserRoute>

export interface OneTimeLink {
  link: string
  expires_at: string
}

export interface HealthAnswer {
  health: SearchHealth | null
  trend: { date: string; score: number | null }[]
  progress: { done: number; of: number } | null
}

export type ReplayAnswer = Awaited<ReturnType<typeof replayChange>>

/** The target of a command: a data folder that no server uses, or a running server. Both report the same errors. */
export interface AdminTarget {
  readonly name: string
  listShops(): Promise<ShopView[]>
  saveShop(shop: string, settings: NonNullable<ShopConfigInput['shop']>): Promise<ShopView>
  deleteShop(shop: string): Promise<void>
  /** Lists the keys of a shop or, for null, of the whole deployment, which only a data folder can provide. */
  listKeys(shop: string | null): Promise<KeyLine[]>
  createKey(shop: string | null, order: KeyOrder): Promise<{ id: string; key: string }>
  revokeKey(shop: string | null, id: string): Promise<void>
  listUsers(): Promise<UserView[]>
  addUser(order: UserOrder): Promise<OneTimeLink>
  linkUser(email: string): Promise<OneTimeLink>
  getConfig(shop: string): Promise<unknown>
  effectiveConfig(shop: string): Promise<unknown>
  replaceConfig(shop: string, document: unknown): Promise<void>
  /** Waits for a check that is in progress. */
  searchHealth(shop: string): Promise<HealthAnswer>
  replay(shop: string, patch: unknown): Promise<ReplayAnswer>
  importProducts(
    shop: string,
    file: AsyncIterable<Uint8Array>,
    words: SourceWords & { name?: string; feed?: FeedDeletion },
  ): Promise<ImportAnswer>
  checkImport(shop: string, file: AsyncIterable<Uint8Array>, words: SourceWords): Promise<ImportCheck>
  products(shop: string): AsyncIterable<AdminProduct>
  deleteProducts(shop: string, ids: readonly number[]): Promise<void>
  close(): Promise<void>
}

export function userOf(users: readonly UserView[], email: string): UserView {
  const user = users.find((one) => one.email === email.toLowerCase())
  if (!user) throw new Refusal(404, `there is no user ${email}; add one with "vitrine user add ${email}"`)
  return user
}
