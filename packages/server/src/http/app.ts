import './fastify-config.ts'
/** The HTTP edge: one place that turns route declarations and handlers into a server. A route translates; it decides nothing. */
import type { Route, RequestOf, ResponseOf } from '@vitrine/contract'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../features/call.ts'
import type { SessionTokens } from '../features/session/session-token.ts'
import { serveAdmin } from './admin-handler.ts'
import type { AuthDeps } from './auth.ts'
import { parseJsonBodies } from './bodies.ts'
import type { AdminCall, PublicCall } from './call.ts'
import { CORS_OPTIONS } from './cors.ts'
import { HostMissing, sendError } from './errors.ts'
import { Listeners } from './listeners.ts'
import { type HttpMetrics, measureRequests, requestRecorder } from './metrics.ts'
import { servePublic } from './public-handler.ts'
import { answering, lacksHost, StorefrontEdge, type StorefrontHandler } from './storefront-edge.ts'
import { serveUpload } from './upload-handler.ts'

export interface EdgeDeps {
  auth: AuthDeps
  tokens: SessionTokens
  log: Logger
  metrics: HttpMetrics
  clock: () => number
  newId: () => string
  role: 'all' | 'edge'
  region: string
  /** Storefront requests a minute for one key; 0 is unlimited. */
  rateLimitPerMinute: number
}

type Answer<R> = ResponseOf<R> | Promise<ResponseOf<R>>

export interface App {
  storefront<R extends Route>(route: R, handler: (call: Call<RequestOf<R>>) => Answer<R>): void
  /** As `storefront`, for a handler that answers through the exchange itself, without a promise. */
  storefrontExchange<R extends Route>(route: R, handler: StorefrontHandler): void
  /** May answer with a Readable where the route declares another `responseType`. */
  admin<R extends Route>(route: R, handler: (call: AdminCall<RequestOf<R>>) => unknown): void
  /** Without a key: health, documents, webhooks. Answers JSON, or a `PublicAnswer`. */
  public(route: Route, handler: (call: PublicCall) => unknown): void
  /** Every route declared so far, in order: the OpenAPI document is made from it. */
  readonly routes: readonly Route[]
  readonly server: FastifyInstance
}

export async function createApp(deps: EdgeDeps): Promise<App> {
  const record = requestRecorder(deps.metrics, deps.log)
  const edge = new StorefrontEdge(deps, {
    onAnswered: record,
    onFault: (error, requestId) => deps.log.error({ err: error, request_id: requestId }, 'request failed'),
  })
  const server = createFramework(deps, edge)
  const know = await installConventions(server, record)
  const routes: Route[] = []
  const isServed = (route: Route) => deps.role !== 'edge' || route.side === 'search'
  const serveDirectly = (route: Route, handler: StorefrontHandler) => {
    know(route.path, ['POST'])
    edge.serve(route, handler)
  }
  return {
    server,
    routes,
    storefront(route, handler) {
      if (!isServed(route)) return
      routes.push(route)
      if (route.body === 'json-or-multipart') serveUpload(server, edge.gateOf(route), route, handler as never)
      else serveDirectly(route, answering(handler as never))
    },
    storefrontExchange(route, handler) {
      if (!isServed(route)) return
      routes.push(route)
      serveDirectly(route, handler)
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
  }
}

/** The longest id of a shopper, 255 characters of two units each, and the kind before it. */
const LONGEST_PARAMETER = 600

/** An address the router cannot read: before any hook, so that what every answer carries is set here. */
function refuseAddress(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): void {
  const message = error.statusCode === 414 ? 'a part of the address is too long' : 'the address could not be read'
  reply
    .code(error.statusCode === 414 ? 414 : 400)
    .headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' })
    .send({ error: message })
}

/** Serves what the storefront edge leaves: uploads, admin, documents, preflights, and whatever is asked in the wrong way. */
function createFramework(deps: EdgeDeps, edge: StorefrontEdge): FastifyInstance {
  const listeners = new Listeners(edge, deps.newId)
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.newId(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: refuseAddress,
    // The listeners answer for themselves, on all addresses.
    clientErrorHandler: () => {},
    serverFactory: (handle, options) => listeners.add(handle, options.keepAliveTimeout as number),
  }) as unknown as FastifyInstance
  server.addHook('preClose', async () => listeners.stop())
  return server
}

/** Answers how to tell it of a path that somebody else serves. */
async function installConventions(server: FastifyInstance, record: ReturnType<typeof requestRecorder>): Promise<Know> {
  parseJsonBodies(server)
  // First of all hooks: preflights, which CORS answers by itself, carry it too.
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await server.register(cors, CORS_OPTIONS)
  server.addHook('onRequest', async ({ raw }) => {
    if (lacksHost(raw)) throw new HostMissing()
  })
  measureRequests(server, record)
  server.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, request.routeOptions.config.errorShape ?? 'string'),
  )
  return answerUnknownPaths(server)
}

type Know = (path: string, methods: string[]) => void

/** An unknown path is 404; a known one with another method is 405 and says which are allowed. */
function answerUnknownPaths(server: FastifyInstance): Know {
  const known: { pattern: RegExp; methods: string[] }[] = []
  const know: Know = (path, methods) => known.push({ pattern: pathPattern(path), methods })
  server.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    if (methods.length > 0 && !route.url.includes('*')) know(route.url, methods)
  })
  // Before the body is looked at: what is sent to a wrong address need not be readable.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(known.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods))
    if (allowed.size === 0) return reply.code(404).send({ error: `unknown path ${path}` })
    const allow = [...allowed].join(', ')
    return reply
      .code(405)
      .header('allow', allow)
      .send({ error: `method ${request.method} not allowed, use ${allow}` })
  })
  return know
}

function pathPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${escaped.replace(/\/$/, '')}/?$`)
}
