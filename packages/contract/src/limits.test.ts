import { describe, expect, it } from 'vitest'
import * as contract from './index.ts'
import type { JsonSchema } from './json-schema.ts'
import { JSON_BODY_LIMIT_BYTES, type Route } from './route.ts'

const routes = Object.values(contract).filter(isRoute)

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'errorShape' in value
}

/** Yields the paths without a limit. `small`: the size of the body limits free JSON. */
function* unbounded(schema: JsonSchema, path: string, small: boolean): Generator<string> {
  yield* unboundedSelf(schema, path)
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield* unbounded(property, `${path}.${key}`, small)
  }
  for (const branch of schema.anyOf ?? []) yield* unbounded(branch, path, small)
  if (schema.items !== undefined) yield* unbounded(schema.items, `${path}[]`, small)
  if (schema.additionalProperties) yield* unboundedNames(schema, path, small)
}

function* unboundedSelf(schema: JsonSchema, path: string): Generator<string> {
  const types = ([] as string[]).concat(schema.type ?? [])
  const named = schema.enum !== undefined || schema.const !== undefined
  if (types.includes('string') && !named && schema.maxLength === undefined) yield `${path}: a text without maxLength`
  if (types.includes('array') && schema.maxItems === undefined) yield `${path}: a list without maxItems`
  if (types.includes('array') && schema.items === undefined) yield `${path}: a list of anything`
  if (!named) yield* unboundedNumber(schema, types, path)
  const isAnything = schema.type === undefined && schema.anyOf === undefined && !named
  if (isAnything && schema['x-max-nodes'] === undefined) yield `${path}: anything at all`
}

function* unboundedNumber(schema: JsonSchema, types: readonly string[], path: string): Generator<string> {
  if (!types.includes('number') && !types.includes('integer')) return
  if ((schema.minimum ?? schema.exclusiveMinimum) === undefined) yield `${path}: a number without minimum`
  if ((schema.maximum ?? schema.exclusiveMaximum) === undefined) yield `${path}: a number without maximum`
}

function* unboundedNames(schema: JsonSchema, path: string, small: boolean): Generator<string> {
  if (schema.maxProperties === undefined) yield `${path}: a dictionary without maxProperties`
  const names = schema.propertyNames
  if (names?.maxLength === undefined && names?.pattern === undefined) yield `${path}: names of any length`
  const values = schema.additionalProperties as JsonSchema
  const isFree = Object.keys(values).length === 0
  if (!isFree) yield* unbounded(values, `${path}.*`, small)
  else if (!small && schema['x-max-nodes'] === undefined) yield `${path}: free JSON without x-max-nodes`
}

/** Yields the paths of currencies that accept any text. */
function* freeCurrencies(schema: JsonSchema, path: string, isCurrency = false): Generator<string> {
  const isText = ([] as string[]).concat(schema.type ?? []).includes('string') && schema.enum === undefined
  if (isText && isCurrency && !/^currency(-code)?$/.test(schema.format ?? '')) yield path
  for (const [key, property] of Object.entries(schema.properties ?? {}))
    yield* freeCurrencies(property, `${path}.${key}`, /currency(_?code)?$/i.test(key))
  for (const branch of schema.anyOf ?? []) yield* freeCurrencies(branch, path, isCurrency)
  if (schema.items !== undefined) yield* freeCurrencies(schema.items, `${path}[]`)
  if (schema.additionalProperties) yield* freeCurrencies(schema.additionalProperties as JsonSchema, `${path}.*`)
}

/** Bodies up to this size need no limit of their number of values. */
const SMALL_BODY_BYTES = 64 * 1024

describe('the limits of the contract', () => {
  it('are declared on more than thirty routes', () => {
    expect(routes.length).toBeGreaterThan(30)
  })

  for (const route of routes.filter((one) => one.request !== undefined)) {
    it(`bound every text, number, list, dictionary and free object of ${route.method} ${route.path}`, () => {
      if ('x-streamed' in (route.request as object)) return
      const bodyLimit = route.path.endsWith('/events/bulk') ? contract.EVENT_LIMIT_BYTES : route.bodyLimitBytes
      const small = (bodyLimit ?? JSON_BODY_LIMIT_BYTES) <= SMALL_BODY_BYTES
      expect([...unbounded(route.request as JsonSchema, 'body', small)]).toEqual([])
    })
  }

  it('require ISO 4217 for every currency in a request', () => {
    const free = routes.flatMap(({ path, request, query }) => [
      ...freeCurrencies((request ?? {}) as JsonSchema, path),
      ...freeCurrencies({ properties: query ?? {} } as JsonSchema, path),
    ])
    expect(free).toEqual([])
  })

  for (const route of routes.filter((one) => one.query !== undefined)) {
    it(`bound every query parameter of ${route.method} ${route.path}`, () => {
      const query: JsonSchema = { type: 'object', properties: route.query as Record<string, JsonSchema> }
      expect([...unbounded(query, 'query', false)]).toEqual([])
    })
  }

  it('are found to be missing in a schema without them', () => {
    const loose: JsonSchema = {
      type: 'object',
      properties: {
        text: { type: 'string' },
        number: { type: 'number' },
        list: { type: 'array', items: { type: 'boolean' } },
        free: { type: 'object', additionalProperties: {} },
        any: {},
      },
    }
    expect([...unbounded(loose, 'body', false)]).toEqual([
      'body.text: a text without maxLength',
      'body.number: a number without minimum',
      'body.number: a number without maximum',
      'body.list: a list without maxItems',
      'body.free: a dictionary without maxProperties',
      'body.free: names of any length',
      'body.free: free JSON without x-max-nodes',
      'body.any: anything at all',
    ])
  })
})
