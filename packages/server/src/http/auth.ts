/** The shop comes from `x-shop` alone. */
import type { IncomingHttpHeaders } from 'node:http'
import { type Actor, coversShops, keyActor } from '../features/access/actor.ts'
import { TooBusy, Unauthorized } from '../features/errors.ts'
import { hashKey, sameHash } from '../features/shops/api-key.ts'
import type { KeyRing } from '../features/shops/key-ring.ts'
import type { ShopCache } from '../features/shops/shop-cache.ts'
import type { ApiKey, Shop, ShopId } from '../ports/record-store/record-store.ts'

export interface AuthDeps {
  keys: Pick<KeyRing, 'findKey' | 'readKey' | 'recallKey'>
  findShop(id: ShopId): Promise<Shop | undefined>
  /** Returns undefined if the shop is not in memory. */
  recallShop(id: ShopId): Shop | undefined
  /** Without derived configuration, for requests that only send data. */
  stored: ShopCache
  findSession(token: string, nowMs: number): Promise<Actor | undefined>
  deploymentAdminKey: string | null
  /** A shop gets its keys last, so a correct key is still unknown. */
  isBeingCreated(shop: ShopId): boolean
}

export interface StorefrontCaller {
  shop: Shop
  isServerSide: boolean
}

/** An unknown shop gets the same answer as a wrong key, so that it is not revealed. */
export async function authenticateStorefront(
  deps: AuthDeps,
  headers: IncomingHttpHeaders,
  nowMs: number,
): Promise<StorefrontCaller> {
  const presented = bearerKey(headers)
  const shopId = shopHeader(headers)
  if (presented === undefined) throw new Unauthorized('Authorization header with a Bearer storefront key is required')
  if (shopId === undefined) throw new Unauthorized('x-shop header is required')
  if (deps.isBeingCreated(shopId)) throw new TooBusy(5, 'this shop is being created, try again')
  // The key is checked first, so that a request without a valid one cannot load a shop.
  const key = await deps.keys.findKey(presented, nowMs)
  if (!opensStorefront(key) || key.shop !== shopId) throw new Unauthorized()
  const shop = await deps.findShop(shopId)
  if (shop === undefined) throw new Unauthorized()
  return { shop, isServerSide: key.kind === 'server' }
}

/** Synchronous. Returns undefined if the caller is refused or not in memory. */
export function recallStorefront(
  deps: AuthDeps,
  headers: IncomingHttpHeaders,
  nowMs: number,
): StorefrontCaller | undefined {
  const presented = bearerKey(headers)
  const key = presented === undefined ? undefined : deps.keys.recallKey(presented, nowMs)
  if (!opensStorefront(key)) return undefined
  const shop = shopInMemory(deps, headers)
  return shop?.id === key.shop ? { shop, isServerSide: key.kind === 'server' } : undefined
}

function opensStorefront(key: ApiKey | undefined): key is ApiKey {
  return key?.kind === 'storefront' || key?.kind === 'server'
}

export function recallShop(deps: AuthDeps, headers: IncomingHttpHeaders): StorefrontCaller | undefined {
  const shop = shopInMemory(deps, headers)
  return shop && { shop, isServerSide: false }
}

function shopInMemory(deps: AuthDeps, headers: IncomingHttpHeaders): Shop | undefined {
  const shopId = shopHeader(headers)
  return shopId === undefined ? undefined : deps.recallShop(shopId)
}

/** Legacy endpoints get the shop from `x-shop` and need no key. */
export async function authenticateShop(deps: AuthDeps, headers: IncomingHttpHeaders): Promise<StorefrontCaller> {
  const shopId = shopHeader(headers)
  if (shopId === undefined) throw new Unauthorized('x-shop header is required')
  const shop = await deps.findShop(shopId)
  if (shop === undefined) throw new Unauthorized()
  return { shop, isServerSide: false }
}

/** Checks an admin key that is sent along with a storefront key (`x-admin-key`). */
export async function isAdminOf(
  deps: AuthDeps,
  headers: IncomingHttpHeaders,
  shop: ShopId,
  nowMs: number,
): Promise<boolean> {
  const presented = single(headers['x-admin-key'])
  const actor = presented === undefined ? undefined : await findAdminKey(deps, presented, nowMs)
  return actor !== undefined && coversShops(actor, [shop])
}

export async function findAdminKey(deps: AuthDeps, presented: string, nowMs: number): Promise<Actor | undefined> {
  const own = deps.deploymentAdminKey
  if (own !== null && sameHash(hashKey(presented), hashKey(own))) return keyActor('of the deployment', null)
  const key = await deps.keys.readKey(presented, nowMs)
  return key?.kind === 'admin' ? keyActor(key.label, key.shop) : undefined
}

const BEARER = 'Bearer '

export function bearerKey(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers
  // Faster than the regular expression, for the form that nearly every client sends.
  if (authorization?.startsWith(BEARER) && !authorization.includes(' ', BEARER.length))
    return authorization.slice(BEARER.length) || undefined
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

function shopHeader(headers: IncomingHttpHeaders): ShopId | undefined {
  const value = single(headers['x-shop'])?.trim().toLowerCase()
  return value === '' ? undefined : value
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
