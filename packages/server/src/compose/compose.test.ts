import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { compose } from './compose.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a failed start releases the data folder, so the next start fails for the same reason', async () => {
  writeFileSync(join(folder, 'records.db'), 'no database at all\n'.repeat(500))
  const config = readConfig({ VITRINE_DATA: folder, VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none' })
  const failure = () => compose(config).then(() => 'started', String)
  const first = await failure()
  expect(first).not.toBe('started')
  expect(await failure()).toBe(first)
})
