import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_NAMES } from './events/event-names.ts'
import * as contract from './index.ts'
import type { Route } from './route.ts'

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Operation {
  tags: string[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Schema {
  $ref?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema & { const?: string }>
}

const routes = (Object.values(contract) as unknown[]).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'path' in value && 'errorShape' in value,
)
const document = contract.openApiDocument(routes, { version: '1.0.0', servers: ['/'], named: contract }) as Document

describe('the API document', () => {
  it('passes the recommended rules of redocly lint', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it('names the schema of every JSON body and form', () => {
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody, responses }) => [
        ...Object.entries(requestBody?.content ?? {}),
        ...Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {})),
      ]),
    )
    const structured = ['application/json', 'multipart/form-data']
    const unnamed = bodies.filter(([type, { schema }]) => structured.includes(type) && !schema.$ref)
    expect(bodies.length).toBeGreaterThan(100)
    expect(unnamed).toEqual([])
  })

  it('describes every tag', () => {
    expect(document.tags.filter(({ name, description }) => description === name)).toEqual([])
  })

  it('lists every event with its payload', () => {
    const { anyOf = [] } = document.components.schemas.AnyEvent ?? {}
    const events = anyOf.map(({ $ref = '' }) => document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema)
    expect(events.map(({ properties }) => properties?.name?.const)).toEqual(EVENT_NAMES)
    for (const { properties = {} } of events)
      expect(properties).toHaveProperty(properties.data ? 'data' : 'custom_data')
    expect(JSON.stringify(document.components.schemas.ProductViewedEvent)).toContain('productVariant')
  })

  it('refuses two different schemas with one name', () => {
    const components = new contract.OpenApiComponents([])
    const schema = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } }) as never
    expect(components.referAs(['A', 'B'], schema('a'))).toEqual({ $ref: '#/components/schemas/A' })
    expect(components.referAs(['A', 'B'], schema('b'))).toEqual({ $ref: '#/components/schemas/B' })
    expect(() => components.referAs(['A', 'B'], schema('c'))).toThrow('A or B')
  })
})

describe('types that openapi-typescript generates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-openapi-'))
  beforeAll(async () => {
    writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document as unknown as OpenAPI3)))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('compile in a strict project, and distinguish products and events by name', () => {
    writeFileSync(
      join(folder, 'shop.ts'),
      `import type { components, paths } from './api.d.ts'
       type Schemas = components['schemas']
       export const first = ({ products }: Schemas['SearchResponse']): string | undefined => {
         const [product] = products
         return product && 'title' in product ? product.title : undefined
       }
       export const query: paths['/api/storefront/v1/headless/search']['post']['requestBody'] = {
         content: { 'application/json': { query: 'sofa', sort_by: 'price_asc' } },
       }
       export const bought = (event: Schemas['AnyEvent']): number =>
         event.name === 'checkout_completed' ? event.data.checkout.lineItems.length : 0
       // @ts-expect-error no such order
       export const wrong: Schemas['SearchRequest'] = { sort_by: 'cheapest' }`,
    )
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: [],
      allowImportingTsExtensions: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts', 'api.d.ts'] }))
    expect(compile(folder)).toBe('')
  })
})

function compile(folder: string): string {
  const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', folder])
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}
