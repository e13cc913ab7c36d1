import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { installBounds } from './bounds.ts'
import { CONNECTION_LIMITS, Connections } from './connections.ts'
import { LoopTime } from './loop-time.ts'
import { rateLimit } from './rate-limit.ts'
import { RequestAccount } from './request-account.ts'

function open() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const connections = new Connections({ newId: () => 'id', limits: CONNECTION_LIMITS, now: () => 0, later: () => {} })
  const server = Fastify() as unknown as FastifyInstance
  installBounds(server, connections, new LoopTime(), log)
  return { server, lines }
}

/** Keeps the loop, as a careless loop over a body would: until the thread has used so much of a core, however busy the machine is. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < ms * 1000);
}

describe('installBounds', () => {
  it('logs a request that keeps the loop for more than 50 ms, with its route and the shape of its body', async () => {
    const { server, lines } = open()
    server.post('/long/:id', async () => {
      await new Promise(setImmediate)
      work(80)
      return {}
    })
    server.post('/short', async () => ({}))
    await server.inject({ method: 'POST', url: '/short', payload: { secret: 'no' } })
    await server.inject({ method: 'POST', url: '/long/7', payload: { secret: 'word', list: [1, 2, 3] } })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ route: '/long/:id', shape: { secret: 'string of 4', list: 'array of 3' } })
    expect(lines[0]?.loop_ms).toBeGreaterThan(50)
    expect(JSON.stringify(lines)).not.toContain('word')
  })

  it('tells how much more time a request took than its price, and refuses nobody for it', async () => {
    const { server } = open()
    const limit = rateLimit('address', 400_000)
    const settled: number[] = []
    const charged = (units: number) => (request: FastifyRequest, _reply: unknown, done: () => void) => {
      request.account = new RequestAccount(limit, { bucket: request.url }, () => 0)
      request.account.take(units)
      request.onSettled = (missing) => settled.push(missing)
      done()
    }
    const handler = async () => {
      await new Promise(setImmediate)
      work(60)
      return {}
    }
    server.get('/cheap', { onRequest: charged(4), handler })
    server.get('/dear', { onRequest: charged(50_000), handler })
    server.get('/quick', { onRequest: charged(1), handler: async () => ({}) })
    for (const url of ['/cheap', '/dear', '/quick']) expect((await server.inject(url)).statusCode).toBe(200)
    expect(settled).toEqual([expect.toSatisfy((units: number) => units > 500)])
    expect(() => limit.take({ bucket: '/cheap' }, 99_900, 0)).not.toThrow()
  })

  it('sends no answer to a shopper that is too large to be held', async () => {
    const { server } = open()
    server.get('/large', async () => 'x'.repeat(17 * 1024 * 1024))
    server.get('/api/admin/v1/large', async () => 'x'.repeat(17 * 1024 * 1024))
    const answer = await server.inject('/large')
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: expect.stringContaining('too large') }])
    expect((await server.inject('/api/admin/v1/large')).statusCode).toBe(200)
  })
})
