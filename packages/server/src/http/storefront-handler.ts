/** auth → parse → validate → handler → answer, for storefront routes. */
import { compileValidator, JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../features/call.ts'
import { Refusal, RequestRefused } from '../features/errors.ts'
import type { Identity } from '../features/profiles/profile-reader.ts'
import type { SessionClaims } from '../features/session/session-token.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { EdgeDeps } from './app.ts'
import { authenticateShop, authenticateStorefront, isAdminOf } from './auth.ts'
import { acceptMultipart, readForm } from './bodies.ts'

type Handler = (call: Call<unknown>) => unknown

export function serveStorefront(server: FastifyInstance, deps: EdgeDeps, route: Route, handler: Handler): void {
  const byEdge = route.request !== undefined && route.validatedBy !== 'handler'
  const validate = byEdge ? compileValidator(route.request as NonNullable<Route['request']>) : undefined
  const shops = new WeakMap<FastifyRequest, Shop>()

  const authenticate = async (request: FastifyRequest) => {
    const shop =
      route.auth === 'shop'
        ? await authenticateShop(deps.auth, request.headers)
        : await authenticateStorefront(deps.auth, request.headers, deps.clock())
    if (deps.role === 'edge') requireEdgeDelivery(shop, deps.region)
    request.shopId = shop.id
    shops.set(request, shop)
  }

  const answer = async (request: FastifyRequest) => {
    const form = request.isMultipart?.() ? await readForm(request.parts() as never) : undefined
    const sent = form?.fields ?? request.body ?? {}
    const checked = validate?.(sent)
    if (checked?.ok === false) throw new RequestRefused(checked.items)
    const body = (checked ? checked.value : sent) as Record<string, unknown>
    const shop = shops.get(request) as Shop
    const session = await readSession(deps, request, shop)
    return handler({
      shop,
      body,
      identity: identityOf(body, session),
      session,
      requestId: request.id,
      nowMs: deps.clock(),
      region: deps.region,
      headers: request.headers,
      isAdmin: () => isAdminOf(deps.auth, request.headers, shop.id, deps.clock()),
      ...(form?.upload ? { upload: form.upload } : {}),
    })
  }

  server.register(async (scope) => {
    if (route.body === 'json-or-multipart') await acceptMultipart(scope, route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES)
    scope.route({
      method: 'POST',
      url: route.path,
      bodyLimit: route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES,
      config: { errorShape: route.errorShape, ...rateLimitOf(deps) },
      onRequest: authenticate,
      handler: answer,
    })
  })
}

const NO_COUNTS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** Counted per shop and key, not per address: one key serves all of a shop's visitors. */
function rateLimitOf(deps: EdgeDeps): object {
  if (deps.rateLimitPerMinute === 0) return {}
  return {
    rateLimit: {
      max: deps.rateLimitPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => `${request.shopId} ${request.headers.authorization ?? ''}`,
      addHeadersOnExceeding: NO_COUNTS,
      addHeaders: { ...NO_COUNTS, 'retry-after': true },
    },
  }
}

function requireEdgeDelivery(shop: Shop, region: string): void {
  const { enabled, regions } = shop.config.edge
  if (enabled && (regions.length === 0 || regions.includes(region))) return
  throw new Refusal(403, 'edge delivery is not turned on for this shop')
}

async function readSession(deps: EdgeDeps, request: FastifyRequest, shop: Shop): Promise<SessionClaims | undefined> {
  const token = request.headers['x-session-token']
  return typeof token === 'string' ? deps.tokens.read(token, shop.id, deps.clock()) : undefined
}

/** Storefront endpoints call the visitor `user_id`, search-side ones `visitor_id`; empty and null count as absent. */
function identityOf(body: Record<string, unknown>, session: SessionClaims | undefined): Identity {
  // A body the edge did not judge may be any JSON; reading a field of a number or a list gives undefined.
  const id = (name: string) => (typeof body?.[name] === 'string' && body[name] !== '' ? body[name] : null)
  return {
    visitorId: id('visitor_id') ?? id('user_id') ?? session?.visitor ?? null,
    clientId: id('client_id'),
    customerId: id('customer_id'),
  }
}
