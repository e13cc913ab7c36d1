/** authenticate → read the body → validate → handler → answer, for storefront routes. */
import { JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../features/call.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RouterDeps } from './app.ts'
import { storefrontAuthenticator } from './authenticate-storefront.ts'
import { acceptMultipart, readForm } from './bodies.ts'
import { storefrontValidator } from './validate-storefront.ts'

type Handler = (call: Call<unknown>) => unknown

export function serveStorefront(server: FastifyInstance, deps: RouterDeps, route: Route, handler: Handler): void {
  const authenticate = storefrontAuthenticator(deps, route)
  const toCall = storefrontValidator(deps, route)
  const limitBytes = route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES
  const takesForms = route.body === 'json-or-multipart'

  const readSession = ({ headers }: FastifyRequest, shop: Shop) => {
    const token = headers['x-session-token']
    if (typeof token !== 'string') return undefined
    const nowMs = deps.clock()
    return deps.tokens.recall(token, shop.id, nowMs) ?? deps.tokens.read(token, shop.id, nowMs)
  }

  const answer = async (request: FastifyRequest) => {
    const form =
      takesForms && request.isMultipart() ? await readForm(request.parts() as never, route.request ?? {}) : undefined
    const shop = request.shop as Shop
    const { headers, id: requestId } = request
    const body = form?.fields ?? request.body ?? {}
    const session = await readSession(request, shop)
    return handler(toCall({ shop, body, session, headers, requestId, upload: form?.upload }))
  }

  server.register(async (scope) => {
    if (takesForms) await acceptMultipart(scope, limitBytes)
    scope.route({
      method: 'POST',
      url: route.path,
      bodyLimit: limitBytes,
      config: { errorShape: route.errorShape },
      onRequest: authenticate,
      handler: answer,
    })
  })
}
