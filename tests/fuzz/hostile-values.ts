/** Puts hostile values into every number and text of each request, event and webhook. The shop must keep working. */
import { createHmac, randomUUID } from 'node:crypto'
import * as contract from '@vitrine/contract'
import { checkData } from '../../packages/server/src/cli/doctor-data.ts'
import { checkStore } from '../../packages/server/src/cli/doctor-store.ts'
import type { JsonSchema } from '../../packages/contract/src/json-schema.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import type { Harness, TestShop } from '../conformance/harness.ts'
import type { Random } from './mutate.ts'
import { PRODUCT, WEBHOOKS } from './samples.ts'
import type { FuzzTarget } from './targets.ts'

/** Values as JSON text. */
const VALUES = [
  ...[
    '0',
    '-0',
    '-1',
    '1e-320',
    '0.1',
    '9007199254740991',
    '9007199254740992',
    '-9007199254740993',
    '1e12',
    '1e14',
    '1e16',
    '1e308',
  ],
  ...['"NaN"', '"Infinity"', '"1e16"', '"1e308"', '"-0"', '"9007199254740993"', '"99999999999999999999"'],
  ...['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999Z"', '"9999-12-31T23:59:59-12:00"', '"0001-01-01"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800k"', '"\\udfff"', '"\\ud83d\\ude00"', '"ZZZ"', '"usd"', '""'],
]

type Path = (string | number)[]

interface Source {
  body: unknown
  paths: Path[]
  send(text: string): Promise<{ status: number; body: unknown }>
}

const MARK = '"the value goes here"'

export async function fuzzHostileValues(harness: Harness): Promise<FuzzTarget> {
  // A case may change the configuration of one shop, and the other must go on counting.
  const [shop, other] = [
    await harness.createShop({ webhook_secret: SECRET }),
    await harness.createShop({ webhook_secret: SECRET }),
  ]
  const sources = [
    ...routeSources(harness, shop, other),
    ...addressSources(harness, shop, other),
    ...eventSources(harness, shop),
    ...webhookSources(harness, shop, contract.SHOPIFY_HEADERS),
    ...webhookSources(harness, shop, contract.VITRINE_HEADERS),
  ]
  await harness.putProducts(shop, [PRODUCT])
  return {
    async run(random) {
      const source = pick(sources, random)
      const text = withValue(source.body, pick(source.paths, random), pick(VALUES, random))
      const { status, body } = await source.send(text)
      if (status >= 500 && status !== 503)
        throw new Error(`${status} ${JSON.stringify(body)} for ${text.slice(0, 2000)}`)
      return String(status)
    },
    close: () => expectHealthy(harness, shop),
    atOnce: 8,
  }
}

/** Expects that an order counts, every report answers, nothing is pending, and doctor finds nothing. */
export async function expectHealthy(harness: Harness, shop: TestShop): Promise<void> {
  await expectCounting(harness, shop)
  for (const report of contract.ANALYTICS_REPORTS) {
    const query = report === 'query-detail' ? '?key=linen' : ''
    const { status, body } = await harness.admin('GET', `/shops/${shop.shop}/analytics/${report}${query}`)
    if (status !== 200) throw new Error(`the report ${report}: ${status} ${JSON.stringify(body)}`)
  }
  const { body } = await harness.admin('GET', `/shops/${shop.shop}/events/debug`)
  if (body.set_aside.length > 0) throw new Error(`items were set aside: ${JSON.stringify(body.set_aside)}`)
  for (const { config } of harness.nodes) {
    const { dataFolder, storeUrl } = config
    const findings = storeUrl === null ? checkData(dataFolder, true) : await checkStore(storeUrl)
    for (const { state, text } of findings) if (state !== 'good') throw new Error(`doctor: ${text}`)
  }
}

