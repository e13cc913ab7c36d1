import { type Route, listDraftsRoute, bulkProductsRoute } from '@vitrine/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { serveAdmin } from './admin-handler.ts'
import { Admission } from './admission.ts'
import type { RouterDeps } from './app.ts'
import { createBounds, WORK_LIMITS } from './bounds.ts'
import { sendError } from './errors.ts'
import { rateLimit } from './rate-limit.ts'

const KEY = `vak_${'A'.repeat(32)}`

/** The server handles one admin request at a time and lets one wait. */
function open(route: Route, handler: () => unknown, perMinute = 0) {
  const bounds = createBounds({ rateLimitPerMinute: 0, addressRateLimitPerMinute: 0, unlimitedAddresses: [] })
  bounds.limitAdmin = rateLimit('admin', perMinute)
  const limits = { ...WORK_LIMITS.admin, slots: 1, waiting: 1 }
  const later = (then: () => void, ms: number) => clearTimeout.bind(undefined, setTimeout(then, ms))
  bounds.work.admin = new Admission({ now: () => performance.now(), defer: setImmediate, later, limits })
  const auth = { deploymentAdminKey: KEY }
  const deps = { auth, bounds, clock: () => 0, audit: async () => {} } as unknown as RouterDeps
  const server = Fastify() as unknown as FastifyInstance
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, 'admin'))
  serveAdmin(server, deps, route, handler)
  return () =>
    server.inject({
      method: route.method as 'GET',
      url: route.path.replace(':shop', 'a.example'),
      headers: { authorization: `Bearer ${KEY}` },
    })
}

describe('an admin request', () => {
  it('is refused with 503 if all slots and waiting places are taken', async () => {
    const work = Promise.withResolvers<object>()
    const begun = Promise.withResolvers<void>()
    const ask = open(listDraftsRoute, () => {
      begun.resolve()
      return work.promise
    })
    const first = ask()
    await begun.promise
    const others = [ask(), ask()]
    // The later of the two is refused.
    const refused = await Promise.race(others)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    work.resolve({ drafts: [] })
    const statuses = (await Promise.all([first, ...others])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, 503])
    expect((await ask()).statusCode).toBe(200)
  })

  it('takes no slot of other admin requests if it uploads a file, which may take minutes', async () => {
    const work = Promise.withResolvers<object>()
    const ask = open(bulkProductsRoute as Route, () => work.promise)
    const both = [ask(), ask()]
    work.resolve({ accepted: 0, rejected: [] })
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('counts towards the rate limit of its key', async () => {
    const ask = open(listDraftsRoute, () => ({ drafts: [] }), 10)
    expect((await ask()).statusCode).toBe(200)
    const second = await ask()
    expect(second.statusCode).toBe(429)
    expect(second.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-policy': '"admin";q=10;w=60;qu="cost"',
      ratelimit: '"admin";r=0;t=60',
    })
  })
})
