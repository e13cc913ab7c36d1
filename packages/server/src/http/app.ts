import './fastify-config.ts'
/** The one router: turns route declarations and handlers into a server. A route translates; it decides nothing. */
import type { RequestOf, ResponseOf, Route } from '@vitrine/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../features/call.ts'
import { writeJson } from '../features/platform/ready-json.ts'
import type { SessionTokens } from '../features/session/session-token.ts'
import type { TenantCache } from '../features/shops/tenant-cache.ts'
import type { AuditEntry } from '../ports/admin-store/admin-store.ts'
import type { Tracing } from '../ports/tracing/tracing.ts'
import { serveAdmin } from './admin-handler.ts'
import type { AuthDeps } from './auth.ts'
import { parseJsonBodies } from './bodies.ts'
import type { AdminCall, PublicCall } from './call.ts'
import { type Bounds, type BoundSettings, createBounds, installBounds } from './bounds.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts'
import { installConventions, refuseAddress } from './conventions.ts'
import { type HttpMetrics, measureBounds, measureRequests, requestRecorder, traceRequests } from './metrics.ts'
import { addressCharge, servePublic } from './public-handler.ts'
import { serveStorefront } from './storefront-handler.ts'

export interface AppDeps {
  auth: AuthDeps
  /** A request's shop is in memory while it is answered. */
  residents: Pick<TenantCache, 'enter' | 'exit'>
  tokens: SessionTokens
  /** Notes who changed what over the admin API. */
  audit: (entry: AuditEntry) => Promise<void>
  log: Logger
  metrics: HttpMetrics
  clock: () => number
  newId: () => string
  /** Receives the traces of requests; undefined if nobody wants any. */
  tracing: Tracing | undefined
  role: 'all' | 'api' | 'worker' | 'edge'
  region: string
  /** URL by which the world reaches this deployment; null if none is configured. */
  publicUrl: string | null
  /** Proxies whose word about a caller's address is taken. */
  trustedProxies: readonly string[]
  limits: BoundSettings & Pick<ConnectionLimits, 'connections'>
  /** How old the state is that requests are answered from, where that is worth saying. */
  stateAgeSeconds: () => number | undefined
}

/** Dependencies that the handlers of all routes share. */
export interface RouterDeps extends AppDeps {
  connections: Connections
  /** One for all routes: what a key may ask is asked of the deployment. */
  bounds: Bounds
}

type Answer<R> = ResponseOf<R> | Promise<ResponseOf<R>>

export interface App {
  storefront<R extends Route>(route: R, handler: (call: Call<RequestOf<R>>) => Answer<R>): void
  /** May answer with a Readable where the route declares another `responseType`. */
  admin<R extends Route>(route: R, handler: (call: AdminCall<RequestOf<R>>) => unknown): void
  /** Without a key: health, documents, webhooks. Answers JSON, or a `PublicAnswer`. */
  public(route: Route, handler: (call: PublicCall) => unknown): void
  /** For what a plugin serves to everybody: takes the cost from what the address may ask for, and refuses it when too much is going on. */
  chargeAddress(cost: number): (request: FastifyRequest) => Promise<void>
  /** Every route declared so far, in order: the OpenAPI document is made from it. */
  readonly routes: readonly Route[]
  readonly server: FastifyInstance
}

export async function createApp(given: AppDeps): Promise<App> {
  const limits = { ...CONNECTION_LIMITS, connections: given.limits.connections }
  const connections = new Connections({
    newId: given.newId,
    limits,
    now: () => performance.now(),
    later: (then, ms) => setTimeout(then, ms).unref(),
  })
  const bounds = createBounds(given.limits)
  const deps: RouterDeps = { ...given, connections, bounds }
  const server = createFramework(deps, connections)
  parseJsonBodies(server, connections, bounds.turns)
  installBounds(server, connections, bounds.loop, deps.log)
  installConventions(server, { isStopping: () => connections.isStopping, stateAgeSeconds: deps.stateAgeSeconds })
  measureRequests(server, requestRecorder(deps.metrics, deps.log))
  if (deps.tracing) traceRequests(server, deps.tracing, deps.clock)
  measureBounds(deps.metrics, connections, bounds)
  const routes: Route[] = []
  return {
    server,
    routes,
    storefront(route, handler) {
      if (deps.role === 'edge' && route.side !== 'search') return
      routes.push(route)
      serveStorefront(server, deps, route, handler as never)
    },
    admin(route, handler) {
      if (deps.role === 'edge') return
      routes.push(route)
      serveAdmin(server, deps, route, handler as never)
    },
    public(route, handler) {
      routes.push(route)
      servePublic(server, deps, route, handler)
    },
    chargeAddress: (cost) => addressCharge(deps, cost),
  }
}

/** The longest id of a shopper, 255 characters of two units each, and the kind before it. */
const LONGEST_PARAMETER = 600

function createFramework(deps: RouterDeps, connections: Connections): FastifyInstance {
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.newId(),
    requestIdHeader: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Answered by the conventions, with the headers of all answers.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: refuseAddress,
    // The connections answer for themselves, on all addresses.
    clientErrorHandler: () => {},
    serverFactory: (handle, options) => connections.listen(handle, options.keepAliveTimeout as number),
  }) as unknown as FastifyInstance
  // The framework sends bytes as they are, though its types know of strings only.
  server.setReplySerializer(writeJson as (answer: unknown) => string)
  server.addHook('preClose', async () => connections.stop())
  return server
}
