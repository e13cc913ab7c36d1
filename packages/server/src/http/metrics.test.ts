import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { shapeOf } from './loop-time.ts'
import { createHttpMetrics, requestRecorder } from './metrics.ts'

describe('a request that was answered', () => {
  const answered = { requestId: 'r', route: '/a', method: 'POST', status: 200, ms: 12.3456, shop: undefined }

  it('is counted by route, method and status, in seconds', async () => {
    const metrics = createHttpMetrics()
    const record = requestRecorder(metrics, pino({ level: 'silent' }))
    record(answered)
    record(answered)
    record({ ...answered, method: 'GET' })
    record({ ...answered, status: 404 })
    const { values } = await metrics.durations.get()
    const read = (suffix: string) =>
      values
        .filter(({ metricName }) => metricName?.endsWith(suffix))
        .map(({ labels, value }) => [labels.method, labels.status, value])
    expect(read('_count')).toEqual([
      ['POST', '200', 2],
      ['GET', '200', 1],
      ['POST', '404', 1],
    ])
    expect(read('_sum')[1]).toEqual(['GET', '200', 0.0123456])
  })

  it('has one line in the log, with its shop if known, unless the log level excludes it', () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const record = requestRecorder(createHttpMetrics(), log)
    record(answered)
    record({ ...answered, shop: 's' })
    expect(lines[0]).toMatchObject({
      request_id: 'r',
      method: 'POST',
      route: '/a',
      status: 200,
      ms: 12.35,
      msg: 'request',
    })
    expect(lines.map((line) => 'shop' in line)).toEqual([false, true])
    log.level = 'warn'
    record(answered)
    expect(lines).toHaveLength(2)
  })
})

describe('the logged shape of a body', () => {
  it('contains sizes, never values', () => {
    const body = {
      a: 'secret',
      list: [1, 2],
      none: null,
      bytes: Buffer.from('abc'),
      deep: { x: 1, y: 2 },
      n: 5,
      is: true,
    }
    expect(shapeOf(body)).toEqual({
      a: 'string of 6',
      list: 'array of 2',
      none: 'null',
      bytes: '3 bytes',
      deep: 'object of 2',
      n: 'number',
      is: 'boolean',
    })
    expect([shapeOf([1]), shapeOf('ab'), shapeOf(undefined), shapeOf(null)]).toEqual([
      'array of 1',
      'string of 2',
      'null',
      'null',
    ])
  })

  it('has at most twenty fields, with at most forty characters of each name', () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}`.padEnd(60, 'x'), 1]))
    const names = Object.keys(shapeOf(body) as object)
    expect([names.length, Math.max(...names.map(({ length }) => length))]).toEqual([20, 40])
  })
})
