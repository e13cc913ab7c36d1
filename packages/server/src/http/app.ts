import './fastify-config.ts'
/** The HTTP edge: one place that turns route declarations and handlers into a server. A route translates; it decides nothing. */
import type { Route, RequestOf, ResponseOf } from '@vitrine/contract'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../features/call.ts'
import type { SessionTokens } from '../features/session/session-token.ts'
import { serveAdmin } from './admin-handler.ts'
import type { AuthDeps } from './auth.ts'
import { parseJsonBodies } from './bodies.ts'
import type { AdminCall, PublicCall } from './call.ts'
import { sendError } from './errors.ts'
import { type HttpMetrics, measureRequests } from './metrics.ts'
import { servePublic } from './public-handler.ts'
import { serveStorefront } from './storefront-handler.ts'

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
  /** May answer with a Readable where the route declares another `responseType`. */
  admin<R extends Route>(route: R, handler: (call: AdminCall<RequestOf<R>>) => unknown): void
  /** Without a key: health, documents, webhooks. Answers JSON, or a `PublicAnswer`. */
  public(route: Route, handler: (call: PublicCall) => unknown): void
  /** Every route declared so far, in order: the OpenAPI document is made from it. */
  readonly routes: readonly Route[]
  readonly server: FastifyInstance
}

export async function createApp(deps: EdgeDeps): Promise<App> {
  const server = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: deps.newId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
  })
  await installConventions(server, deps)
  const routes: Route[] = []
  const declare = (route: Route) => {
    routes.push(route)
  }
  return {
    server,
    routes,
    storefront(route, handler) {
      if (deps.role === 'edge' && route.side !== 'search') return
      declare(route)
      serveStorefront(server, deps, route, handler as never)
    },
    admin(route, handler) {
      if (deps.role === 'edge') return
      declare(route)
      serveAdmin(server, deps, route, handler as never)
    },
    public(route, handler) {
      declare(route)
      servePublic(server, deps, route, handler)
    },
  }
}

async function installConventions(server: FastifyInstance, deps: EdgeDeps): Promise<void> {
  parseJsonBodies(server)
  // First of all hooks: preflights, which CORS answers by itself, carry it too.
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await server.register(cors, {
    origin: '*',
    methods: ['POST', 'GET', 'OPTIONS'],
    allowedHeaders: ['authorization', 'content-type', 'x-shop', 'x-session-token', 'x-admin-key'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
    strictPreflight: false,
  })
  await server.register(rateLimit, { global: false, skipOnError: true })
  measureRequests(server, deps.metrics, deps.log)
  server.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, request.routeOptions.config.errorShape ?? 'string'),
  )
  answerUnknownPaths(server)
}

/** An unknown path is 404; a known one with another method is 405 and says which are allowed. */
function answerUnknownPaths(server: FastifyInstance): void {
  const known: { pattern: RegExp; methods: string[] }[] = []
  server.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    if (methods.length > 0 && !route.url.includes('*')) known.push({ pattern: pathPattern(route.url), methods })
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
}

function pathPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${escaped.replace(/\/$/, '')}/?$`)
}
