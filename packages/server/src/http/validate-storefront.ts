/** Validates the body and selects what its handler sees of it. */
import type { IncomingHttpHeaders } from 'node:http'
import { compileValidator, type Route } from '@vitrine/contract'
import type { Call } from '../features/call.ts'
import { RequestRefused } from '../features/errors.ts'
import {
  type CustomerProof,
  type CustomerVerification,
  customerVerification,
} from '../features/identity/customer-verification.ts'
import type { Identity } from '../features/identity/profile-reader.ts'
import type { SessionClaims } from '../features/call.ts'
import type { WorkLedger } from '../features/work-ledger.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import { isAdminOf } from './auth.ts'

export interface Sent {
  shop: Shop
  body: unknown
  session: SessionClaims | undefined
  headers: IncomingHttpHeaders
  requestId: string
  isServerSide: boolean
  address: string
  upload?: Uint8Array
  work: WorkLedger
}

/** The returned function throws `RequestRefused` for an invalid body. */
export function storefrontValidator(deps: RouterDeps, route: Route): (sent: Sent) => Call<unknown> {
  const byRouter = route.request !== undefined && route.validatedBy !== 'handler'
  const validate = byRouter ? compileValidator(route.request as NonNullable<Route['request']>) : undefined
  const declared = byRouter ? fieldsOf(route.request as NonNullable<Route['request']>) : undefined
  const visitorField = visitorFieldOf(route)
  // Without a key, anybody can send a customer's id, so only a verified one counts.
  const believed: readonly CustomerVerification[] = route.auth === 'shop' ? ['verified'] : ['verified', 'claimed']

  return ({ shop, body: sent, session, headers, requestId, isServerSide, address, upload, work }) => {
    const checked = validate?.(sent)
    if (checked?.ok === false) throw new RequestRefused(checked.items)
    const body = (checked && declared ? onlyDeclared(checked.value, declared) : sent) as Record<string, unknown>
    const proof: CustomerProof = {
      verification: shop.config.identity_verification,
      signature: headers['x-customer-signature'] as string | undefined,
      isServerSide,
    }
    const call: Call<unknown> = {
      shop,
      body,
      identity: identityOf(body, visitorField, session, (id) => believed.includes(customerVerification(proof, id))),
      proof,
      session,
      requestId,
      nowMs: deps.clock(),
      region: deps.region,
      headers,
      address,
      isAdmin: () => isAdminOf(deps.auth, headers, shop.id, deps.clock()),
      work,
    }
    if (upload) call.upload = upload
    return call
  }
}

function fieldsOf(request: NonNullable<Route['request']>): ReadonlySet<string> {
  return new Set(Object.keys((request as { properties?: object }).properties ?? {}))
}

/** Unknown fields are not validated, so no handler may read them. Usually there are none. */
function onlyDeclared(body: unknown, declared: ReadonlySet<string>): object {
  const sent = body as object
  for (const name in sent) {
    if (!declared.has(name)) return Object.fromEntries(Object.entries(sent).filter(([key]) => declared.has(key)))
  }
  return sent
}

/** `visitor_id` on the search side, `user_id` elsewhere. */
function visitorFieldOf({ side }: Route): string {
  return side === 'search' ? 'visitor_id' : 'user_id'
}

/** Ids that are empty, null or not trusted count as absent. */
function identityOf(
  body: Record<string, unknown>,
  visitorField: string,
  session: SessionClaims | undefined,
  isBelieved: (customerId: string) => boolean,
): Identity {
  const customerId = idIn(body, 'customer_id')
  return {
    visitorId: idIn(body, visitorField) ?? session?.visitor ?? null,
    clientId: idIn(body, 'client_id'),
    customerId: customerId !== null && isBelieved(customerId) ? customerId : null,
  }
}

/** The body may be any JSON if its handler validates it. */
function idIn(body: Record<string, unknown>, name: string): string | null {
  const id = body?.[name]
  return typeof id === 'string' && id !== '' ? id : null
}
