import type { Route } from '@vitrine/contract'
import type { FastifyRequest } from 'fastify'
import { type Actor, coversShops } from '../features/access/actor.ts'
import { Refusal, Unauthorized } from '../features/errors.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { type AuthDeps, bearerKey, findAdminKey } from './auth.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Identifies the caller, by key or session. A shop's key gives no access to paths without a shop, which belong to the deployment. */
export async function authenticateAdmin(
  deps: AuthDeps,
  request: FastifyRequest,
  route: Route,
  nowMs: number,
): Promise<Actor> {
  const shop = request.shopId
  if (request.headers.authorization === undefined) return signedIn(deps, request, route, nowMs)
  const presented = bearerKey(request.headers)
  if (presented === undefined) throw new Unauthorized('Authorization header with a Bearer admin key is required')
  const actor = await findAdminKey(deps, presented, nowMs)
  if (actor === undefined || !keyOpens(actor, shop)) throw new Unauthorized('invalid admin key')
  return actor
}

/** True if the key is valid for the shop. A key of another shop is refused like a wrong key. */
function keyOpens(actor: Actor, shop: ShopId | undefined): boolean {
  return coversShops(actor, shop === undefined ? null : [shop])
}

async function signedIn(deps: AuthDeps, request: FastifyRequest, route: Route, nowMs: number): Promise<Actor> {
  const token = readSessionCookie(request)
  const actor = token === undefined ? undefined : await deps.findSession(token, nowMs)
  if (actor === undefined)
    throw new Unauthorized('Authorization header with a Bearer admin key is required, or a session: sign in first')
  if (request.method !== 'GET' && request.headers['x-csrf'] !== actor.csrf)
    throw new Refusal(403, 'x-csrf header with the csrf of the session is required')
  if (!route.access?.includes(actor.role as never))
    throw new Refusal(403, `the role ${actor.role} may not do this: it needs ${[route.access].flat().join(' or ')}`)
  // The same message whether the shop exists or not, so that nobody learns which shops there are.
  if (request.shopId !== undefined && !coversShops(actor, [request.shopId]))
    throw new Refusal(403, 'you have no access to this shop')
  return actor
}
