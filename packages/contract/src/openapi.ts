import type { TSchema } from 'typebox'
import { ErrorString, errorSchemas, ValidationItemSchema } from './error-bodies.ts'
import { EVENT_SCHEMAS } from './events/event-catalog.ts'
import { OpenApiComponents } from './openapi-components.ts'
import { querySchema, type Route } from './route.ts'

export interface OpenApiInfo {
  version: string
  servers: readonly string[]
  /** Exports of the contract by name. Those that are not schemas are skipped. */
  named: Readonly<Record<string, unknown>>
}

export function openApiDocument(routes: readonly Route[], info: OpenApiInfo): object {
  const components = new OpenApiComponents([...ERROR_NAMES, ...EVENT_SCHEMAS, ...namedSchemas(info.named)])
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: info.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: info.servers.map((url) => ({ url })),
    tags: [...new Set(routes.map((route) => route.group))].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: { securitySchemes, schemas: components.schemas },
  }
}

const DESCRIPTION = `Storefront search, recommendations, image search and event ingestion, and the admin API.

The version is part of the path. Search-side routes are v1. Sessions, sections and recommendations are v3; v2 has similar products only, for older clients.
Names are in snake_case. Every answer carries \`x-request-id\`.`

const TAGS: Record<string, string> = {
  Session: 'Start a visit: visitor id, session token, features of the shop.',
  Search: 'Search, browse, type-ahead, facets and search by picture.',
  Recommendations: 'Sections of a page, and single recommendation queries.',
  Events:
    'Report what shoppers do. One event per request; `event.name` decides what its payload holds. The schemas that end in `Event` are the catalog.',
  Admin: 'Shops, keys, products, configuration, reports and shoppers’ data. Needs an admin key.',
  Webhooks: 'What the commerce platform sends, signed by it.',
  Operations: 'Health, readiness, metrics and this document. No key.',
  Agents:
    'The catalog for shopping agents: the Model Context Protocol, the Universal Commerce Protocol, and how to find both.',
}

const ERROR_NAMES: readonly [string, TSchema][] = [
  ['Error', ErrorString],
  ['InvalidRequest', errorSchemas['ok-items']],
  ['InvalidRecommendationRequest', errorSchemas['errors-items']],
  ['SessionError', errorSchemas['number-message']],
  ['AdminError', errorSchemas.admin],
  ['ValidationItem', ValidationItemSchema],
]

/** `Schema` at the end of an export's name becomes `Config`. */
function namedSchemas(named: Readonly<Record<string, unknown>>): [string, TSchema][] {
  return Object.entries(named)
    .filter(([, value]) => isNamedSchema(value))
    .map(([name, schema]) => [name.replace(/Schema$/, 'Config'), schema as TSchema])
}

function isNamedSchema(value: unknown): boolean {
  const { type, properties, enum: words, anyOf, path } = (value ?? {}) as Record<string, unknown>
  if (path !== undefined) return false
  const isUnion = Array.isArray(anyOf) && anyOf.every((one) => one.type === 'object')
  return (type === 'object' && typeof properties === 'object') || (type === 'string' && Array.isArray(words)) || isUnion
}

const securitySchemes = {
  storefrontKey: { type: 'http', scheme: 'bearer', description: 'A storefront key, `vsk_…`.' },
  adminKey: { type: 'http', scheme: 'bearer', description: 'An admin key, `vak_…`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vitrine',
    description:
      'The session of a signed-in user. Writes also need the `x-csrf` header with the `csrf` of the session.',
  },
  shop: { type: 'apiKey', in: 'header', name: 'x-shop', description: 'The shop’s platform domain.' },
}

const SECURITY = {
  bearer: [{ storefrontKey: [], shop: [] }],
  shop: [{ shop: [] }],
  admin: [{ adminKey: [] }, { session: [] }],
  none: [],
}

const SESSION_TOKEN = 'The token from init; names the visitor if the body does not.'

function operation(route: Route, components: OpenApiComponents): object {
  return {
    operationId: operationId(route),
    tags: [route.group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: SECURITY[route.shopIn === 'path' ? 'none' : route.auth],
    parameters: parameters(route, components),
    ...(route.request ? { requestBody: requestBody(route, route.request, components) } : {}),
    responses: responses(route, components),
  }
}

function operationId(route: Route): string {
  const words = route.path.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '' && word !== 'api')
  return [route.method.toLowerCase(), ...words].join('_')
}

