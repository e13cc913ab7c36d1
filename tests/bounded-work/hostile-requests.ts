/** Creates requests that are small but expensive to answer, for every kind of route. */
import { createHmac } from 'node:crypto'
import type { Route } from '@vitrine/contract'
import { CSV, PRODUCT, WEBHOOKS } from '../fuzz/samples.ts'
import { HOSTILE } from './hostile-bodies.ts'

export interface HostileRequest {
  name: string
  /** Replaces parameters of the path other than the shop. */
  parameter?: string
  query?: string
  headers?: Record<string, string>
  body?: string
  /** True for files that only exist after a build of the apps. */
  mayBeAbsent?: true
}

/** Parts of a body. Comparing each with all others takes a million steps. */
const SIZE = 1000
export const WEBHOOK_SECRET = 'shpss_bounded'

export function* hostileRequests(route: Route, shop: string): Generator<HostileRequest> {
  if (route.body === 'ndjson') yield* hostileFiles()
  else if (route.body === 'raw') yield* hostileWebhooks(shop)
  else if (route.request !== undefined) yield* hostileBodies(route)
  if (route.body === 'json-or-multipart') yield* hostileForms()
  if (route.path.replace(':shop', '').includes(':')) yield* hostileParameters()
  if (route.query !== undefined || route.method === 'GET') yield* hostileQueries(Object.keys(route.query ?? {}))
  if (route.request === undefined) yield { name: 'nothing' }
}

/** Requests for paths of plugins. */
export function* hostilePaths(): Generator<HostileRequest> {
  for (const one of [...hostileParameters(), ...hostileQueries(['a'])]) yield { ...one, mayBeAbsent: true }
}

/** Values that are also sent as the whole body. */
const WHOLE = new Set(['many empty lists', 'a deep list', 'a long text'])
const JSON_TYPE = { 'content-type': 'application/json' }

function* hostileBodies({ request }: Route): Generator<HostileRequest> {
  const fields = Object.keys((request as { properties?: object }).properties ?? {})
  for (const [name, make] of Object.entries(HOSTILE)) {
    const filled = Object.fromEntries(fields.map((field) => [field, make(Math.ceil(SIZE / fields.length))]))
    yield { name, headers: JSON_TYPE, body: JSON.stringify(filled) }
    if (WHOLE.has(name)) yield { name: `nothing but ${name}`, headers: JSON_TYPE, body: JSON.stringify(make(SIZE)) }
  }
}

/** Files of lines that are no products or events, or have lists that are too long. */
function* hostileFiles(): Generator<HostileRequest> {
  const lines = (line: string, count = SIZE) => Array(count).fill(line).join('\n')
  yield { name: 'empty lines', body: lines('', 20_000) }
  yield { name: 'empty objects', body: lines('{}') }
  yield { name: 'no JSON', body: lines('{"a":') }
  yield { name: 'bytes that are no text', body: lines('\u0000\u0001') }
  yield { name: 'deep lines', body: lines('['.repeat(600), 20) }
  yield { name: 'quotes of a CSV', body: `${CSV}"${'""'.repeat(20 * SIZE)}` }
  yield { name: 'columns of a CSV', body: `Handle,Title,${lines('x').replaceAll('\n', ',')}\n${lines(',')}` }
  yield { name: 'children without a parent', body: lines('{"__parentId":"gid://shopify/Product/1","id":"x"}') }
  for (const [name, make] of Object.entries(HOSTILE)) {
    const [variants, metafields, translations] = [make(SIZE), make(SIZE), make(SIZE)]
    yield { name: `${name} in all lists`, body: JSON.stringify({ ...PRODUCT, variants, metafields, translations }) }
  }
}

function* hostileWebhooks(shop: string): Generator<HostileRequest> {
  for (const [topic, payload] of Object.entries(WEBHOOKS))
    for (const [name, make] of Object.entries(HOSTILE)) {
      const fields = Object.keys(payload as object).filter((field) => field !== 'id')
      const filled = fields.map((field) => [field, make(Math.ceil(SIZE / fields.length))])
      const body = JSON.stringify({ id: 1, ...Object.fromEntries(filled) })
      const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('base64')
      const headers = { 'x-shopify-topic': topic, 'x-shopify-shop-domain': shop, 'x-shopify-hmac-sha256': signature }
      yield { name: `${topic}: ${name}`, headers, body }
    }
}

function* hostileForms(): Generator<HostileRequest> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n'
  yield { name: 'parts', headers, body: `${`${part}\r\n1\r\n`.repeat(SIZE)}--x--\r\n` }
  yield { name: 'header lines', headers, body: `${part}${'a: b\r\n'.repeat(SIZE)}\r\n1\r\n--x--\r\n` }
  yield { name: 'boundaries', headers, body: '--x\r\n'.repeat(20 * SIZE) }
  yield { name: 'half boundaries', headers, body: `${part}\r\n${'\r\n--'.repeat(20 * SIZE)}` }
}

const PARAMETERS = ['x'.repeat(500), '%00', '__proto__', '..%2f..%2fx.js', '1e400']

function* hostileParameters(): Generator<HostileRequest> {
  for (const parameter of PARAMETERS) yield { name: `the path ends in ${parameter.slice(0, 20)}`, parameter }
}

function* hostileQueries(names: readonly string[]): Generator<HostileRequest> {
  yield { name: 'unknown parameters', query: Array.from({ length: SIZE }, (_, i) => `k${i}=1`).join('&') }
  for (const name of names) {
    yield { name: `${name} again and again`, query: Array(SIZE).fill(`${name}=1`).join('&') }
    for (const value of ['x'.repeat(4000), '1e400', '%00', '%2C'.repeat(1000)])
      yield { name: `${name}=${value.slice(0, 12)}`, query: `${name}=${value}` }
  }
}
