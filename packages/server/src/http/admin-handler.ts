/** Authenticates, reads the body, authenticates again, validates, and calls the handler. */
import { Readable } from 'node:stream'
import {
  compileValidator,
  JSON_BODY_LIMIT_BYTES,
  MERCHANT_JSON_COST,
  PUBLIC_JSON_COST,
  type Route,
} from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestRefused, Refusal, Unauthorized } from '../features/errors.ts'
import type { WorkKind } from '../features/work-ledger.ts'
import { addressGroup } from '../features/platform/addresses.ts'
import type { RouterDeps } from './app.ts'
import { keepStream } from './bodies.ts'
import type { AdminCall, AuditDetail } from './call.ts'
import { addressCharge } from './public-handler.ts'
import { sessionCookie, readSessionCookie } from './session-cookie.ts'
import { NOBODY, type Actor, coversShops } from '../features/access/actor.ts'
import { withAccessChecks } from '../features/access/with-access-checks.ts'
import { minCost } from './request-cost.ts'
import { callerOf } from './bounds.ts'
import { queryValidator } from './validate-query.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { type AuthDeps, bearerKey, findAdminKey } from './auth.ts'

type Handler = (call: AdminCall<unknown>) => unknown

/** Uses the units of request-cost.ts. Most requests take about as long as a search. */
const ADMIN_COST = 10

/** Limits are larger than for storefronts, because configurations list whole collections. */
const ADMIN_BODY = { bodyLimit: 32 * JSON_BODY_LIMIT_BYTES, maxJsonCost: MERCHANT_JSON_COST }
/** Limits are small, because the caller has not proved anything yet. */
const SIGN_IN_BODY = { bodyLimit: 16 * 1024, maxJsonCost: PUBLIC_JSON_COST }

export function serveAdmin(server: FastifyInstance, deps: RouterDeps, route: Route, handler: Handler): void {
  const streamed = route.body === 'ndjson'
  const byRouter = route.request !== undefined && !streamed && route.validatedBy !== 'handler'
  const validate = byRouter ? compileValidator(route.request!) : undefined
  const validateQuery = queryValidator(route)
  const { bounds } = deps
  const work = bounds.work[kindOfAdminWork(route)]

  const actorOf = async (request: FastifyRequest) =>
    route.access === 'public' ? NOBODY : authenticateAdmin(deps.auth, request, route, deps.clock())

  // Runs before the body is read.
  const authorize = async (request: FastifyRequest) => {
    const { shop } = request.params as { shop?: string }
    request.shopId = shop?.toLowerCase()
    request.actor = await actorOf(request)
    work.check(callerOf(request))
    bounds.limitAdmin.take({ bucket: `${request.actor.name} ${request.shopId ?? ''}` }, ADMIN_COST, deps.clock())
  }

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    // The caller may have lost access while the body was read or the request waited.
    const currentActor = () => actorOf(request)
    request.actor = await currentActor()
    const checked = validate?.(request.body ?? {})
    if (checked?.ok === false) throw new RequestRefused(checked.items)
    const query = validateQuery(request.query as Record<string, string>)
    reply.code(route.successStatus ?? 200)
    if (route.responseType) reply.type(route.responseType)
    const details: AuditDetail = {}
    const body = await handler({
      ...callOf(request, reply, deps.clock()),
      stream: withAccessChecks(unread(request.body as Readable | undefined), currentActor),
      currentActor,
      query,
      body: checked ? checked.value : request.body,
      noteAudit: (detail) => Object.assign(details, detail),
    })
    if (route.method !== 'GET' && !route.readsOnly) await audit(deps, route, request, details)
    return body
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await work.run(callerOf(request), ADMIN_COST, () => begin(request, reply))
    // Sent after the slot is freed, because the client decides how fast it reads.
    return reply.send(body)
  }

  const { bodyLimit, maxJsonCost } = route.access === 'public' ? SIGN_IN_BODY : ADMIN_BODY

  server.register(async (scope) => {
    if (streamed) keepStream(scope)
    scope.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.bodyLimitBytes ?? bodyLimit,
      config: { errorShape: route.errorShape, streamed, maxJsonCost },
      onRequest: route.access === 'public' ? addressCharge(deps, minCost(route)) : authorize,
      handler: answer,
    })
  })
}

/** Public routes, such as signing in, take no slots of merchants. */
function kindOfAdminWork({ access, body }: Route): WorkKind {
  if (access === 'public') return 'light'
  return body === 'ndjson' ? 'imports' : 'admin'
}

function callOf(request: FastifyRequest, reply: FastifyReply, nowMs: number) {
  const params = { ...(request.params as Record<string, string>) }
  if (params.shop !== undefined) params.shop = params.shop.toLowerCase()
  return {
    params,
    actor: request.actor!,
    headers: request.headers,
    address: addressGroup(request.ip),
    requestId: request.id,
    nowMs,
    setStatus: (status: number) => void reply.code(status),
    setHeader: (name: string, value: string) => void reply.header(name, value),
    setSession: (token: string | null, maxAgeSeconds: number) =>
      // The framework appends cookies, but only the last one must be sent.
      void reply.removeHeader('set-cookie').header('set-cookie', sessionCookie(request, token, maxAgeSeconds)),
  }
}

/** A handler may stop reading early, and Node would then close the connection before the answer is sent. */
function unread(body: Readable = Readable.from([])): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) }
}

/** If this fails, the action is not undone, and the failure is logged. */
async function audit(deps: RouterDeps, route: Route, request: FastifyRequest, details: AuditDetail): Promise<void> {
  const { shop: _, ...below } = route.namesShopper ? {} : (request.params as Record<string, string>)
  try {
    await deps.audit({
      atMs: deps.clock(),
      shop: request.shopId ?? null,
      actor: details.actor ?? request.actor!.name,
      action: `${route.method} ${route.path.replace('/api/admin/v1', '').replaceAll(/:([a-z_]+)/g, '{$1}')}`,
      summary: route.summary,
      target: details.target ?? Object.values(below)[0] ?? null,
      diff: details.diff ?? null,
    })
  } catch (error) {
    request.log.error({ err: error, request_id: request.id }, 'writing the audit log failed')
  }
}

/** A shop's key gives no access to paths without a shop. */
async function authenticateAdmin(deps: AuthDeps, request: FastifyRequest, route: Route, nowMs: number): Promise<Actor> {
  const shop = request.shopId
  if (request.headers.authorization === undefined) return signedIn(deps, request, route, nowMs)
  const presented = bearerKey(request.headers)
  if (presented === undefined) throw new Unauthorized('Authorization header with a Bearer admin key is required')
  const actor = await findAdminKey(deps, presented, nowMs)
  if (actor === undefined || !keyOpens(actor, shop)) throw new Unauthorized('invalid admin key')
  return actor
}

/** A key of another shop is refused like a wrong key. */
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
  // The message is the same for a shop that does not exist, so that nobody learns which shops exist.
  if (request.shopId !== undefined && !coversShops(actor, [request.shopId]))
    throw new Refusal(403, 'you have no access to this shop')
  return actor
}
