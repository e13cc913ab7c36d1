import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
const LEGACY_RECOMMENDATIONS = '/api/storefront/v2/headless/recommendations'

describe('limits on any caller', () => {
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop()
  })
  afterAll(() => harness.close())

  const queries = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, i) => ({
      id: `q${i}`,
      recommendation_type: 'similar_products',
      product_ids: [1],
      max_recommendations: 50,
      ...changes,
    }))

  it('refuses a request for more products with details than an answer may contain', async () => {
    for (const path of [RECOMMENDATIONS, LEGACY_RECOMMENDATIONS]) {
      expect((await harness.post(path, { queries: queries(6) }, shop)).status).toBe(200)
      const refused = await harness.post(path, { queries: queries(7) }, shop)
      expect([path, refused.status]).toEqual([path, 400])
      expect(refused.body.errors[0]).toMatchObject({ path: ['queries'], type: 'array.max' })
      expect((await harness.post(path, { queries: queries(7, { view: 'product_ids' }) }, shop)).status).toBe(200)
    }
  })

  it('answers /health while a connection sends thousands of documents in advance, and closes that connection', async () => {
    const { port, hostname } = new URL(harness.url)
    const flood = connect(Number(port), hostname)
    let seen = ''
    const closed = new Promise((resolve) => flood.on('error', () => {}).on('close', resolve))
    flood.on('data', (chunk) => {
      seen += chunk.toString('latin1')
    })
    flood.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20_000))
    expect((await harness.request('/health')).status).toBe(200)
    await closed
    const statuses = [...seen.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])
    expect(statuses.length).toBeLessThanOrEqual(66)
    expect(statuses.at(-1)).toBe('503')
  })

  it('reports its limits in the metrics', async () => {
    const { body } = await harness.request('/metrics')
    for (const name of ['connections', 'held_bytes', 'waiting_requests', 'shed_requests_total'])
      expect(body).toMatch(new RegExp(`^vitrine_http_${name} \\d+$`, 'm'))
  })
})