function parameters(route: Route, components: OpenApiComponents): object[] {
  const inPath = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const required: readonly string[] = querySchema(route).required ?? []
  const inQuery = Object.entries(route.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: components.refer(schema),
  }))
  const session = route.auth === 'bearer' ? { 'x-session-token': SESSION_TOKEN } : {}
  const inHeader = Object.entries({ ...session, ...route.headers }).map(([name, description]) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function requestBody(route: Route, schema: TSchema, components: OpenApiComponents): object {
  const example = route.example?.request === undefined ? {} : { example: route.example.request }
  const required = needsBody(route, schema)
  const content = { schema: components.referAs(schemaNames(route, 'Request'), schema), ...example }
  if (route.body === 'ndjson') return { required, content: { 'application/x-ndjson': content } }
  if (route.body !== 'json-or-multipart') return { required, content: { 'application/json': content } }
  const fields = (schema as { properties?: object }).properties
  const file = { image: { type: 'string', format: 'binary' } }
  const upload = { type: 'object', properties: { ...fields, ...file }, required: ['image'] } as unknown as TSchema
  const names = schemaNames(route, 'Request').map((name) => name.replace(/Request$/, 'Upload'))
  const multipart = { schema: components.referAs(names, upload) }
  return { required, content: { 'application/json': content, 'multipart/form-data': multipart } }
}

/** Returns the operation's name, and one with its version if the first is taken. */
function schemaNames(route: Route, kind: 'Request' | 'Response'): string[] {
  const words = route.path.replaceAll(/\/api|\/v\d+|headless|storefront|:[a-z_]+/g, '').split(/[^a-zA-Z]+/)
  const method = route.method === 'POST' ? '' : route.method.toLowerCase()
  const named = [method, ...words].filter((word) => word !== '')
  const name = named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + one(route)
  const [, version = ''] = /\/v(\d+)\//.exec(route.path) ?? []
  return [`${name}${kind}`, `${name}V${version}${kind}`]
}

function one(route: Route): string {
  return /:[a-z_]+$/.test(route.path) ? 'One' : ''
}

/** An absent body reads as `{}`, and a stream may be empty. */
function needsBody(route: Route, schema: TSchema): boolean {
  if (route.body === 'ndjson') return false
  const isJudgedByHandler = route.validatedBy === 'handler' || (route.body ?? 'json') !== 'json'
  const required = (schema as { required?: readonly string[] }).required ?? []
  return isJudgedByHandler || route.bodyRequired === true || required.length > 0
}

function responses(route: Route, components: OpenApiComponents): object {
  const example = route.example?.response === undefined ? {} : { example: route.example.response }
  const type = route.responseType ?? 'application/json'
  const schema = components.referAs(schemaNames(route, 'Response'), route.response)
  const success = { description: 'Success', content: { [type]: { schema, ...example } } }
  const json = (error: TSchema) => ({ 'application/json': { schema: components.refer(error) } })
  const plain = (description: string) => ({ description, content: json(ErrorString) })
  const shaped = (description: string) => ({ description, content: json(errorSchemas[route.errorShape]) })
  const otherAnswer = (status: number, words: string) => {
    if (status === 304) return { description: words }
    return status < 300 || route.statusesWithBody?.includes(status) ? { ...success, description: words } : plain(words)
  }
  const answers: Record<string, object> = {
    [route.successStatus ?? 200]: route.successStatus === 204 ? { description: 'Done' } : success,
    400: shaped('The request is not valid; the items name the fields.'),
    ...(route.auth === 'none' ? {} : { 401: plain('Missing, wrong, expired or mismatched key.') }),
    ...(route.auth === 'admin'
      ? { 403: plain('The user’s role or shops do not allow it, or `x-csrf` is missing.') }
      : {}),
    ...(route.side === 'search' ? { 403: plain('An edge node was asked for a shop without edge delivery.') } : {}),
    ...(route.request
      ? { 413: shaped('The body is too large.'), 415: shaped('The content type is not accepted.') }
      : {}),
    429: plain('Too many requests; see Retry-After.'),
    500: plain('Something failed on our side.'),
    503: plain('The server is overloaded; see Retry-After.'),
    ...Object.fromEntries(
      Object.entries(route.otherStatuses ?? {}).map(([status, words]) => [status, otherAnswer(Number(status), words)]),
    ),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([status, one]) => [status, { ...one, headers: headersOf(status) }]),
  )
}

const requestId = { description: 'Identifies the request in the logs.', schema: { type: 'string', format: 'uuid' } }
const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' } }

function headersOf(status: string): object {
  const waits = status === '429' || status === '503'
  return { 'x-request-id': requestId, ...(waits ? { 'retry-after': retryAfter } : {}) }
}
