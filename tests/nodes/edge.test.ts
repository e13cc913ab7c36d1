/** The network between an edge node and home is cut. All that the edge accepted must arrive home exactly once. */
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
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type NetworkLink, openLink } from '../../packages/server/src/ports/postgres/testing/network-link.ts'
import {
  admin,
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

async function startEdge(name = 'edge', fileLimitKib?: number): Promise<Server> {
  const url = new URL(store)
  url.port = String(link.port)
  const role = { VITRINE_ROLE: 'edge', VITRINE_REGION: 'far', VITRINE_STORE: url.href }
  return startServer(join(folder, name), fileLimitKib, { ...secret, ...role })
}

async function post(path: string, body: unknown, withKey = key, to = edge) {
  const headers = { 'content-type': 'application/json', 'x-shop': SHOP, authorization: `Bearer ${withKey}` }
  const answer = await fetch(`${to.url}/api/storefront/v1/headless/${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  })
  // biome-ignore lint/suspicious/noExplicitAny: a black-box case looks at whatever came back
  return { status: answer.status, body: (await answer.json()) as any }
}

const search = () => post('search', { query: 'hat', session_id: 's', visitor_id: 'v' })
const event = (visitor: string) =>
  sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: visitor } } as never)
const arrived = async (visitor: string) =>
  (await postgresEventLog(db, ':memory:').readSubjects(SHOP, [`visitor:${visitor}`])).length
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await pause(20)
}

describe('an edge node', () => {
  it('answers searches from the catalog at home, and sends its events and serves home', async () => {
    const found = await search()
    expect([found.status, found.body.products.length, found.body.metadata.region]).toEqual([200, 1, 'far'])
    const serves = () => postgresDerivedStore(db).findServes(SHOP, [found.body.request_id])
    await until(async () => (await serves()).size > 0)
    expect((await post('events', event('near'))).status).toBe(200)
    await until(async () => (await arrived('near')) > 0)
    await putProducts(home.url, [{ id: 2, title: 'Hat 2', handle: 'hat-2', variants: [{ id: 2, price: '5.00' }] }])
    await until(async () => (await search()).body.products.length === 2)
  })

  it('still answers while home cannot be reached, and sends each event home once when it can', async () => {
    link.cut()
    const twice = event('cut')
    const answers = [await search(), await post('events', twice), await post('events', twice)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await arrived('cut')).toBe(0)
    link.mend()
    await until(async () => (await arrived('cut')) > 0)
    // The edge has forgotten this event, but home has not.
    expect((await post('events', twice)).status).toBe(200)
    expect((await post('events', event('after'))).status).toBe(200)
    await until(async () => (await arrived('after')) > 0)
    expect(await arrived('cut')).toBe(1)
  })

  it('accepts nothing with a server key while it cannot check whether the key is still valid', async () => {
    const issued = await admin(home.url, 'POST', `/shops/${SHOP}/keys`, JSON.stringify({ label: 's', kind: 'server' }))
    const server = ((await issued.json()) as { key: string }).key
    expect((await post('events', event('server'), server)).status).toBe(200)
    link.cut()
    await until(async () => (await post('events', event('server'), server)).status === 503)
    expect([(await post('events', event('public'))).status, (await search()).status]).toEqual([200, 200])
    link.mend()
    await until(async () => (await post('events', event('server'), server)).status === 200)
  })

  it('does not restore a person who was erased at home while it could not be reached', async () => {
    expect((await post('events', event('erased'))).status).toBe(200)
    await until(async () => (await arrived('erased')) > 0)
    link.cut()
    expect((await post('events', event('erased'))).status).toBe(200)
    expect((await admin(home.url, 'DELETE', `/shops/${SHOP}/visitors/erased`)).status).toBe(200)
    link.mend()
    expect((await post('events', event('behind'))).status).toBe(200)
    await until(async () => (await arrived('behind')) > 0)
    expect(await arrived('erased')).toBe(0)
  })

  it('loses nothing that it answered with 200 if it is killed before sending it home', async () => {
    link.cut()
    for (const visitor of ['killed-1', 'killed-2']) expect((await post('events', event(visitor))).status).toBe(200)
    await killNow(edge)
    expect([await arrived('killed-1'), await arrived('killed-2')]).toEqual([0, 0])
    link.mend()
    edge = await startEdge()
    await until(async () => (await arrived('killed-2')) > 0)
    expect([await arrived('killed-1'), await arrived('killed-2')]).toEqual([1, 1])
  })

  it('is not ready while its disk accepts no more events', async () => {
    // A limit on file size makes writes fail like a full disk.
    const full = await startEdge('full', 512)
    const sent = async (n: number) => (await post('events', event(`full-${n}`), key, full)).status
    expect(await sent(0)).toBe(200)
    link.cut()
    let n = 1
    while ((await sent(n++)) === 200) {}
    expect(await sent(n)).toBe(503)
    const ready = await fetch(`${full.url}/ready`)
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([503, 'read_only'])
    link.mend()
    await stopServer(full)
  })
})
