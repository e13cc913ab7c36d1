import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const CONFIG = '/api/storefront/v1/headless/config'

describe('agents whose profile is on a host that does not answer', () => {
  let harness: Harness
  let shop: TestShop
  const asked: string[] = []
  const release = Promise.withResolvers<Buffer>()

  beforeAll(async () => {
    const agentProfiles = {
      fetch: (url: string) => {
        asked.push(url)
        return release.promise
      },
    }
    // Without a limit by cost, only the number of places protects the server.
    harness = await startHarness({ VITRINE_ADDRESS_RATE_LIMIT: '0' }, { agentProfiles })
    shop = await harness.createShop()
  })
  afterAll(() => harness.close())

  it('occupy no place for searches, and at most half of the places for outside calls', async () => {
    const agents = Array.from({ length: 40 }, (_, n) =>
      harness.request(`/ucp/${shop.shop}/catalog/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'ucp-agent': `profile="https://slow${n}.example/p.json"` },
        body: JSON.stringify({ query: 'sofa' }),
      }),
    )
    // Requests without a place are refused at once.
    const first = await Promise.race(agents)
    expect(first.status).toBe(503)
    for (const mode of ['text', 'hybrid']) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => harness.post(SEARCH, { query: 'sofa', mode }, shop)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    }
    expect(asked).toHaveLength(8)
    release.reject(new Error('away'))
    const statuses = (await Promise.all(agents)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 424)).toHaveLength(8)
    expect(statuses.filter((status) => status === 503)).toHaveLength(32)
  })
})

describe('a body', () => {
  it('is charged for the bytes that were read, not for its announced length', async () => {
    const harness = await startHarness({ VITRINE_RATE_LIMIT: '400' })
    try {
      const shop = await harness.createShop()
      const { port, hostname } = new URL(harness.url)
      const socket = connect(Number(port), hostname)
      const head = `POST ${CONFIG} HTTP/1.1\r\nhost: x\r\nx-shop: ${shop.shop}\r\nauthorization: Bearer ${shop.key}\r\n`
      const drain = `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
      let seen = ''
      await new Promise<void>((resolve) => {
        socket.on('data', (chunk) => {
          seen += chunk.toString('latin1')
          if ([...seen.matchAll(/HTTP\/1\.1 \d+/g)].length === 20) resolve()
        })
        socket.write(drain.repeat(20))
      })
      socket.destroy()
      expect(seen).not.toContain('HTTP/1.1 429')
      expect((await harness.post(SEARCH, { query: 'sofa' }, shop)).status).toBe(200)
    } finally {
      await harness.close()
    }
  })

  it('that was large leaves its sender a smaller allowance', async () => {
    const harness = await startHarness({ VITRINE_RATE_LIMIT: '40' })
    try {
      const shop = await harness.createShop()
      const statuses = []
      for (let i = 0; i < 3; i++)
        statuses.push((await harness.post(CONFIG, { unknown: 'x'.repeat(60_000) }, shop)).status)
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await harness.close()
    }
  })
})

describe('a refusal because of the rate limit', () => {
  it('has the fields of the RateLimit draft, and browsers may read them', async () => {
    const harness = await startHarness({ VITRINE_RATE_LIMIT: '1' })
    try {
      const shop = await harness.createShop()
      await harness.post(CONFIG, {}, shop)
      const { status, headers } = await harness.post(CONFIG, {}, shop)
      expect(status).toBe(429)
      expect(headers.get('ratelimit-policy')).toBe('"key";q=1;w=60;qu="cost"')
      expect(headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
      expect(headers.get('retry-after')).toBe(/t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
      expect(headers.get('access-control-expose-headers')).toContain('ratelimit-policy')
    } finally {
      await harness.close()
    }
  })
})
