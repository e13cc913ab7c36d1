import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = { VITRINE_SECRET: 's'.repeat(32) }

describe('VITRINE_STORE', () => {
  it('is the URL of a PostgreSQL database; without it the store is embedded', () => {
    expect(readConfig({}).storeUrl).toBeNull()
    const url = 'postgres://vitrine:secret@db.internal:5432/vitrine?schema=shops'
    expect(readConfig({ VITRINE_STORE: url, ...secret }).storeUrl).toBe(url)
  })

  it('refuses any other value, without repeating the password', () => {
    for (const wrong of ['mysql://a:hidden@b/c', 'db.internal', 'postgres://a:hidden@b/c?schema=Not%20This']) {
      const reading = () => readConfig({ VITRINE_STORE: wrong, ...secret })
      expect(reading).toThrow(/VITRINE_STORE/)
      expect(reading).not.toThrow(/hidden/)
    }
  })

  it('requires VITRINE_SECRET, which all nodes share', () => {
    expect(() => readConfig({ VITRINE_STORE: 'postgres://a@b/c' })).toThrow(
      /^VITRINE_SECRET must be set with VITRINE_STORE/,
    )
  })

  it('is required by the roles api and worker', () => {
    for (const role of ['api', 'worker']) {
      expect(() => readConfig({ VITRINE_ROLE: role })).toThrow(/needs VITRINE_STORE/)
      expect(readConfig({ VITRINE_ROLE: role, VITRINE_STORE: 'postgres://a@b/c', ...secret }).role).toBe(role)
    }
  })
})

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('is off by default and takes the URL of a collector', () => {
    expect(readConfig({}).tracesEndpoint).toBe(null)
    const url = 'http://127.0.0.1:4318'
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url }).tracesEndpoint).toBe(url)
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/)
  })
})

describe('VITRINE_PUBLIC_URL', () => {
  it('accepts a scheme and a host, and nothing else', () => {
    expect(readConfig({}).publicUrl).toBeNull()
    expect(readConfig({ VITRINE_PUBLIC_URL: 'https://Search.example.com:8443/' }).publicUrl).toBe(
      'https://search.example.com:8443',
    )
    for (const wrong of ['search.example.com', 'ftp://a', 'https://a/b', 'https://u:p@a', 'https://a?b', 'https://['])
      expect(() => readConfig({ VITRINE_PUBLIC_URL: wrong })).toThrow(/^VITRINE_PUBLIC_URL must be a scheme and a host/)
  })
})

describe('VITRINE_METRICS and VITRINE_DOCS', () => {
  it('are on, off or a key, and no error repeats the key', () => {
    const { metricsAccess, docsAccess } = readConfig({ VITRINE_METRICS: 'off', VITRINE_DOCS: 'k'.repeat(16) })
    expect([readConfig({}).docsAccess, metricsAccess, docsAccess]).toEqual(['on', 'off', { key: 'k'.repeat(16) }])
    expect(() => readConfig({ VITRINE_METRICS: 'hidden' })).toThrow(/^VITRINE_METRICS must be on, off, or a key/)
    expect(() => readConfig({ VITRINE_METRICS: 'hidden' })).not.toThrow(/hidden/)
  })
})

describe('VITRINE_DRAIN_SECONDS', () => {
  it('is 5 in production, for the load balancer, and 0 in development', () => {
    const production = { NODE_ENV: 'production', VITRINE_ADMIN_KEY: `vak_${'A'.repeat(32)}`, ...secret }
    expect([readConfig(production).drainSeconds, readConfig({}).drainSeconds]).toEqual([5, 0])
  })
})

describe('VITRINE_FEEDS', () => {
  it('lists a shop, a URL and an interval for each feed', () => {
    expect(readConfig({}).feeds).toEqual([])
    expect(readConfig({ VITRINE_FEEDS: 'A.example https://a.example/f.xml 6h; b.example http://b/f;' }).feeds).toEqual([
      { shop: 'a.example', url: 'https://a.example/f.xml', everyMs: 21_600_000 },
      { shop: 'b.example', url: 'http://b/f', everyMs: 3_600_000 },
    ])
    for (const wrong of ['a.example', 'a.example ftp://x', 'a.example https://x 6', 'a.example https://x 6h y'])
      expect(() => readConfig({ VITRINE_FEEDS: wrong })).toThrow(/^VITRINE_FEEDS must be like/)
  })
})

describe('VITRINE_SECRET', () => {
  const [fresh, former] = ['n'.repeat(32), 'f'.repeat(32)]

  it('is one secret, or the new one and the previous one', () => {
    expect(readConfig({}).secrets).toEqual([])
    expect(readConfig({ VITRINE_SECRET: fresh }).secrets).toEqual([fresh])
    expect(readConfig({ VITRINE_SECRET: `${fresh},${former}` }).secrets).toEqual([fresh, former])
  })

  it('refuses short secrets and more than two, without repeating them', () => {
    for (const wrong of ['short', `${fresh},short`, `${fresh},`, `${fresh},${former},${fresh}`]) {
      const reading = () => readConfig({ VITRINE_SECRET: wrong })
      expect(reading).toThrow(/^VITRINE_SECRET must/)
      expect(reading).not.toThrow(/short|nnn|fff/)
    }
  })
})

describe('VITRINE_SHOPS_IN_MEMORY', () => {
  it('is at least one', () => {
    expect(readConfig({}).shopsInMemory).toBe(500)
    expect(readConfig({ VITRINE_SHOPS_IN_MEMORY: '20' }).shopsInMemory).toBe(20)
    expect(() => readConfig({ VITRINE_SHOPS_IN_MEMORY: '0' })).toThrow(/VITRINE_SHOPS_IN_MEMORY/)
  })
})

describe('VITRINE_SEAL_AFTER_DAYS', () => {
  const store = { VITRINE_STORE: 'postgres://v@h/d', VITRINE_SECRET: 's'.repeat(32) }
  const seal = (days: string, snapshots: string) =>
    readConfig({ ...store, VITRINE_SEAL_AFTER_DAYS: days, VITRINE_SNAPSHOTS: snapshots }).sealAfterDays

  it('is 0 by default, and needs a snapshot store outside the database', () => {
    expect(readConfig(store).sealAfterDays).toBe(0)
    expect(seal('90', 'folder:/objects')).toBe(90)
    expect(() => seal('90', 'postgres')).toThrow(/^VITRINE_SEAL_AFTER_DAYS needs VITRINE_SNAPSHOTS/)
    expect(() => readConfig({ VITRINE_SEAL_AFTER_DAYS: '90' })).toThrow(/^VITRINE_SEAL_AFTER_DAYS needs/)
  })

  it('keeps at least 14 days in the database, where repeated events are recognized', () => {
    expect(() => seal('13', 'folder:/objects')).toThrow(/^VITRINE_SEAL_AFTER_DAYS must be 0 or at least 14/)
    expect(seal('14', 'folder:/objects')).toBe(14)
  })
})
