import { describe, expect, it } from 'vitest'
import { postgresDerivedStore } from '../ports/derived-store/postgres.ts'
import { DERIVED_SCHEMA } from '../ports/derived-store/postgres-schema.ts'
import type { StoredServe } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { sqliteDerivedTables } from '../ports/derived-store/sqlite-derived-tables.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../ports/event-log/testing/shop-events.ts'
import { byTurns } from '../ports/postgres/testing/by-turns.ts'
import { storeNodes } from '../ports/postgres/testing/nodes.ts'
import { deriveEvents } from './derive-events/derive-events.ts'
import { PendingServes } from './pending-serves.ts'

const shop = 'a.myshopify.com'
const windowsOf = async () => ({ clickMs: 7 * 86_400_000, viewMs: 86_400_000 })
const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))

const serve = (requestId: string, atMs: number, visitor = 'v'): { shop: string; serve: StoredServe } => ({
  shop,
  serve: {
    ...{ surface: 'search', requestId, atMs, subjects: [`visitor:${visitor}`], query: 'hat' },
    products: [{ productId: 7, position: 1 }],
  },
})
const who = {
  visitorId: 'v',
  sessionId: 's',
  clientId: undefined,
  customerId: undefined,
  personalize: true,
  bot: false,
}
const clicked = (requestId: string): ShopEvent =>
  shopEvent({
    ...{ ...who, id: `click-${requestId}`, action: 'surface_click', atMs: NOW, receivedAtMs: NOW, lines: [line(7)] },
    track: { surface: 'search', requestId } as ShopEvent['track'],
  })
const ordered: ShopEvent = shopEvent({
  ...{ ...who, id: 'order', action: 'order', orderId: 'o1', atMs: NOW + 1000, receivedAtMs: NOW, lines: [line(7)] },
})

/** The store has an earlier serve; the click waits for its own serve. */
async function derived(store: DerivedStore, event = clicked('late')) {
  await store.putServes([serve('earlier', NOW - 60_000)])
  const events = [event, ordered].map((one, i) => ({ offset: i + 1, event: one }))
  const outcome = await deriveEvents({ store, windowsOf }, shop, { fromOffset: 0, events })
  let nowMs = NOW
  const late = new PendingServes({ store, windowsOf, now: () => nowMs })
  late.note(shop, outcome ? outcome.unserved : [])
  const pass = async (ms: number) => {
    nowMs += ms
    for (const one of late.due) await late.look(one)
  }
  const earned = async () =>
    (await store.conversion(shop, 'order', 'o1'))?.attributions.map(({ model, touch }) => [model, touch.source.serve])
  return { late, pass, earned }
}

const EARNED = [
  ['first', 'late'],
  ['last', 'late'],
  ['linear', 'late'],
]

describe.each<[string, () => Promise<DerivedStore>]>([
  ['SQLite', async () => sqliteDerivedTables(':memory:')],
  ['PostgreSQL', async () => (await nodes(1))[0]],
  ['PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2))],
])('a click that was derived before its serve was stored, on %s', (_, open) => {
  it('a click earns credit once when its serve arrives, without a change of the log’s offset', async () => {
    const store = await open()
    const { late, pass, earned } = await derived(store)
    expect([await earned(), late.waiting]).toEqual([[], 1])
    await pass(200)
    expect([await earned(), late.waiting]).toEqual([[], 1])
    await store.putServes([serve('late', NOW - 500)])
    await pass(1000)
    expect((await earned())?.toSorted()).toEqual(EARNED)
    expect([late.waiting, await store.offset(shop)]).toEqual([0, 2])
    // Another node may derive the click, too.
    late.note(shop, [clicked('late')])
    await pass(200)
    expect((await earned())?.toSorted()).toEqual(EARNED)
  })

  it('a click earns nothing by a serve to somebody else', async () => {
    const store = await open()
    const { pass, earned } = await derived(store)
    await store.putServes([serve('late', NOW - 500, 'other')])
    await pass(200)
    expect(await earned()).toEqual([])
  })
})

describe('an event that waits for its serve', () => {
  const open = () => sqliteDerivedTables(':memory:')

  it('is dropped after some minutes', async () => {
    const store = open()
    const { late, pass, earned } = await derived(store)
    for (const ms of [200, 1000, 5000, 30_000, 120_000]) await pass(ms)
    expect(late.waiting).toBe(1)
    expect(late.dueInMs).toBe(600_000)
    await pass(600_000)
    expect([late.waiting, late.dueInMs]).toEqual([0, undefined])
    await store.putServes([serve('late', NOW - 500)])
    await pass(600_000)
    expect(await earned()).toEqual([])
  })

  it('is not kept if it is old or anonymous, or if its serve is known', async () => {
    const store = open()
    const { late } = await derived(store, clicked('earlier'))
    late.note(shop, [{ ...clicked('late'), receivedAtMs: NOW - 3_600_000 }])
    late.note(shop, [{ ...clicked('late'), visitorId: undefined }])
    expect(late.waiting).toBe(0)
  })

  it('is removed with an erased shopper, and with the shop', async () => {
    const { late } = await derived(open())
    late.erase(shop, { subjects: ['visitor:w'], sessions: [] })
    expect(late.waiting).toBe(1)
    late.erase(shop, { subjects: ['visitor:v'], sessions: [] })
    expect(late.waiting).toBe(0)
    late.note(shop, [clicked('late')])
    late.forget(shop)
    expect([late.waiting, late.due]).toEqual([0, []])
  })

  it('is dropped if it is the oldest beyond the limit', async () => {
    const { late } = await derived(open())
    late.note(
      shop,
      Array.from({ length: 10_050 }, (_, i) => ({ ...clicked('late'), id: `made-up-${i}` })),
    )
    expect(late.waiting).toBe(10_000)
  })

  it('is displaced only by a flood in its own shop', async () => {
    const store = open()
    const { late, pass, earned } = await derived(store)
    const madeUp = (count: number) => Array.from({ length: count }, (_, i) => ({ ...clicked('x'), id: `made-up-${i}` }))
    // The flooded shop is neither first nor last, so that only its size can select it.
    late.note('flooded.myshopify.com', madeUp(20_000))
    late.note('quiet.myshopify.com', madeUp(2))
    expect(late.waiting).toBe(10_000)
    await store.putServes([serve('late', NOW - 500)])
    await pass(200)
    expect((await earned())?.toSorted()).toEqual(EARNED)
  })
})
