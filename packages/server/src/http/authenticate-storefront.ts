/** Who is calling a storefront route, as the first step of every request; its body is not read before. */
import type { IncomingHttpHeaders } from 'node:http'
import { JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../features/errors.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import { addressGroup } from './address-group.ts'
import {
  authenticateShop,
  authenticateStorefront,
  bearerKey,
  recallShop,
  recallStorefront,
  type StorefrontCaller,
} from './auth.ts'
import { flowOf } from './bounds.ts'
import { leastCost, readingCost } from './request-cost.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** While key and shop are in memory it waits for nothing. */
export function storefrontAuthenticator(deps: RouterDeps, route: Route): Hook {
  const needsKey = route.auth !== 'shop'
  const cost = leastCost(route)
  const limitBytes = route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES
  const { admission } = deps.bounds
  const { stored } = deps.auth
  const auth = route.intake ? { ...deps.auth, findShop: stored.find, recallShop: stored.recall } : deps.auth
  const headersOf = route.shopIn === 'path' ? withShopOfPath : ({ headers }: FastifyRequest) => headers

  function accept(request: FastifyRequest, { shop, isServerSide }: StorefrontCaller): void {
    if (deps.role === 'edge') requireEdgeDelivery(shop, deps.region)
    request.shop = shop
    request.isServerSide = isServerSide
    request.shopId = shop.id
    // Nobody pays for being turned away.
    admission.check(flowOf(request), cost)
    charge(deps, request, cost + readingCost(request.headers, limitBytes), needsKey)
  }

  async function lookUp(request: FastifyRequest, nowMs: number): Promise<void> {
    const headers = headersOf(request)
    const caller = needsKey ? await authenticateStorefront(auth, headers, nowMs) : await authenticateShop(auth, headers)
    accept(request, caller)
  }

  return (request, _reply, done) => {
    const nowMs = deps.clock()
    const headers = headersOf(request)
    const known = needsKey ? recallStorefront(auth, headers, nowMs) : recallShop(auth, headers)
    if (known === undefined) {
      lookUp(request, nowMs).then(() => done(), done)
      return
    }
    try {
      accept(request, known)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

/** As if the path's shop had been sent as `x-shop`. */
function withShopOfPath({ headers, params }: FastifyRequest): IncomingHttpHeaders {
  return { ...headers, 'x-shop': (params as { shop: string }).shop }
}

/**
 * Takes what the request costs from what its caller may ask for. With a key that is the key, for one key serves all of a shop's
 * visitors; without one it is the address, since anybody can name a shop.
 */
export function charge(
  { bounds, clock }: Pick<RouterDeps, 'bounds' | 'clock'>,
  request: FastifyRequest,
  cost: number,
  byKey: boolean,
): void {
  if (byKey) bounds.limitKey(`${request.shopId} ${bearerKey(request.headers)}`, cost, clock())
  else bounds.limitAddress(addressGroup(request.ip), cost, clock())
}

function requireEdgeDelivery(shop: Shop, region: string): void {
  const { enabled, regions } = shop.config.edge
  if (enabled && (regions.length === 0 || regions.includes(region))) return
  throw new Refusal(403, 'edge delivery is not turned on for this shop')
}
