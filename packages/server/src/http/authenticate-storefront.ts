import type { IncomingHttpHeaders } from 'node:http'
import type { Route } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../features/errors.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import {
  authenticateShop,
  authenticateStorefront,
  recallShop,
  recallStorefront,
  type StorefrontCaller,
} from './auth.ts'
import { callerOf } from './bounds.ts'
import { addressAccount, keyAccount } from './request-account.ts'
import { minCost, cheapestKind } from './request-cost.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** Synchronous if key and shop are in memory. */
export function storefrontAuthenticator(deps: RouterDeps, route: Route): Hook {
  const needsKey = route.auth !== 'shop'
  const cost = minCost(route)
  const admission = deps.bounds.work[cheapestKind(route)]
  const accountOf = needsKey ? keyAccount : addressAccount
  const { stored } = deps.auth
  const auth = route.intake ? { ...deps.auth, findShop: stored.find, recallShop: stored.recall } : deps.auth
  const headersOf = route.shopIn === 'path' ? withShopOfPath : route.intake ? withAccessOfQuery : plainHeaders

  function accept(request: FastifyRequest, { shop, isServerSide }: StorefrontCaller): void {
    if (deps.role === 'edge') requireEdgeDelivery(shop, deps.region)
    request.shop = shop
    request.isServerSide = isServerSide
    request.shopId = shop.id
    // Before the account, so that a refused request is not charged.
    admission.check(callerOf(request))
    request.account = accountOf(deps.bounds, request, deps.clock)
    request.account.take(cost)
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

const plainHeaders = ({ headers }: FastifyRequest) => headers

/** Beacons cannot set headers, so event routes accept shop and public key in the URL. Headers take precedence. */
function withAccessOfQuery({ headers, query }: FastifyRequest): IncomingHttpHeaders {
  const { shop, key } = query as { shop?: unknown; key?: unknown }
  if (typeof shop !== 'string' && typeof key !== 'string') return headers
  return {
    ...headers,
    ...(typeof shop === 'string' && headers['x-shop'] === undefined ? { 'x-shop': shop } : {}),
    ...(typeof key === 'string' && headers.authorization === undefined ? { authorization: `Bearer ${key}` } : {}),
  }
}

function withShopOfPath({ headers, params }: FastifyRequest): IncomingHttpHeaders {
  return { ...headers, 'x-shop': (params as { shop: string }).shop }
}

function requireEdgeDelivery(shop: Shop, region: string): void {
  const { enabled, regions } = shop.config.edge
  if (enabled && (regions.length === 0 || regions.includes(region))) return
  throw new Refusal(403, 'edge delivery is not turned on for this shop')
}
