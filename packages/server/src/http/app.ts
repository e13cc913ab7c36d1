import './fastify-config.ts'
/** The HTTP edge: one place that turns route declarations and handlers into a server. A route translates; it decides nothing. */
import type { Route, RequestOf, ResponseOf } from '@vitrine/contract'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
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
    disableRequestLogging: true,
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
  await server.register(cors, {
    origin: '*',
    methods: ['POST', 'GET', 'OPTIONS'],
    allowedHeaders: ['authorization', 'content-type', 'x-shop', 'x-session-token', 'x-admin-key'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
    strictPreflight: false,
  })
  await server.register(rateLimit, { global: false, skipOnError: true })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  measureRequests(server, deps.metrics, deps.log)
  refuseOtherMethods(server)
  server.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, request.routeOptions.config.errorShape ?? 'string'),
  )
  server.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `unknown path ${request.url.split('?', 1)[0]}` }),
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A known path with another method is 405 and says which are allowed. */
function refuseOtherMethods(server: FastifyInstance): void {
  const known = new Map<string, Set<string>>()
  server.addHook('onRoute', (route) => {
    if (route.config?.refusal || route.url.includes('*')) return
    const methods = known.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    known.set(route.url, methods)
  })
  server.addHook('onReady', async () => {
    for (const [url, methods] of known) {
      const allow = [...methods].filter((method) => method !== 'HEAD' && method !== 'OPTIONS').join(', ')
      const others = METHODS.filter((method) => !methods.has(method))
      if (allow === '' || others.length === 0) continue
      server.route({
        url,
        method: [...others],
        config: { refusal: true },
        // Before the body is looked at: a wrong method is wrong whatever it carries.
        onRequest: async (_request, reply) =>
          reply
            .code(405)
            .header('allow', allow)
            .send({ error: `method not allowed, use ${allow}` }),
        handler: async () => undefined,
      })
    }
  })
}
