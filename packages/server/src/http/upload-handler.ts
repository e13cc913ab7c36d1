/** The storefront routes that also take a form with a file: through the framework, which reads forms. */
import { JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../features/call.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import { acceptMultipart, readForm } from './bodies.ts'
import type { StorefrontGate } from './storefront-call.ts'

export function serveUpload(
  server: FastifyInstance,
  gate: StorefrontGate,
  route: Route,
  handler: (call: Call<unknown>) => unknown,
): void {
  const shops = new WeakMap<FastifyRequest, Shop>()
  const limitBytes = route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES

  const admit = async (request: FastifyRequest) => {
    const shop = await gate.admit(request.headers)
    request.shopId = shop.id
    shops.set(request, shop)
  }

  const answer = async (request: FastifyRequest) => {
    const form = request.isMultipart() ? await readForm(request.parts() as never, route.request ?? {}) : undefined
    const shop = shops.get(request) as Shop
    const { headers, id: requestId } = request
    const session = await gate.readSession(headers, shop)
    const body = form?.fields ?? request.body ?? {}
    return handler(gate.toCall({ shop, body, session, headers, requestId, upload: form?.upload }))
  }

  server.register(async (scope) => {
    await acceptMultipart(scope, limitBytes)
    scope.route({
      method: 'POST',
      url: route.path,
      bodyLimit: limitBytes,
      config: { errorShape: route.errorShape },
      onRequest: admit,
      handler: answer,
    })
  })
}
