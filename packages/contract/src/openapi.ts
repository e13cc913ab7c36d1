/** The OpenAPI 3.1 document, made from the route declarations and nothing else. */
import type { TSchema } from 'typebox'
import { ErrorString, errorSchemas } from './error-bodies.ts'
import type { Route } from './route.ts'

export interface OpenApiInfo {
  version: string
  servers: readonly string[]
}

export function openApiDocument(routes: readonly Route[], info: OpenApiInfo): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: info.version,
      description:
        'Storefront search, recommendations, image search and event ingestion, and the admin API beside them.',
    },
    servers: info.servers.map((url) => ({ url })),
    tags: [...new Set(routes.map((route) => route.group))].map((name) => ({ name })),
    paths,
    components: { securitySchemes },
  }
}

const securitySchemes = {
  storefrontKey: { type: 'http', scheme: 'bearer', description: 'A storefront key, `vsk_…`.' },
  adminKey: { type: 'http', scheme: 'bearer', description: 'An admin key, `vak_…`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vitrine',
    description: 'Of a user who signed in. Writes also need the `x-csrf` header with the `csrf` of the session.',
  },
  shop: { type: 'apiKey', in: 'header', name: 'x-shop', description: 'The shop’s platform domain.' },
}

const SECURITY = {
  bearer: [{ storefrontKey: [], shop: [] }],
  shop: [{ shop: [] }],
  admin: [{ adminKey: [] }, { session: [] }],
  none: [],
}

const SESSION_TOKEN = 'The token of init; names the visitor where the body does not.'

function operation(route: Route): object {
  return {
    operationId: operationId(route),
    tags: [route.group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: SECURITY[route.auth],
    parameters: parameters(route),
    ...(route.request ? { requestBody: requestBody(route, route.request) } : {}),
    responses: responses(route),
  }
}

function operationId(route: Route): string {
  const words = route.path.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '' && word !== 'api')
  return [route.method.toLowerCase(), ...words].join('_')
}

function parameters(route: Route): object[] {
  const inPath = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(route.query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
  const session = route.auth === 'bearer' ? { 'x-session-token': SESSION_TOKEN } : {}
  const inHeader = Object.entries({ ...session, ...route.headers }).map(([name, description]) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function requestBody(route: Route, schema: TSchema): object {
  const example = route.example?.request === undefined ? {} : { example: route.example.request }
  const required = needsBody(route, schema)
  const json = { 'application/json': { schema, ...example } }
  if (route.body === 'ndjson') return { required, content: { 'application/x-ndjson': { schema, ...example } } }
  if (route.body !== 'json-or-multipart') return { required, content: json }
  const file = { type: 'string', format: 'binary' }
  const fields = (schema as { properties?: object }).properties
  const upload = { type: 'object', properties: { ...fields, image: file }, required: ['image'] }
  return { required, content: { ...json, 'multipart/form-data': { schema: upload } } }
}

/** No body reads as `{}`, and a stream of nothing as nothing: enough where no field is required. */
function needsBody(route: Route, schema: TSchema): boolean {
  if (route.body === 'ndjson') return false
  const isJudgedByHandler = route.validatedBy === 'handler' || (route.body ?? 'json') !== 'json'
  const required = (schema as { required?: readonly string[] }).required ?? []
  return isJudgedByHandler || route.bodyRequired === true || required.length > 0
}

function responses(route: Route): object {
  const example = route.example?.response === undefined ? {} : { example: route.example.response }
  const type = route.responseType ?? 'application/json'
  const success = { description: 'Success', content: { [type]: { schema: route.response, ...example } } }
  const plain = (description: string) => ({ description, content: { 'application/json': { schema: ErrorString } } })
  const shaped = (description: string) => ({
    description,
    content: { 'application/json': { schema: errorSchemas[route.errorShape] } },
  })
  const answers: Record<string, object> = {
    [route.successStatus ?? 200]: route.successStatus === 204 ? { description: 'Done' } : success,
    400: shaped('The request is not valid; the items say where.'),
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
    503: plain('More is asked at once than can be answered; see Retry-After.'),
    ...Object.fromEntries(
      Object.entries(route.otherStatuses ?? {}).map(([status, words]) => [
        status,
        Number(status) < 300 || route.statusesWithBody?.includes(Number(status))
          ? { ...success, description: words }
          : plain(words),
      ]),
    ),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([status, one]) => [status, { ...one, headers: headersOf(status) }]),
  )
}

const requestId = { description: 'Names the request in the logs.', schema: { type: 'string', format: 'uuid' } }
const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' } }

function headersOf(status: string): object {
  const waits = status === '429' || status === '503'
  return { 'x-request-id': requestId, ...(waits ? { 'retry-after': retryAfter } : {}) }
}