async function expectCounting(harness: Harness, shop: TestShop): Promise<void> {
  const orders = async () => {
    await harness.settle()
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/analytics/orders?limit=1000`)
    return body.orders?.length as number | undefined
  }
  const before = await orders()
  const order = { data: { checkout: { order: { id: randomUUID() }, currencyCode: 'USD', lineItems: [LINE] } } }
  const sent = await harness.post(V1, sampleEnvelope('checkout_completed', Date.now(), { event: order }), shop)
  if (sent.status !== 200) throw new Error(`an order is refused: ${JSON.stringify(sent.body)}`)
  const after = await orders()
  if (before === undefined || (after !== before + 1 && before < 1000))
    throw new Error(`${before} orders became ${after}; ${await progressOf(harness, shop)}`)
  const problem = harness.nodes.map(({ events }) => events.follower.problem).find((problem) => problem !== undefined)
  if (problem !== undefined) throw new Error(problem)
}

async function progressOf(harness: Harness, { shop }: TestShop): Promise<string> {
  const { log, store, follower } = harness.nodes[0]!.events
  const aside = (await store.setAside(shop, 3)).map(({ cause }) => cause)
  const ends = `${await store.offset(shop)} of ${await log.lastOffset(shop)} events are derived`
  return [ends, follower.problem, `${follower.waitingShops} shops wait`, ...aside].join('; ')
}

const V1 = '/api/storefront/v1/headless/events'
const LEGACY = '/api/storefront/event'
const SECRET = 'shpss_hostile'
const LINE = {
  quantity: 1,
  variant: { id: '10', product: { id: '1' }, price: { amount: 10, currencyCode: 'USD' } },
  finalLinePrice: { amount: 10, currencyCode: 'USD' },
}

function routeSources(harness: Harness, shop: TestShop, other: TestShop): Source[] {
  const routes = Object.values(contract as Record<string, unknown>).filter(isRoute)
  return routes.flatMap((route): Source[] => {
    const { body: form = 'json', example } = route
    // Files have targets of their own, and webhooks must be signed.
    if (route.request === undefined || form === 'raw' || typeof example?.request === 'string') return []
    const of = route.auth === 'admin' ? other : shop
    const body = example?.request ?? {}
    const paths = [...schemaPaths(route.request as JsonSchema, []), ...leafPaths(body, [])]
    const url = route.path.replace(':shop', of.shop).replaceAll(/:\w+/g, '1')
    const key = route.auth === 'admin' ? harness.adminKey : of.key
    const type = form === 'ndjson' ? 'application/x-ndjson' : 'application/json'
    const headers = { 'content-type': type, 'x-shop': of.shop, authorization: `Bearer ${key}` }
    const send = (text: string) => harness.request(url, { method: route.method, headers, body: text })
    return paths.length === 0 ? [] : [{ body, paths, send }]
  })
}

/** Parameters of routes that only read. */
function addressSources(harness: Harness, shop: TestShop, other: TestShop): Source[] {
  const routes = Object.values(contract as Record<string, unknown>).filter(isRoute)
  return routes.flatMap((route): Source[] => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'shop')
    const body = Object.fromEntries([...names, ...Object.keys(route.query ?? {})].map((name) => [name, '1']))
    if (route.method !== 'GET' || Object.keys(body).length === 0) return []
    const of = route.auth === 'admin' ? other : shop
    const key = route.auth === 'admin' ? harness.adminKey : of.key
    const send = (text: string) => {
      const given = JSON.parse(text) as Record<string, unknown>
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(name === 'shop' ? of.shop : String(given[name]).toWellFormed()),
      )
      const asked = Object.keys(route.query ?? {}).map((name): [string, string] => [name, String(given[name])])
      const query = new URLSearchParams(asked)
      return harness.request(`${path}?${query}`, { headers: { 'x-shop': of.shop, authorization: `Bearer ${key}` } })
    }
    return [{ body, paths: Object.keys(body).map((name) => [name]), send }]
  })
}

function isRoute(value: unknown): value is contract.Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'errorShape' in value
}

/** Every event with all fields, with and without a key. Each has an id of its own, because duplicates are ignored. */
function eventSources(harness: Harness, shop: TestShop): Source[] {
  const names = [...contract.STANDARD_EVENT_NAMES, ...contract.CUSTOM_EVENT_NAMES]
  return [V1, LEGACY].flatMap((path) =>
    names.map((name): Source => {
      const body = sampleEnvelope(name, Date.now())
      const send = (text: string) =>
        harness.request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
          body: text.replace(body.event.id as string, randomUUID()),
        })
      return { body, paths: [...leafPaths(body, []), ['session_id'], ['visitor_id'], ['customer', 'id']], send }
    }),
  )
}

function webhookSources(harness: Harness, shop: TestShop, names: contract.WebhookHeaders): Source[] {
  const path = names === contract.SHOPIFY_HEADERS ? '/webhooks/shopify' : '/webhooks/vitrine'
  return Object.entries(WEBHOOKS).map(
    ([topic, body]): Source => ({
      body,
      paths: leafPaths(body, []),
      send: (text) =>
        harness.request(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [names.topic]: topic,
            [names.shop]: shop.shop,
            [names.id]: randomUUID(),
            [names.signature]: `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`,
          },
          body: text,
        }),
    }),
  )
}

/** Yields the paths of numbers and texts, even those that the example omits. */
export function* schemaPaths(schema: JsonSchema, path: Path): Generator<Path> {
  const types = ([] as string[]).concat(schema.type ?? [])
  if (types.some((type) => type === 'number' || type === 'integer' || type === 'string')) yield path
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* schemaPaths(property, [...path, name])
  for (const branch of schema.anyOf ?? []) yield* schemaPaths(branch, path)
  if (schema.items !== undefined) yield* schemaPaths(schema.items, [...path, 0])
  if (schema.additionalProperties) yield* schemaPaths(schema.additionalProperties, [...path, 'USD'])
}

function leafPaths(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]) => leafPaths(inner, [...path, key]))
}

function withValue(body: unknown, path: Path, value: string): string {
  const copy = { body: structuredClone(body) } as Record<string | number, unknown>
  let holder = copy
  const [last, ...before] = ['body', ...path].reverse() as [string | number, ...Path]
  for (const [i, key] of before.reverse().entries()) {
    const next = before[i + 1] ?? last
    const inside = holder[key]
    if (typeof inside !== 'object' || inside === null) holder[key] = typeof next === 'number' ? [] : {}
    holder = holder[key] as typeof holder
  }
  holder[last] = JSON.parse(MARK)
  return JSON.stringify(copy.body).replace(MARK, () => value)
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T
}
