/**
 * Prevents accidental changes of the wire format. `wire.digests` has a hash for each operation and named schema of the
 * API document. After an intended change, run `npx vitest run -u wire.test.ts`; the diff of that file shows which parts
 * change.
 */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as contract from './index.ts'
import type { Route } from './route.ts'

const routes = (Object.values(contract) as unknown[]).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'path' in value && 'errorShape' in value,
)

/** Keys of texts that may be edited freely. */
const WORDS = new Set(['description', 'summary', 'title'])

function digest(part: unknown): string {
  const text = JSON.stringify(part, (key, value) => (WORDS.has(key) && typeof value === 'string' ? undefined : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

it('operations and schemas do not change unnoticed', async () => {
  const document = contract.openApiDocument(routes, { version: '1.0.0', servers: ['/'], named: contract }) as {
    paths: Record<string, Record<string, unknown>>
    components: { schemas: Record<string, unknown> }
  }
  const operations = routes.map((route) => {
    const { method, path } = route
    const published = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(published, path).toBeDefined()
    const { request: _request, response: _response, query: _query, ...declared } = route
    return `${method} ${path} ${digest([published, declared])}`
  })
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `${name} ${digest(schema)}`)
  await expect(`${[...operations.sort(), ...schemas.sort()].join('\n')}\n`).toMatchFileSnapshot('wire.digests')
})
