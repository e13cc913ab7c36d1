/** Schemathesis is a Python tool, so these tests are skipped where it cannot be installed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { findSchemathesis } from './find-schemathesis.ts'

/** Cases per operation. `SCHEMATHESIS_CASES=1000 npm test -- tests/fuzz/schemathesis` runs more. */
const CASES = process.env.SCHEMATHESIS_CASES ?? '2'
const found = findSchemathesis()
if ('missing' in found) console.log(found.missing)

describe.skipIf('missing' in found)('requests that schemathesis makes from the API document', () => {
  let harness: Harness
  let shop: TestShop
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-schemathesis-'))
  beforeAll(async () => {
    harness = await startHarness({ VITRINE_RATE_LIMIT: '100000000', VITRINE_ADDRESS_RATE_LIMIT: '100000000' })
    shop = await harness.createShop()
  })
  afterAll(async () => {
    await harness.close()
    rmSync(folder, { recursive: true })
  })

  const run = (include: string, key: string) =>
    promisify(execFile)(
      'command' in found ? found.command : '',
      [
        'run',
        `${harness.url}/openapi.json`,
        '--include-path-regex',
        include,
        // Schemathesis cannot write NDJSON, and a stream never ends.
        '--exclude-name-regex',
        '/(bulk|stream)$|^POST .*/imports?(/check)?$',
        '--phases',
        'fuzzing',
        '--checks',
        'not_a_server_error',
        '--max-examples',
        CASES,
        '--seed',
        '1',
        '--suppress-health-check',
        'all',
        '-H',
        `Authorization: Bearer ${key}`,
        '-H',
        `x-shop: ${shop.shop}`,
      ],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
    ).then(
      () => '',
      (error: { stdout?: string }) => error.stdout ?? String(error),
    )

  it('are answered or refused by the storefront routes, never with an internal error', async () => {
    expect(await run('^/(api/storefront|mcp|ucp|.well-known)', shop.key)).toBe('')
  }, 180_000)

  it('are answered or refused by the admin routes, never with an internal error', async () => {
    expect(await run('^/api/admin/', harness.adminKey)).toBe('')
  }, 180_000)
})
