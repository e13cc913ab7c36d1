import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config.ts'
import { DEMO_ADMIN_KEY, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { type Harness, startHarness } from './harness.ts'

const INIT = '/api/storefront/v3/headless/init'
const PRODUCTION = { NODE_ENV: 'production', VITRINE_SECRET: 's'.repeat(32) }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-development-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function statuses(harness: Harness, shop: string): Promise<number[]> {
  const storefront = await harness.post(INIT, {}, { shop, key: DEMO_STOREFRONT_KEY })
  const admin = await harness.admin('GET', `/shops/${shop}/config`, undefined, DEMO_ADMIN_KEY)
  const preview = await harness.post(INIT, {}, { shop, key: DEMO_ADMIN_KEY })
  return [storefront.status, admin.status, preview.status]
}

describe('demo keys', () => {
  it('"do not work in production, also on a folder from development"', async () => {
    const development = await startHarness({ VITRINE_DATA: folder })
    const { shop, key } = await development.createShop()
    for (const [kind, text] of [['storefront', DEMO_STOREFRONT_KEY] as const, ['admin', DEMO_ADMIN_KEY] as const])
      await development.vitrine?.keys.issue({ shop, kind, label: 'demo', expiresAt: null, nowMs: Date.now(), text })
    expect(await statuses(development, shop)).toEqual([200, 200, 401])
    await development.close()
    const production = await startHarness({ VITRINE_DATA: folder, ...PRODUCTION })
    expect(await statuses(production, shop)).toEqual([401, 401, 401])
    // Other keys of the folder still work.
    expect((await production.post(INIT, {}, { shop, key })).status).toBe(200)
    const reference = await production.request('/docs/')
    expect(reference.status).toBe(200)
    expect(JSON.stringify(reference.body)).not.toContain('_demo0000')
    const home = await fetch(production.url, { redirect: 'manual' })
    expect([home.status, home.headers.get('location')]).toEqual([302, '/dashboard/'])
    await production.close()
  })

  it('cannot be the deployment’s admin key there', () => {
    const env = { ...PRODUCTION, VITRINE_ADMIN_KEY: DEMO_ADMIN_KEY }
    expect(() => readConfig(env)).toThrow(/^VITRINE_ADMIN_KEY /)
    expect(readConfig({ ...env, NODE_ENV: 'development' }).adminKey).toBe(DEMO_ADMIN_KEY)
  })
})
