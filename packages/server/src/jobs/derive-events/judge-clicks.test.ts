import { describe, expect, it } from 'vitest'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { postgresDerivedStore } from '../../ports/derived-store/postgres.ts'
import { DERIVED_SCHEMA } from '../../ports/derived-store/postgres-schema.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { byTurns } from '../../ports/postgres/testing/by-turns.ts'
import { storeNodes } from '../../ports/postgres/testing/nodes.ts'
import { judgeClicks, judgeEvidence } from './judge-clicks.ts'

const SHOP = 'a.example'
const HOUR_MS = 3_600_000
const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))

const serve = (requestId: string, subjects: StoredServe['subjects']): StoredServe => ({
  ...{ surface: 'search', requestId, atMs: NOW, subjects, products: [{ productId: 1, position: 1 }] },
})
const nobody = { visitorId: undefined, clientId: undefined, customerId: undefined, sessionId: undefined }
const click = (parts: Partial<ShopEvent>, requestId = 'r'): ShopEvent =>
  shopEvent({
    ...{
      ...nobody,
      id: crypto.randomUUID(),
      trust: 'keyed',
      action: 'surface_click',
      lines: [line(1)],
      receivedAtMs: NOW,
    },
    ...{ track: { surface: 'search', requestId }, ...parts },
  })

describe.each<[string, () => Promise<DerivedStore>]>([
  ['SQLite', async () => sqliteDerivedTables(':memory:')],
  ['PostgreSQL', async () => (await nodes(1))[0]],
  ['PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2))],
])('a click as evidence, on %s', (_, open) => {
  async function judging(...serves: StoredServe[]) {
    const store = await open()
    await store.putServes(serves.map((one) => ({ shop: SHOP, serve: one })))
    return async (...clicks: ShopEvent[]) => {
      const given = clicks.map((event, i) => ({ offset: i + 1, event }))
      return (await judgeClicks(store, SHOP, given)).map(({ event }) => event.teaches !== false)
    }
  }

  it('J1: counts only for products shown to that shopper, unless it is signed', async () => {
    const teach = await judging(serve('r', ['visitor:v']))
    const [v, signed] = [{ visitorId: 'v' }, { trust: 'signed' as const }]
    expect(await teach(click(v), click({ visitorId: 'other' }), click({ ...v, lines: [line(2)] }))).toEqual([true, false, false]) // biome-ignore format: one line reads better
    expect(await teach(click(v, 'x'), click({ ...v, ...signed }, 'x'))).toEqual([false, true])
  })

  it('J2: does not count without its answer, however old the event is', async () => {
    const teach = await judging(serve('r', ['visitor:v']))
    const long = { visitorId: 'v', atMs: NOW - HOUR_MS, receivedAtMs: NOW - HOUR_MS }
    expect(await teach(click(long), click(long, 'x'))).toEqual([true, false])
    expect(await (await judging())(click(long))).toEqual([false])
  })

  it('J3: counts for the first shopper who clicks in an answer without a shopper, and for no other', async () => {
    const teach = await judging(serve('r', []), serve('r', []))
    const clicks = ['a', 'b', 'a', 'c'].map((visitorId) => click({ visitorId }))
    expect(await teach(...clicks)).toEqual([true, false, true, false])
    expect(await teach(...clicks.slice(1))).toEqual([false, true, false])
    expect(await teach(click({}), click({ sessionId: 's' }))).toEqual([false, false])
  })

  it('J4: counts for one shopper per kind of id, because a page knows the visitor id and a pixel the client id', async () => {
    const teach = await judging(serve('r', ['visitor:v']), serve('c', ['customer:7']))
    expect(await teach(click({ clientId: 'a' }), click({ clientId: 'b' }), click({ clientId: 'a' }))).toEqual([true, false, true]) // biome-ignore format: one line reads better
    // The client id of the earlier click proves nothing about the visitor of the later one.
    expect(await teach(click({ visitorId: 'w', clientId: 'a' }), click({ visitorId: 'v', clientId: 'z' }))).toEqual([false, true]) // biome-ignore format: one line reads better
    const logged = ['a', 'b'].map((visitorId) => click({ visitorId, customerId: '7' }, 'c'))
    expect(await teach(...logged)).toEqual([true, false])
  })

  it('J5: no longer counts when the shopper is erased, and the id is removed from the answer', async () => {
    const store = await open()
    await store.putServes([{ shop: SHOP, serve: serve('r', []) }])
    const claim = { id: 'r', subject: 'visitor:a' as const }
    expect(await store.claimServes(SHOP, [claim, { id: 'x', subject: 'visitor:a' }])).toEqual([true, false])
    await store.erasePerson(SHOP, { subjects: ['visitor:a'], visits: [], searches: [] })
    expect([...(await store.findServes(SHOP, ['r'])).values()]).toEqual([[serve('r', [])]])
    expect(await store.claimServes(SHOP, [{ id: 'r', subject: 'visitor:b' }, claim])).toEqual([true, false])
  })

  it('J7: counts in a search only for the query that was answered', async () => {
    const teach = await judging({ ...serve('r', ['visitor:v']), query: ' Linen  Sofa ' }, serve('none', ['visitor:v']))
    const [asked, other] = ['linen sofa', 'sofa'].map((query) => (id: string) => click({ visitorId: 'v', query }, id))
    expect(await teach(asked!('r'), other!('r'), asked!('none'), click({ visitorId: 'v' }))).toEqual([true, false, false, true]) // biome-ignore format: one line reads better
    const elsewhere = { surface: 'recommendation', requestId: 'none' } as const
    expect(await teach(click({ visitorId: 'v', query: 'sofa', track: elsewhere }))).toEqual([true])
  })
})

describe('the products of a list that models learn', () => {
  it('J6: leave out products for which earlier events already counted', async () => {
    const store = sqliteDerivedTables(':memory:')
    const event = click({ action: 'surface_view', lines: [1, 2, 3].map((id) => line(id)), repeats: [1, 3] })
    const [one] = await judgeEvidence(store, SHOP, [{ offset: 1, event }])
    expect(one!.event.lines.map(({ productId }) => productId)).toEqual([2])
  })
})
