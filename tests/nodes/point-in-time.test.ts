/** Restores PostgreSQL to a moment between two writes. Saved indexes are then newer than the database. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  giveToServer,
  startTestServer,
  type TestServer,
} from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { codeBlocks } from '../docs/code-blocks.ts'
import { V1, viewed } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const GUIDE = new URL('../../docs/guides/growing-past-one-machine.md', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-restored-'))
const at = (name: string) => join(folder, name)
const [before, between, after] = ['before', 'between', 'after'].map((visitor) =>
  sampleEnvelope('product_viewed', Date.now(), { envelope: { visitor_id: visitor }, event: viewed(1) } as never),
)

let restored: TestServer
let node: Harness
let shop: TestShop

beforeAll(async () => {
  mkdirSync(at('archive'))
  giveToServer(folder)
  const original = await startTestServer({ folder: at('original'), settings: guideSettings('archiving') })
  const first = await startNode(original, 'node')
  shop = await first.createShop()
  await first.putProducts(shop, [product(1)])
  await send(first, before)
  await baseBackup(original)
  await first.putProducts(shop, [product(2)])
  await send(first, between)
  const [{ moment }] = await ask(original, 'SELECT clock_timestamp()::text AS moment')
  await first.putProducts(shop, [product(3), product(4)])
  await send(first, after)
  await first.settle()
  // The first node has saved and published an index with changes after the moment.
  await first.close()
  await ask(original, 'SELECT pg_switch_wal()')
  await original.stop()

  writeFileSync(at('restored/data/recovery.signal'), '')
  giveToServer(at('restored'))
  const settings = { ...guideSettings('recovery'), recovery_target_time: moment as string }
  restored = await startTestServer({ folder: at('restored'), settings })
  while ((await ask(restored, 'SELECT pg_is_in_recovery() AS is'))[0]?.is) await new Promise(setImmediate)
  node = await startNode(restored, 'node')
})
afterAll(async () => {
  await node?.close()
  await restored?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function startNode({ url }: TestServer, data: string): Promise<Harness> {
  return startHarness({
    ...{ VITRINE_STORE: url, VITRINE_SECRET: 's'.repeat(32), VITRINE_DATA: at(data) },
    VITRINE_SNAPSHOTS: `folder:${at('snapshots')}`,
  })
}

const product = (id: number) => ({ id, title: `Hat ${id}`, handle: `hat-${id}`, variants: [{ id, price: '5.00' }] })

async function send(to: Harness, event: unknown): Promise<void> {
  expect((await to.post(V1, event, shop)).status).toBe(200)
}

async function foundIds(on: Harness): Promise<number[]> {
  const { body } = await on.post('/api/storefront/v1/headless/search', { query: 'hat', session_id: 's' }, shop)
  return body.products.map((hit: { product_id: number }) => hit.product_id).toSorted()
}

async function viewsOf(on: Harness) {
  await on.settle()
  const { log, store } = on.vitrine!.events
  const visitors = await Promise.all(
    ['before', 'between', 'after'].map(async (one) => (await log.readSubjects(shop.shop, [`visitor:${one}`])).length),
  )
  const rows = await store.rollups(shop.shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
  return { visitors, views: rows.find(({ metric }) => metric === 'product_views')?.value ?? 0 }
}

async function ask(
  { url }: TestServer,
  text: string,
): Promise<[Record<string, unknown>, ...Record<string, unknown>[]]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows as [Record<string, unknown>]
}

/** Reads the guide's settings, with this test's folder. */
function guideSettings(name: 'archiving' | 'recovery'): Record<string, string> {
  const block = codeBlocks(readFileSync(GUIDE, 'utf8')).find(({ words }) => words.includes(`${name}.conf`))
  const lines = [...(block?.text ?? '').matchAll(/^(\w+) = '(.*)'$/gm)]
  expect(lines.length).toBeGreaterThan(1)
  return Object.fromEntries(lines.map(([, key, value]) => [key, value?.replaceAll('/backup/wal', at('archive'))]))
}

/** Does what `pg_basebackup` does, which these binaries lack. The session must stay open. */
async function baseBackup({ url, folder: from }: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SELECT pg_backup_start('base', true)")
  const isLeftOut = (path: string) => /\/(pg_wal\/.+|postmaster\.(pid|opts))$/.test(path)
  cpSync(join(from, 'data'), at('restored/data'), { recursive: true, filter: (path) => !isLeftOut(path) })
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()')
  writeFileSync(at('restored/data/backup_label'), rows[0].labelfile)
  await client.end()
}

describe('a store that was restored to a moment', () => {
  it('has every acknowledged write before it and none after, and matching reports', async () => {
    expect(await foundIds(node)).toEqual([1, 2])
    expect(await viewsOf(node)).toEqual({ visitors: [1, 1, 0], views: 2 })
  })

  it('stores later events when they are sent again, and earlier ones only once', async () => {
    for (const event of [before, between, after]) await send(node, event)
    expect(await viewsOf(node)).toEqual({ visitors: [1, 1, 1], views: 3 })
  })

  it('is not searched in indexes that were saved or published after the moment', async () => {
    await node.putProducts(shop, [product(5), product(6)])
    expect(await foundIds(node)).toEqual([1, 2, 5, 6])
    const fresh = await startNode(restored, 'fresh')
    expect(await foundIds(fresh)).toEqual([1, 2, 5, 6])
    await fresh.close()
  })
})
