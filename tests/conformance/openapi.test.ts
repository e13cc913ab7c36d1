import { compileValidator } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

interface Content {
  schema: object
  example?: unknown
}

interface Operation {
  parameters: { name: string; in: string }[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, { headers?: Record<string, object>; content?: Record<string, Content> }>
}

let harness: Harness
let operations: [string, Operation][]

beforeAll(async () => {
  harness = await startHarness()
  const { body } = await harness.request('/openapi.json')
  const paths = withoutReferences(body.paths, body.components.schemas)
  operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation] => [`${method} ${path}`, one]),
  )
})
afterAll(() => harness.close())

/** Replaces references by the schemas that they name. */
function withoutReferences(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, discriminator: _, ...rest } = value as Record<string, unknown>
  if (typeof $ref === 'string') return withoutReferences(schemas[$ref.split('/').at(-1) ?? ''], schemas)
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withoutReferences(one, schemas)]))
}

const named = (name: string) => operations.find(([one]) => one === name)?.[1] as Operation
const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}

/** Returns the faults of examples. */
function faultsOf(contents: Record<string, Content>): string[] {
  return Object.values(contents).flatMap(({ schema, example }) => {
    if (example === undefined) return []
    const checked = compileValidator(schema as never)(example)
    return checked.ok ? [] : checked.items.map(({ message }) => message)
  })
}

describe('the OpenAPI document', () => {
  it('has an example of every JSON request and answer', () => {
    const lacking = operations.filter(([, one]) => {
      const contents = [...Object.entries(one.requestBody?.content ?? {}), ...Object.entries(successOf(one))]
      const wanted = contents.filter(([type]) => type === 'application/json' || type === 'application/x-ndjson')
      return wanted.some(([, { example }]) => example === undefined)
    })
    expect(operations.filter(([name]) => name.includes('/api/storefront/'))).toHaveLength(18)
    expect(lacking.map(([name]) => name)).toEqual(['get /openapi.json'])
  })

  it('has only examples that its own schemas accept', () => {
    const faults = operations.flatMap(([name, one]) =>
      [...faultsOf(one.requestBody?.content ?? {}), ...faultsOf(successOf(one))].map((fault) => `${name}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('says which bodies are optional, and requests without them are answered', async () => {
    const shop = await harness.createShop()
    const optional = operations.filter(([, one]) => one.requestBody?.required === false).map(([name]) => name)
    expect(optional).toEqual(
      expect.arrayContaining([
        'post /api/storefront/v3/headless/init',
        'post /api/storefront/v1/headless/search',
        'post /api/admin/v1/shops/{shop}/products/bulk',
        'put /api/admin/v1/shops/{shop}',
      ]),
    )
    for (const name of optional) {
      const [method, path] = name.split(' ') as [string, string]
      const key = path.startsWith('/api/admin') ? harness.adminKey : shop.key
      const headers = { authorization: `Bearer ${key}`, 'x-shop': shop.shop }
      const answer = await harness.request(path.replace('{shop}', shop.shop), { method: method.toUpperCase(), headers })
      // An empty import is a job too.
      expect([name, answer.status < 300]).toEqual([name, true])
    }
    for (const name of ['post /api/storefront/event', 'post /api/storefront/v1/headless/image-search']) {
      expect(named(name).requestBody?.required).toBe(true)
    }
  })

  it('lists 413 where a body may be too large, and 429 everywhere', () => {
    for (const [name, { requestBody, responses }] of operations) {
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['429', '503'])])
      expect([name, '413' in responses]).toEqual([name, requestBody !== undefined])
    }
  })

  it('names the headers of requests and answers', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, answer] of Object.entries(responses)) {
        expect([name, status, answer.headers]).toEqual([
          name,
          status,
          expect.objectContaining({ 'x-request-id': expect.anything() }),
        ])
      }
      expect([name, responses['429']?.headers]).toEqual([
        name,
        expect.objectContaining({ 'retry-after': expect.anything() }),
      ])
    }
    const headersOf = (name: string) => named(name).parameters.map((one) => one.name)
    expect(headersOf('post /api/storefront/v3/headless/sections')).toContain('x-admin-key')
    expect(headersOf('post /webhooks/shopify')).toEqual(
      expect.arrayContaining(['x-shopify-hmac-sha256', 'x-shopify-shop-domain', 'x-shopify-topic']),
    )
  })

  it('shows the answer of a server that is not ready yet', () => {
    expect(JSON.stringify(named('get /ready').responses['503']?.content)).toContain('waiting_for')
  })

  it("describes the tracks of Vitrine's own events and the fields beside an uploaded picture", () => {
    const event = JSON.stringify(named('post /api/storefront/v1/headless/events').requestBody)
    for (const field of ['search_term', 'checkout_token', 'sectionServeId', 'requestId']) expect(event).toContain(field)
    const upload = named('post /api/storefront/v1/headless/image-search').requestBody?.content['multipart/form-data']
    expect(JSON.stringify(upload)).toContain('pagination')
  })
})
