/** Routes without a key: health, documents, pictures, and webhooks, which are signed. */
import { healthRoute, readyRoute, type Route } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { RouterDeps } from './app.ts'
import { type CheckBody, keepBytes } from './bodies.ts'
import { callerOf } from './bounds.ts'
import type { Origin, PublicCall } from './call.ts'
import { addressAccount } from './request-account.ts'
import { kindOfCost, minCost } from './request-cost.ts'
import { queryValidator } from './validate-query.ts'

export class PublicAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function servePublic(
  server: FastifyInstance,
  deps: RouterDeps,
  route: Route,
  handler: (call: PublicCall) => unknown,
  checkBody?: CheckBody,
): void {
  const { work, loop } = deps.bounds
  const cost = minCost(route)
  const isLiveness = route === healthRoute || route === readyRoute
  // The platform decides when to send webhooks, so nobody is charged.
  const isWebhook = route.body === 'raw'
  const admission = work[isWebhook ? 'admin' : kindOfCost(cost)]
  const validateQuery = queryValidator(route)

  const begin = (request: FastifyRequest) => {
    loop.lap()
    const pending = handler({
      params: request.params as Record<string, string>,
      query: validateQuery(request.query as Record<string, string>),
      headers: request.headers,
      origin: originOf(request, deps.publicUrl),
      rawBody: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
      signedWith: request.signedWith,
      requestId: request.id,
      nowMs: deps.clock(),
    })
    request.loopMs += loop.lap()
    return pending
  }

  server.register(async (scope) => {
    keepBytes(scope, deps.connections, checkBody)
    scope.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
      config: { errorShape: route.errorShape },
      onRequest: isLiveness || isWebhook ? [] : addressCharge(deps, cost),
      handler: async (request, reply) => {
        const answer = await (isLiveness
          ? begin(request)
          : admission.run(callerOf(request), cost, () => begin(request)))
        if (route.responseType) reply.type(route.responseType)
        if (!(answer instanceof PublicAnswer)) return reply.send(answer)
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      },
    })
  })
}

function originOf({ protocol, host }: FastifyRequest, publicUrl: string | null): Origin {
  // Before HTTP/1.1 the Host header is optional.
  return publicUrl === null
    ? { url: `${protocol}://${host || 'localhost'}`, isSet: false }
    : { url: publicUrl, isSet: true }
}

export function addressCharge(deps: RouterDeps, cost: number): (request: FastifyRequest) => Promise<void> {
  const admission = deps.bounds.work[kindOfCost(cost)]
  return async (request) => {
    admission.check(callerOf(request))
    request.account = addressAccount(deps.bounds, request, deps.clock)
    request.account.take(cost)
  }
}

/** A host that comes from the request must not be cached, because others would be sent to that host. */
export function answerDocument({ headers, origin }: PublicCall, type: string, text: string): PublicAnswer {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const common = {
    etag,
    'cache-control': origin.isSet ? 'public, max-age=3600' : 'no-store',
    // A proxy may name the shop in `x-shop`, so that one URL stands for several shops.
    vary: 'x-shop',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'content-type, if-none-match',
    'access-control-expose-headers': 'etag, x-request-id',
  }
  if (headers['if-none-match'] === etag) return new PublicAnswer(304, undefined, common)
  // The framework would add a charset to text, and these types have none, so bytes are sent.
  return new PublicAnswer(200, Buffer.from(text), { ...common, 'content-type': type })
}
