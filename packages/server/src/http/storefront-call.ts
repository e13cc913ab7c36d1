/** What stands between a storefront request and its handler, however the request came in: who is calling, and is the body valid. */
import type { IncomingHttpHeaders } from 'node:http'
import { compileValidator, type Route } from '@vitrine/contract'
import type { Call } from '../features/call.ts'
import { Refusal, RequestRefused } from '../features/errors.ts'
import type { Identity } from '../features/identity/profile-reader.ts'
import type { SessionClaims } from '../features/session/session-token.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { EdgeDeps } from './app.ts'
import { authenticateShop, authenticateStorefront, bearerKey, isAdminOf, recallShop, recallStorefront } from './auth.ts'
import type { RateLimit } from './rate-limit.ts'

export interface Sent {
  shop: Shop
  body: unknown
  session: SessionClaims | undefined
  headers: IncomingHttpHeaders
  requestId: string
  upload?: Uint8Array
}

export type StorefrontGate = ReturnType<typeof storefrontGate>

export function storefrontGate(deps: EdgeDeps, route: Route, countRequest: RateLimit) {
  const byEdge = route.request !== undefined && route.validatedBy !== 'handler'
  const validate = byEdge ? compileValidator(route.request as NonNullable<Route['request']>) : undefined
  const declared = byEdge ? fieldsOf(route.request as NonNullable<Route['request']>) : undefined
  // By the names its request declares: on the other host the same name is an unknown field, and ignored.
  const visitorField = visitorFieldOf(route)

  function welcome(shop: Shop, headers: IncomingHttpHeaders, nowMs: number): Shop {
    if (deps.role === 'edge') requireEdgeDelivery(shop, deps.region)
    // Counted per shop and key, not per address: one key serves all of a shop's visitors. Where no key is asked for it says nothing.
    const key = route.auth === 'shop' ? '' : ` ${bearerKey(headers)}`
    if (deps.rateLimitPerMinute > 0) countRequest(shop.id + key, nowMs)
    return shop
  }

  async function lookUp(headers: IncomingHttpHeaders, nowMs: number): Promise<Shop> {
    const found =
      route.auth === 'shop'
        ? await authenticateShop(deps.auth, headers)
        : await authenticateStorefront(deps.auth, headers, nowMs)
    return welcome(found, headers, nowMs)
  }

  return {
    /** The shop that is called for; a promise where the key or the shop is not in memory. Throws, or rejects, for a refusal. */
    admit(headers: IncomingHttpHeaders): Shop | Promise<Shop> {
      const nowMs = deps.clock()
      const known = route.auth === 'shop' ? recallShop(deps.auth, headers) : recallStorefront(deps.auth, headers, nowMs)
      return known === undefined ? lookUp(headers, nowMs) : welcome(known, headers, nowMs)
    },

    /** What a session token says; a promise where it has to be verified first. */
    readSession(
      headers: IncomingHttpHeaders,
      shop: Shop,
    ): SessionClaims | undefined | Promise<SessionClaims | undefined> {
      const token = headers['x-session-token']
      if (typeof token !== 'string') return undefined
      const nowMs = deps.clock()
      return deps.tokens.recall(token, shop.id, nowMs) ?? deps.tokens.read(token, shop.id, nowMs)
    },

    toCall({ shop, body: sent, session, headers, requestId, upload }: Sent): Call<unknown> {
      const checked = validate?.(sent)
      if (checked?.ok === false) throw new RequestRefused(checked.items)
      const body = (checked && declared ? onlyDeclared(checked.value, declared) : sent) as Record<string, unknown>
      const call: Call<unknown> = {
        shop,
        body,
        identity: identityOf(body, visitorField, session),
        session,
        requestId,
        nowMs: deps.clock(),
        region: deps.region,
        headers,
        isAdmin: () => isAdminOf(deps.auth, headers, shop.id, deps.clock()),
      }
      if (upload) call.upload = upload
      return call
    },
  }
}

function fieldsOf(request: NonNullable<Route['request']>): ReadonlySet<string> {
  return new Set(Object.keys((request as { properties?: object }).properties ?? {}))
}

/** Unknown fields are ignored: what nobody declared, nobody checked, and no handler shall read it. Nearly always there is none. */
function onlyDeclared(body: unknown, declared: ReadonlySet<string>): object {
  const sent = body as object
  for (const name in sent) {
    if (!declared.has(name)) return Object.fromEntries(Object.entries(sent).filter(([key]) => declared.has(key)))
  }
  return sent
}

function requireEdgeDelivery(shop: Shop, region: string): void {
  const { enabled, regions } = shop.config.edge
  if (enabled && (regions.length === 0 || regions.includes(region))) return
  throw new Refusal(403, 'edge delivery is not turned on for this shop')
}

/** Storefront endpoints call the visitor `user_id`, search-side ones `visitor_id`. */
function visitorFieldOf({ side }: Route): string {
  return side === 'search' ? 'visitor_id' : 'user_id'
}

/** Empty and null count as absent. */
function identityOf(body: Record<string, unknown>, visitorField: string, session: SessionClaims | undefined): Identity {
  return {
    visitorId: idIn(body, visitorField) ?? session?.visitor ?? null,
    clientId: idIn(body, 'client_id'),
    customerId: idIn(body, 'customer_id'),
  }
}

/** A body the edge did not judge may be any JSON; reading a field of a number or a list gives undefined. */
function idIn(body: Record<string, unknown>, name: string): string | null {
  const id = body?.[name]
  return typeof id === 'string' && id !== '' ? id : null
}
