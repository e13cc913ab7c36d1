import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otlpTracing } from './otlp.ts'
import type { RequestSpan } from './tracing.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const span: RequestSpan = {
  method: 'POST',
  route: '/api/storefront/v1/headless/search',
  status: 200,
  shop: 'shop.example',
  requestId: 'r1',
  endedAtMs: 1_700_000_000_100,
  tookMs: 40,
  traceparent: undefined,
  statements: [],
}

describe('traces over OTLP', () => {
  const received: { path: string | undefined; spans: Sent[] }[] = []
  const collector = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { resourceSpans } = JSON.parse(text)
    received.push({
      path: request.url,
      spans: resourceSpans.flatMap((one: { scopeSpans: { spans: Sent[] }[] }) =>
        one.scopeSpans.flatMap(({ spans }) => spans),
      ),
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  let endpoint = ''
  beforeAll(async () => {
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
  })
  afterAll(() => new Promise((done) => collector.close(done)))

  const send = async (...spans: Partial<RequestSpan>[]): Promise<Sent[]> => {
    received.length = 0
    const tracing = otlpTracing({ endpoint, version: '1.2.3' })
    for (const one of spans) tracing.record({ ...span, ...one })
    await tracing.close()
    expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
    return received.flatMap((one) => one.spans)
  }

  it('contain the route, the shop, the status and the duration', async () => {
    const [sent] = await send({})
    expect(sent?.name).toBe('POST /api/storefront/v1/headless/search')
    const attributes = Object.fromEntries(sent!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    expect(attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/storefront/v1/headless/search',
      'http.response.status_code': 200,
      'vitrine.request_id': 'r1',
      'vitrine.shop': 'shop.example',
    })
    expect(BigInt(sent!.endTimeUnixNano) - BigInt(sent!.startTimeUnixNano)).toBe(40_000_000n)
  })

  it('continue the trace of the caller, or start a new one if the header is invalid', async () => {
    const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const [theirs, own] = await send({ traceparent: caller }, { traceparent: '00-zz' })
    expect(theirs?.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(theirs?.parentSpanId).toBe('b7ad6b7169203331')
    expect(own?.traceId).not.toBe(theirs?.traceId)
    expect(own?.parentSpanId ?? '').toBe('')
  })

  it('contain the statements of the request as child spans', async () => {
    const text = 'SELECT body FROM products WHERE id = $1'
    const sent = await send({ statements: [{ text, endedAtMs: span.endedAtMs - 10, tookMs: 5 }] })
    const [statement, request] = ['statement', `POST ${span.route}`].map((name) =>
      sent.find((one) => one.name === name),
    )
    expect([statement?.traceId, statement?.parentSpanId]).toEqual([request?.traceId, request?.spanId])
    expect(statement?.attributes).toContainEqual({ key: 'db.query.text', value: { stringValue: text } })
    expect(BigInt(statement!.endTimeUnixNano) - BigInt(statement!.startTimeUnixNano)).toBe(5_000_000n)
  })

  it('mark internal errors, not refusals', async () => {
    const [failed, refused] = await send({ status: 500 }, { status: 400 })
    expect(failed?.status.code).toBe(2)
    expect(refused?.status.code ?? 0).toBe(0)
  })
})
