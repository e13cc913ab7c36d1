import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { compose } from './compose.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('answers 503 for the demo shop until it is created, because its key is stored last', async () => {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-compose-'))
  const vitrine = await compose(
    readConfig({ VITRINE_DATA: data, VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', LOG_LEVEL: 'silent' }),
  )
  const answer = () =>
    vitrine.app.server.inject({
      method: 'POST',
      url: '/api/storefront/v1/headless/search',
      headers: { authorization: `Bearer ${DEMO_STOREFRONT_KEY}`, 'x-shop': DEMO_SHOP },
      payload: {},
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  const created = vitrine.startup.run('creating the demo shop', () => promise)
  expect(await answer()).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  resolve()
  await created
  expect((await answer()).statusCode).toBe(401)
  await vitrine.close()
  rmSync(data, { recursive: true, force: true })
})

it('a failed start releases the data folder, so the next start fails for the same reason', async () => {
  writeFileSync(join(folder, 'records.db'), 'no database at all\n'.repeat(500))
  const config = readConfig({ VITRINE_DATA: folder, VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none' })
  const failure = () => compose(config).then(() => 'started', String)
  const first = await failure()
  expect(first).not.toBe('started')
  expect(await failure()).toBe(first)
})
