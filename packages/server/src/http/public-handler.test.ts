import { healthRoute, type Route, shopifyWebhookRoute } from '@vitrine/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { Admission } from './admission.ts'
import type { RouterDeps } from './app.ts'
import { createBounds, WORK_LIMITS } from './bounds.ts'
import { sendError } from './errors.ts'
import { servePublic } from './public-handler.ts'

/** The server handles one webhook at a time and lets one wait. */
function open(route: Route, handler: () => unknown) {
  const bounds = createBounds({ rateLimitPerMinute: 0, addressRateLimitPerMinute: 0, unlimitedAddresses: [] })
  const limits = { ...WORK_LIMITS.admin, slots: 1, waiting: 1 }
  const later = (then: () => void, ms: number) => clearTimeout.bind(undefined, setTimeout(then, ms))
  bounds.work.admin = new Admission({ now: () => performance.now(), defer: setImmediate, later, limits })
  const deps = { bounds, clock: () => 0, publicUrl: null } as unknown as RouterDeps
  const server = Fastify() as unknown as FastifyInstance
  server.decorateRequest('loopMs', 0)
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, 'string'))
  servePublic(server, deps, route, handler)
  return () => server.inject({ method: route.method as 'POST', url: route.path })
}

it.each([
  ['a webhook', shopifyWebhookRoute, [200, 200, 503]],
  ['a liveness check', healthRoute as Route, [200, 200, 200]],
])('a webhook waits for a free slot, a liveness check does not: %s', async (_, route, expected) => {
  const work = Promise.withResolvers<object>()
  const begun = Promise.withResolvers<void>()
  const ask = open(route, () => {
    begun.resolve()
    return work.promise
  })
  const first = ask()
  await begun.promise
  const others = [ask(), ask()]
  if (expected.includes(503)) expect((await Promise.race(others)).headers['retry-after']).toBe('1')
  work.resolve({ ok: true })
  const statuses = (await Promise.all([first, ...others])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual(expected)
})
