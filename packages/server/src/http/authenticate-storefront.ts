/** Who is calling a storefront route, as the first step of every request; its body is not read before. */
import type { Route } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../features/errors.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import { authenticateShop, authenticateStorefront, bearerKey, recallShop, recallStorefront } from './auth.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** While key and shop are in memory it waits for nothing. */
export function storefrontAuthenticator(deps: RouterDeps, route: Route): Hook {
  const needsKey = route.auth !== 'shop'

  function accept(request: FastifyRequest, shop: Shop, nowMs: number): void {
    if (deps.role === 'edge') requireEdgeDelivery(shop, deps.region)
    // Counted per shop and key, not per address: one key serves all of a shop's visitors. Where no key is asked for it says nothing.
    const key = needsKey ? ` ${bearerKey(request.headers)}` : ''
    deps.countRequest(shop.id + key, nowMs)
    request.shop = shop
    request.shopId = shop.id
  }

  async function lookUp(request: FastifyRequest, nowMs: number): Promise<void> {
    const { headers } = request
    const shop = needsKey
      ? await authenticateStorefront(deps.auth, headers, nowMs)
      : await authenticateShop(deps.auth, headers)
    accept(request, shop, nowMs)
  }

  return (request, _reply, done) => {
    const nowMs = deps.clock()
    const { headers } = request
    const known = needsKey ? recallStorefront(deps.auth, headers, nowMs) : recallShop(deps.auth, headers)
    if (known === undefined) {
      lookUp(request, nowMs).then(() => done(), done)
      return
    }
    try {
      accept(request, known, nowMs)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

function requireEdgeDelivery(shop: Shop, region: string): void {
  const { enabled, regions } = shop.config.edge
  if (enabled && (regions.length === 0 || regions.includes(region))) return
  throw new Refusal(403, 'edge delivery is not turned on for this shop')
}
