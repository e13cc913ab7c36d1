/** Authenticates, reads the body, validates, and calls the handler. */
import { JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../features/call.ts'
import { TooBusy } from '../features/errors.ts'
import { shopOrigin } from '../features/platform/shop-origin.ts'
import type { WorkLedger } from '../features/work-ledger.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import { isAdminOf } from './auth.ts'
import { storefrontAuthenticator } from './authenticate-storefront.ts'
import { acceptForms, acceptPlainText, FormBytes, readForm } from './bodies.ts'
import { type Bounds, callerOf } from './bounds.ts'
import { answerCompression } from './compress-answer.ts'
import { costOf, kindOf, minCost } from './request-cost.ts'
import { storefrontValidator } from './validate-storefront.ts'

type Handler = (call: Call<unknown>) => unknown

export function serveStorefront(server: FastifyInstance, deps: RouterDeps, route: Route, handler: Handler): void {
  const authenticate = storefrontAuthenticator(deps, route)
  const toCall = storefrontValidator(deps, route)
  const limitBytes = route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES
  const min = minCost(route)
  const { loop } = deps.bounds
  const compression = answerCompression(route)
  const takesForms = route.body === 'json-or-multipart'

  const readSession = ({ headers }: FastifyRequest, shop: Shop) => {
    const token = headers['x-session-token']
    if (typeof token !== 'string') return undefined
    const nowMs = deps.clock()
    const origin = shopOrigin(shop)
    return deps.tokens.recall(token, origin, nowMs) ?? deps.tokens.read(token, origin, nowMs)
  }

  /** An admin key of the shop may vouch for a customer's identity. */
  const isFromAdmin = ({ headers }: FastifyRequest, shop: Shop) => isAdminOf(deps.auth, headers, shop.id, deps.clock())

  const answer = async (request: FastifyRequest) => {
    const form = request.body instanceof FormBytes ? readForm(request.body, route.request ?? {}) : undefined
    const shop = request.shop as Shop
    const { headers, id: requestId } = request
    const body = form?.fields ?? request.body ?? {}
    // Awaits only if necessary, so that the rest usually runs in the same turn as reading the body.
    const claims = readSession(request, shop)
    const session = claims instanceof Promise ? await claims : claims
    const isServerSide = request.isServerSide || (hasAdminKey(request) && (await isFromAdmin(request, shop)))
    if (isServerSide && route.intake) requireKnownState(deps.stateAgeSeconds())
    const work = requestWork(deps.bounds, request)
    const { ip: address } = request
    const call = toCall({ shop, body, session, headers, requestId, isServerSide, address, upload: form?.upload, work })
    const cost = costOf(route, call.body)
    const kind = kindOf(route, call.body)
    const run = () => {
      const begun = () => begin(request, call)
      if (kind !== undefined) return work.admit(kind, cost - min, begun)
      request.account?.take(cost - min)
      return begun()
    }
    return route.intake ? run() : inMemory(shop, run)
  }

  const inMemory = async (shop: Shop, run: () => unknown) => {
    const resident = deps.residents.enter(shop.id)
    try {
      if (resident.ready) await resident.ready
      return await run()
    } finally {
      deps.residents.exit(resident)
    }
  }

  const begin = (request: FastifyRequest, call: Call<unknown>) => {
    loop.lap()
    const pending = handler(call)
    request.loopMs += loop.lap()
    return pending
  }

  server.register(async (scope) => {
    if (takesForms) acceptForms(scope, deps.connections)
    if (route.intake) acceptPlainText(scope, { connections: deps.connections, turns: deps.bounds.turns })
    scope.route({
      method: 'POST',
      url: route.path,
      bodyLimit: limitBytes,
      config: { errorShape: route.errorShape },
      onRequest: authenticate,
      handler: answer,
      ...(compression ? { onSend: compression } : {}),
    })
  })
}

/** A server key vouches for orders. It may have been revoked while the store is unreachable. */
function requireKnownState(ageSeconds: number | undefined): void {
  if (ageSeconds === undefined) return
  throw new TooBusy(5, `the store has not answered for ${ageSeconds} s, so this key cannot be checked: try again`)
}

function hasAdminKey({ headers }: FastifyRequest): boolean {
  return headers['x-admin-key'] !== undefined
}

/** Lets a handler take slots for its kind of work, charged to the request's account. */
function requestWork({ work: admissions }: Bounds, request: FastifyRequest): WorkLedger {
  return {
    async admit(kind, cost, work) {
      request.account?.take(cost)
      return admissions[kind].run(callerOf(request), cost, work)
    },
    charge: (units) => request.account?.correct(units),
  }
}
