/**
 * An edge node and a home node, two processes, with a network between the edge and the store that can be cut. What the edge answered
 * with 200 is at home in the end, once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STORE_SCHEMA } from '../../packages/server/src/compose/store-postgres.ts'
import { postgresDerivedStore } from '../../packages/server/src/ports/derived-store/postgres.ts'
import { postgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import type { PostgresDatabase } from '../../packages/server/src/ports/postgres/database.ts'
import { openPostgres } from '../../packages/server/src/ports/postgres/open-postgres.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { ordered } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type NetworkLink, openLink } from '../fault/network-link.ts'
import {
  configureShop,
  createShop,
  killNow,
  putProducts,
  type Server,
  SHOP,
  startServer,
  stopServer,
} from '../fault/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-edge-'))
const secret = { VITRINE_SECRET: 's'.repeat(32) }
let link: NetworkLink
let home: Server
let edge: Server
let key: string
let db: PostgresDatabase
let store: string

beforeAll(async () => {
  store = await testDatabase()
  link = await openLink(Number(new URL(store).port))
  home = await startServer(join(folder, 'home'), undefined, { ...secret, VITRINE_STORE: store })
  key = await createShop(home.url)
  await configureShop(home.url, { edge: { enabled: true, regions: ['far'] } })
  await putProducts(home.url, [{ id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }])
  db = await openPostgres({ url: store }, STORE_SCHEMA)
  edge = await startEdge()
})
afterAll(async () => {
  link?.mend()
  for (const node of [edge, home]) if (node) await stopServer(node)
  await db?.close()
  link?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startEdge(): Promise<Server> {
  const url = new URL(store)
  url.port = String(link.port)
  const role = { VITRINE_ROLE: 'edge', VITRINE_REGION: 'far', VITRINE_STORE: url.href }
  return startServer(join(folder, 'edge'), undefined, { ...secret, ...role })
}

const SEARCH_EVENTS = '/api/storefront/v1/headless/events'
const EVENT_PATHS = [SEARCH_EVENTS, '/api/storefront/v3/headless/events', '/api/storefront/event']

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-shop': SHOP, authorization: `Bearer ${key}` }
  const answer = await fetch(`${edge.url}${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  })
  // biome-ignore lint/suspicious/noExplicitAny: a black-box case looks at whatever came back
  return { status: answer.status, body: (await answer.json()) as any }
}

const search = () => post('/api/storefront/v1/headless/search', { query: 'hat', session_id: 's', visitor_id: 'v' })
const send = (posted: unknown, path = SEARCH_EVENTS) => post(path, posted)
const event = (visitor: string) =>
  sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: visitor } } as never)
const arrived = async (visitor: string) =>
  (await postgresEventLog(db, ':memory:').readSubjects(SHOP, [`visitor:${visitor}`])).length
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await pause(20)
}
const servedAtHome = (requestId: string) =>
  until(async () => (await postgresDerivedStore(db).findServes(SHOP, [requestId])).size > 0)

describe('an edge node', () => {
  it('answers searches from the catalog at home, and brings its events and serves home', async () => {
    const found = await search()
    expect([found.status, found.body.products.length, found.body.metadata.region]).toEqual([200, 1, 'far'])
    await servedAtHome(found.body.request_id)
    expect((await send(event('near'))).status).toBe(200)
    await until(async () => (await arrived('near')) > 0)
    await putProducts(home.url, [{ id: 2, title: 'Hat 2', handle: 'hat-2', variants: [{ id: 2, price: '5.00' }] }])
    await until(async () => (await search()).body.products.length === 2)
  })

  it('goes on answering while home cannot be reached, and brings each event home once when it can', async () => {
    link.cut()
    const twice = event('cut')
    const answers = [await search(), await send(twice), await send(twice)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await arrived('cut')).toBe(0)
    link.mend()
    await until(async () => (await arrived('cut')) > 0)
    // Sent once more, after it arrived: the edge no longer knows it, home does.
    expect((await send(twice)).status).toBe(200)
    expect((await send(event('after'))).status).toBe(200)
    await until(async () => (await arrived('after')) > 0)
    expect(await arrived('cut')).toBe(1)
  })

  it('loses nothing it answered with 200 when it is killed before it could bring it home', async () => {
    link.cut()
    for (const [i, path] of EVENT_PATHS.entries())
      expect((await send(event(`killed-${i}`), path)).status, path).toBe(200)
    const arrivals = () => Promise.all(EVENT_PATHS.map((_, i) => arrived(`killed-${i}`)))
    await killNow(edge)
    expect(await arrivals()).toEqual([0, 0, 0])
    link.mend()
    edge = await startEdge()
    await until(async () => (await arrived('killed-2')) > 0)
    expect(await arrivals()).toEqual([1, 1, 1])
  })

  it('takes events at each of the three paths, and a click on what it showed earns at home', async () => {
    const shopper = { visitor_id: 'buyer', session_id: 'visit' }
    const { body } = await post('/api/storefront/v1/headless/search', { query: 'hat', ...shopper })
    await servedAtHome(body.request_id)
    const track = { request_id: body.request_id, products: [{ product_id: 1 }] }
    const make = (name: string, event: object) =>
      sampleEnvelope(name, Date.now(), { envelope: shopper, event } as never)
    const answers = [
      await send(make('svc:search_result_clicked', { custom_data: { track } }), EVENT_PATHS[1]),
      await send(make('checkout_completed', ordered('o-1', 1)), EVENT_PATHS[2]),
    ]
    expect(answers).toEqual([1, 2].map(() => ({ status: 200, body: { ok: true } })))
    const earned = async () =>
      (await postgresDerivedStore(db).conversion(SHOP, 'order', 'o-1'))?.attributions.map(
        ({ touch }) => touch.source.surface,
      )
    await until(async () => (await earned())?.includes('search') === true)
  })
})
