import { describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

const EVENTS = '/api/storefront/v1/headless/events'
const INIT = '/api/storefront/v1/headless/init'
const LEGACY_RECOMMENDATIONS = '/api/storefront/v2/headless/recommendations'

describe('rate limits', () => {
  it('apply to a key on the event routes too', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '2' })
    try {
      const to = await limited.createShop()
      const envelope = () => sampleEnvelope('page_viewed', Date.now())
      const statuses = []
      for (let i = 0; i < 3; i++) statuses.push((await limited.post(EVENTS, envelope(), to)).status)
      expect(statuses).toEqual([200, 200, 429])
      const refused = await limited.post(EVENTS, envelope(), to)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body).toEqual({ error: 'too many requests' })
    } finally {
      await limited.close()
    }
  })

  it('count a key once however its header is written, and an address where no key is required', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '2', VITRINE_ADDRESS_RATE_LIMIT: '20' })
    try {
      const to = await limited.createShop()
      const statuses = async (path: string, authorizations: string[]) => {
        const seen = []
        for (const authorization of authorizations)
          seen.push((await limited.post(path, { queries: [] }, to, { authorization })).status)
        return seen
      }
      const spellings = [`Bearer ${to.key}`, `bearer  ${to.key}`, `BEARER   ${to.key}`, `Bearer ${to.key}`]
      expect((await statuses(INIT, spellings)).map((status) => status === 429)).toEqual([false, false, true, true])
      const invented = ['Bearer a', 'Bearer b', 'Bearer c', '']
      expect((await statuses(LEGACY_RECOMMENDATIONS, invented)).map((status) => status === 429)).toEqual([
        false,
        false,
        true,
        true,
      ])
    } finally {
      await limited.close()
    }
  })

  it('accept an address only from a configured proxy', async () => {
    const settings = { VITRINE_ADDRESS_RATE_LIMIT: '10' }
    const statuses = async (limited: Harness) => {
      const to = await limited.createShop()
      const seen = []
      for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
        seen.push((await limited.post(LEGACY_RECOMMENDATIONS, {}, to, { 'x-forwarded-for': address })).status)
      return seen
    }
    const proxied = await startHarness({ ...settings, VITRINE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
    const direct = await startHarness(settings)
    try {
      expect(await statuses(proxied)).toEqual([400, 429, 400])
      expect(await statuses(direct)).toEqual([400, 429, 429])
    } finally {
      await Promise.all([proxied.close(), direct.close()])
    }
  })

  it('do not charge the shop’s visitors for refused requests, however many are refused', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '1000', VITRINE_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const to = await limited.createShop()
      const products = async (count: number, address: string) => {
        const ids = Array.from({ length: count }, (_, i) => i + 1)
        const from = { 'x-forwarded-for': address }
        return (await limited.post('/api/storefront/v1/headless/products', { ids }, to, from)).status
      }
      while ((await products(100, '203.0.113.9')) === 200);
      const refused = await Promise.all(Array.from({ length: 100 }, () => products(100, '203.0.113.9')))
      // The allowance grows meanwhile, so some requests may be accepted.
      expect(refused.filter((status) => status === 429).length).toBeGreaterThan(50)
      expect(await products(50, '198.51.100.9')).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it("are by cost: a search by meaning uses more of a key's allowance than an event", async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '100' })
    try {
      const to = await limited.createShop()
      const other = await limited.createShop()
      const search = (mode: string, by: TestShop) =>
        limited.post('/api/storefront/v1/headless/search', { query: 'x', mode }, by)
      const untilRefused = async (ask: () => Promise<Answer>) => {
        let passed = 0
        while ((await ask()).status === 200) passed++
        return passed
      }
      const hybrid = await untilRefused(() => search('hybrid', to))
      const text = await untilRefused(() => search('text', other))
      expect(hybrid).toBeGreaterThan(0)
      expect(text).toBeGreaterThan(hybrid)
    } finally {
      await limited.close()
    }
  })
})
