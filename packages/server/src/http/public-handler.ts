/** Routes without a key: health, documents, pictures, webhooks (which carry their own signature). */
import type { Route } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import type { RouterDeps } from './app.ts'
import { keepBytes } from './bodies.ts'
import type { PublicCall } from './call.ts'

/** An answer that is not plain JSON with status 200. */
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
): void {
  server.register(async (scope) => {
    keepBytes(scope)
    scope.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
      config: { errorShape: route.errorShape },
      handler: async (request, reply) => {
        const answer = await handler({
          params: request.params as Record<string, string>,
          query: request.query as Record<string, string>,
          headers: request.headers,
          rawBody: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
          requestId: request.id,
          nowMs: deps.clock(),
        })
        if (route.responseType) reply.type(route.responseType)
        if (!(answer instanceof PublicAnswer)) return reply.send(answer)
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      },
    })
  })
}
