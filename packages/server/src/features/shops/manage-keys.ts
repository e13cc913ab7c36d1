import type { ApiKey, RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import type { KeyKind } from './api-key.ts'
import type { KeyRing } from './key-ring.ts'

export interface KeyAdminDeps {
  store: Pick<RecordStore, 'getShop'>
  keys: KeyRing
}

export interface KeyRequest {
  label: string
  kind?: KeyKind
  expires_at?: string | null
}

export async function createKey(deps: KeyAdminDeps, shop: ShopId, request: KeyRequest, nowMs: number) {
  await requireShop(deps, shop)
  const { label, kind = 'storefront', expires_at: expires } = request
  const expiresAt = expires == null ? null : new Date(expires).toISOString()
  return deps.keys.issue({ shop, kind, label, expiresAt, nowMs })
}

export async function listKeys(deps: KeyAdminDeps, shop: ShopId) {
  await requireShop(deps, shop)
  return { keys: (await deps.keys.list(shop)).map(viewKey) }
}

export async function revokeKey(deps: KeyAdminDeps, shop: ShopId, id: string, nowMs: number): Promise<void> {
  if (!(await deps.keys.revoke(shop, id, nowMs))) throw new Refusal(404, 'the shop has no such key')
}

async function requireShop(deps: KeyAdminDeps, shop: ShopId): Promise<void> {
  if (!(await deps.store.getShop(shop))) throw new Refusal(404, `there is no shop ${shop}`)
}

export function viewKey({ id, kind, label, createdAt, expiresAt, revokedAt }: ApiKey) {
  return { id, kind, label, created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt }
}
