import type { ApiKey, RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import type { CurrentActor } from '../access/actor.ts'
import { changeAccess } from '../access/change-access.ts'
import type { AccessDeps } from '../access/sessions.ts'
import { Refusal } from '../errors.ts'
import type { KeyKind } from './api-key.ts'
import type { KeyRing } from './key-ring.ts'

export interface KeyAdminDeps extends Pick<AccessDeps, 'exclusively'> {
  store: Pick<RecordStore, 'getShop'>
  keys: KeyRing
}

export interface KeyRequest {
  nowMs: number
  label: string
  kind?: KeyKind
  expires_at?: string | null
}

export function createKey(deps: KeyAdminDeps, who: CurrentActor, shop: ShopId, request: KeyRequest) {
  return changeAccess(deps, who, async () => {
    await requireShop(deps, shop)
    const { label, kind = 'storefront', expires_at: expires, nowMs } = request
    await refuseTooMany(deps, shop, nowMs)
    const expiresAt = expires == null ? null : new Date(expires).toISOString()
    return deps.keys.issue({ shop, kind, label, expiresAt, nowMs })
  })
}

export async function listKeys(deps: KeyAdminDeps, shop: ShopId) {
  await requireShop(deps, shop)
  return { keys: (await deps.keys.list(shop)).map(viewKey) }
}

export function revokeKey(
  deps: KeyAdminDeps,
  who: CurrentActor,
  shop: ShopId,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<void> {
  return changeAccess(deps, who, async () => {
    if (!(await deps.keys.revoke(shop, id, nowMs))) throw new Refusal(404, 'the shop has no such key')
  })
}

const MAX_KEYS = 100

async function refuseTooMany({ keys }: KeyAdminDeps, shop: ShopId, nowMs: number): Promise<void> {
  const isValid = ({ revokedAt, expiresAt }: ApiKey) =>
    revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs)
  if ((await keys.list(shop)).filter(isValid).length >= MAX_KEYS)
    throw new Refusal(409, `a shop has at most ${MAX_KEYS} keys: revoke some first`)
}

async function requireShop(deps: KeyAdminDeps, shop: ShopId): Promise<void> {
  if (!(await deps.store.getShop(shop))) throw new Refusal(404, `there is no shop ${shop}`)
}

export function viewKey({ id, kind, label, createdAt, expiresAt, revokedAt }: ApiKey) {
  return { id, kind, label, created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt }
}
