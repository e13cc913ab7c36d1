import { describe, expect, it } from 'vitest'
import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { derivedStoreContract } from './derived-store.contract.ts'
import { postgresDerivedStore } from './postgres.ts'
import { PostgresErasures } from './postgres-erasures.ts'
import { DERIVED_SCHEMA } from './postgres-schema.ts'
import { batch, click, order, shop, today, windows } from './testing/derived-facts.ts'

const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))

derivedStoreContract('PostgreSQL', async (key) => byTurns(await nodes(1, key)))
derivedStoreContract('PostgreSQL on two nodes by turns', async (key) => byTurns(await nodes(2, key && `two_${key}`)))

describe('nodes that derive the same shop at once', () => {
  it('count every batch once, whoever is faster', async () => {
    const stores = await nodes(3)
    const counted = (fromOffset: number) => ({
      ...batch({ rollups: [{ day: today, dimension: 'shop', key: '', metric: 'events', value: 1 }] }),
      ...{ fromOffset, toOffset: fromOffset + 1 },
    })
    for (let offset = 0; offset < 20; offset++) {
      const applied = await Promise.all(stores.map((store) => store.apply(shop, counted(offset), windows)))
      expect(applied.filter(Boolean)).toHaveLength(1)
    }
    const rows = await stores[0].rollups(shop, { dimension: 'shop', fromDay: today, toDay: today })
    expect(rows).toEqual([{ key: '', metric: 'events', value: 20 }])
  })

  it('leave a conversion to be looked at again when a touch came while it was being explained', async () => {
    const [a, b] = (await nodes(2)) as [Awaited<ReturnType<typeof nodes>>[0], Awaited<ReturnType<typeof nodes>>[0]]
    await a.apply(shop, batch({ conversions: [order('o1')] }), windows)
    expect(await a.attributionTasks(shop, windows, 10)).toMatchObject([{ touches: [] }])
    await b.apply(shop, batch({ fromOffset: 1, toOffset: 2, touches: [click()] }), windows)
    await a.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions: [] }])
    expect(await a.attributionTasks(shop, windows, 10)).toMatchObject([{ touches: [{ eventId: 'c1' }] }])
  })

  it('take paths and queries of any length', async () => {
    const [store] = await nodes(1)
    const long = 'x'.repeat(5000)
    const visit = {
      session: 's',
      firstAtMs: 5,
      path: `/${long}`,
      device: 'mobile' as const,
      steps: 1,
      pages: [`/${long}`],
    }
    const searches = [{ day: today, session: 's', query: long, flags: 1 }]
    const rollups = [{ day: today, dimension: 'query', key: long, metric: 'searches', value: 1 }]
    expect(await store.apply(shop, batch({ sessions: [visit], searches, rollups }), windows)).toBe(true)
    expect(await store.rollups(shop, { dimension: 'query', fromDay: today, toDay: today, key: long })).toHaveLength(1)
  })
})

describe('the models of a node that has not heard of an erasure yet', () => {
  const withErasures = storeNodes(DERIVED_SCHEMA, (db) =>
    Object.assign(postgresDerivedStore(db), { erasures: new PostgresErasures(db) }),
  )

  it('are not stored, and those that were are removed with it', async () => {
    const [store] = await withErasures(1)
    await store.apply(shop, batch({}), windows)
    const epoch = await store.erasureEpoch(shop)
    const stored = { offset: 1, bytes: Uint8Array.of(1), epoch }
    await store.putSnapshot(shop, 'm', stored)
    await store.erasures.announce(shop, { subjects: ['visitor:v'], sessions: [] })
    expect(await store.snapshot(shop, 'm')).toBeUndefined()
    await store.putSnapshot(shop, 'm', stored)
    expect(await store.snapshot(shop, 'm')).toBeUndefined()
    await store.putSnapshot(shop, 'm', { ...stored, epoch: await store.erasureEpoch(shop) })
    expect(await store.snapshot(shop, 'm')).toMatchObject({ offset: 1 })
  })
})
