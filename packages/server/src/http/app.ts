/** Makes a server of route declarations and handlers. Routes only translate; features decide. */
import type { ErrorShape, RequestOf, ResponseOf, Route } from '@vitrine/contract'
import type { Actor } from '../features/access/actor.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RequestAccount } from './request-account.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../features/call.ts'
import { Refusal } from '../features/errors.ts'
import { writeJson } from '../features/platform/raw-json.ts'
import type { SessionTokens } from '../features/session/session-token.ts'
import type { TenantCache } from '../features/shops/tenant-cache.ts'
import type { AuditEntry } from '../ports/admin-store/admin-store.ts'
import type { Tracing } from '../ports/tracing/tracing.ts'
import { serveAdmin } from './admin-handler.ts'
import type { AuthDeps } from './auth.ts'
import { type CheckBody, parseJsonBodies } from './bodies.ts'
import type { AdminCall, PublicCall } from './call.ts'
import { type Bounds, type BoundSettings, createBounds, installBounds } from './bounds.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts'
import { installConventions, refuseAddress } from './conventions.ts'
import { type HttpMetrics, measureBounds, measureRequests, requestRecorder, traceRequests } from './metrics.ts'
import { addressCharge, servePublic } from './public-handler.ts'
import { serveStorefront } from './storefront-handler.ts'

export interface AppDeps {
  auth: AuthDeps
  residents: Pick<TenantCache, 'enter' | 'exit'>
  tokens: SessionTokens
  audit: (entry: AuditEntry) => Promise<void>
  log: Logger
  metrics: HttpMetrics
  clock: () => number
  newId: () => string
  tracing: Tracing | undefined
  role: 'all' | 'api' | 'worker' | 'edge'
  region: string
  publicUrl: string | null
  trustedProxies: readonly string[]
  limits: BoundSettings & Pick<ConnectionLimits, 'connections'>
  /** Age of the state that answers come from; undefined if it is current. */
  stateAgeSeconds: () => number | undefined
}

export interface RouterDeps extends AppDeps {
  connections: Connections
  /** Shared by all routes, because limits apply to the whole process. */
  bounds: Bounds
}

type Answer<R> = ResponseOf<R> | Promise<ResponseOf<R>>

export interface App {
  storefront<R extends Route>(route: R, handler: (call: Call<RequestOf<R>>) => Answer<R>): void
  /** The handler may return a Readable if the route has another `responseType`. */
  admin<R extends Route>(route: R, handler: (call: AdminCall<RequestOf<R>>) => unknown): void
  /** Used for health, documents and webhooks. The handler returns JSON or a `PublicAnswer`. */
  public(route: Route, handler: (call: PublicCall) => unknown, checkBody?: CheckBody): void
  /** Used for routes of plugins. Refuses the request if the server is too busy. */
  chargeAddress(cost: number): (request: FastifyRequest) => Promise<void>
  /** Routes in the order of declaration. The OpenAPI document is generated from them. */
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
      const { path: url, errorShape } = route
      if (deps.role === 'edge' && route.side !== 'search') {
        server.route({ method: 'POST', url, config: { errorShape }, onRequest: refuseAtEdge, handler: refuseAtEdge })
        return
      }
      routes.push(route)
      serveStorefront(server, deps, route, handler as never)
    },
    admin(route, handler) {
      if (deps.role === 'edge') return
      routes.push(route)
      serveAdmin(server, deps, route, handler as never)
    },
    public(route, handler, checkBody) {
      routes.push(route)
      servePublic(server, deps, route, handler, checkBody)
    },
    chargeAddress: (cost) => addressCharge(deps, cost),
  }
}

/** Edge nodes declare all routes, so that the refusal has the route's form of error. */
async function refuseAtEdge(): Promise<never> {
  throw new Refusal(404, 'an edge node answers search-side routes only')
}

/** The longest shopper id has a prefix and 255 characters of two UTF-16 units each. */
const LONGEST_PARAMETER = 600

function createFramework(deps: RouterDeps, connections: Connections): FastifyInstance {
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.newId(),
    requestIdHeader: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // conventions.ts answers during shutdown, so that the answers have the usual headers.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: refuseAddress,
    clientErrorHandler: () => {},
    serverFactory: (handle, options) => connections.listen(handle, options.keepAliveTimeout as number),
  }) as unknown as FastifyInstance
  // The framework sends bytes unchanged, although its types allow only strings.
  server.setReplySerializer(writeJson as (answer: unknown) => string)
  server.addHook('preClose', async () => connections.stop())
  return server
}

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
    streamed?: boolean
    maxJsonCost?: number
  }
  interface FastifyRequest {
    /** Set once the caller is known, for the log. */
    shopId: string | undefined
    shop: Shop | undefined
    /** True for a server key, which no browser has. */
    isServerSide: boolean
    actor: Actor | undefined
    loopMs: number
    /** The account to charge; undefined before it is known, and for free requests. */
    account: RequestAccount | undefined
    /** The secret with which the body is signed, if the route checks it. */
    signedWith: string | undefined
  }
}
