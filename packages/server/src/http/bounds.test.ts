import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { installBounds } from './bounds.ts'
import { CONNECTION_LIMITS, Connections } from './connections.ts'
import { LoopTime } from './loop-time.ts'

function open() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const connections = new Connections({ newId: () => 'id', limits: CONNECTION_LIMITS, now: () => 0, later: () => {} })
  const server = Fastify() as unknown as FastifyInstance
  installBounds(server, connections, new LoopTime(), log)
  return { server, lines }
}

/** Uses CPU time, so that it works on a busy machine, too. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < ms * 1000);
}

describe('installBounds', () => {
  it('logs a request that blocks the loop for more than 50 ms, with its route and the shape of its body', async () => {
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

  it('refuses to send a storefront answer that is too large to keep in memory', async () => {
    const { server } = open()
    server.get('/large', async () => 'x'.repeat(17 * 1024 * 1024))
    server.get('/api/admin/v1/large', async () => 'x'.repeat(17 * 1024 * 1024))
    const answer = await server.inject('/large')
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: expect.stringContaining('too large') }])
    expect((await server.inject('/api/admin/v1/large')).statusCode).toBe(200)
  })
})
