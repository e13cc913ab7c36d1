import { describe, expect, it } from 'vitest'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { StoredOutcomes } from './stored-outcomes.ts'
import { type RecordedOutcome, OutcomeLog } from './outcome-log.ts'

const shop = 'a.myshopify.com'

function recorded(atMs: number, changes: Partial<RecordedOutcome> = {}): RecordedOutcome {
  return { atMs, outcome: 'accepted', endpoint: 'v1', eventId: `e${atMs}`, name: 'page_viewed', ...changes }
}

function start(store: DerivedStore, options = {}) {
  const log = new OutcomeLog()
  return { log, kept: new StoredOutcomes(log, store, options) }
}

const times = (outcomes: readonly RecordedOutcome[]) => outcomes.map(({ atMs }) => atMs)

describe('StoredOutcomes', () => {
  it('shows outcomes from before a restart after newer ones', async () => {
    const store = sqliteDerivedTables(':memory:')
    const first = start(store)
    first.log.record(shop, recorded(1, { outcome: 'refused', error: 'no', body: { event: 1 } }))
    first.log.record(shop, recorded(2))
    await first.kept.store()
    const second = start(store)
    second.log.record(shop, recorded(3))
    expect(times(await second.kept.latest(shop, 10))).toEqual([3, 2, 1])
    expect((await second.kept.latest(shop, 10)).at(-1)).toMatchObject({ error: 'no', body: { event: 1 } })
    await second.kept.store()
    expect(times(await start(store).kept.latest(shop, 2))).toEqual([3, 2])
  })

  it('stores nothing if nothing has changed, and never more than it shows', async () => {
    const store = sqliteDerivedTables(':memory:')
    const { log, kept } = start(store)
    for (let i = 1; i <= 300; i++) log.record(shop, recorded(i))
    await kept.store()
    await store.dropSnapshots(shop)
    await kept.store()
    expect(await start(store).kept.latest(shop, 10)).toEqual([])
    log.record(shop, recorded(301))
    await kept.store()
    const again = await start(store).kept.latest(shop, 100)
    expect(times(again)).toEqual(Array.from({ length: 50 }, (_, i) => 301 - i))
  })

  it('stores the lists of the other shops if one cannot be stored', async () => {
    const store = sqliteDerivedTables(':memory:')
    const heldStore = {
      erasureEpoch: store.erasureEpoch.bind(store),
      snapshot: store.snapshot.bind(store),
      putSnapshot: async (...given: Parameters<DerivedStore['putSnapshot']>) => {
        if (given[0] === shop) throw new Error('the shop is locked')
        return store.putSnapshot(...given)
      },
    }
    const log = new OutcomeLog()
    for (const one of [shop, 'b.myshopify.com']) log.record(one, recorded(1))
    await expect(new StoredOutcomes(log, heldStore).store()).rejects.toThrow('the shop is locked')
    expect(times(await start(store).kept.latest('b.myshopify.com', 10))).toEqual([1])
  })

  it('forgets outcomes that name an erased person, wherever they are kept', async () => {
    const store = sqliteDerivedTables(':memory:')
    const first = start(store)
    first.log.record(shop, recorded(1, { outcome: 'refused', body: { visitor_id: 'somebody' } }))
    first.log.record(shop, recorded(2, { outcome: 'refused', body: { visitor_id: 'other' } }))
    await first.kept.store()
    const second = start(store)
    second.log.record(shop, recorded(3, { outcome: 'refused', body: '{"client_id":"somebody"…' }))
    await second.kept.forget(shop, ['somebody'])
    await store.dropSnapshots(shop)
    await second.kept.store()
    expect(times(await second.kept.latest(shop, 10))).toEqual([2])
    expect(times(await start(store).kept.latest(shop, 10))).toEqual([2])
  })

  it('shows outcomes of other nodes, once, and keeps them when it stores its own', async () => {
    const store = sqliteDerivedTables(':memory:')
    const [a, b] = [start(store, { isShared: true }), start(store, { isShared: true })]
    a.log.record(shop, recorded(1))
    await a.kept.store()
    b.log.record(shop, recorded(2))
    expect(times(await b.kept.latest(shop, 10))).toEqual([2, 1])
    await b.kept.store()
    a.log.record(shop, recorded(3))
    expect(times(await a.kept.latest(shop, 10))).toEqual([3, 2, 1])
    expect(times(await a.kept.latest(shop, 2))).toEqual([3, 2])
  })

  it('recalls stored outcomes once, even for concurrent callers', async () => {
    const store = sqliteDerivedTables(':memory:')
    const first = start(store)
    first.log.record(shop, recorded(1))
    await first.kept.store()
    const { kept } = start(store)
    const both = await Promise.all([kept.latest(shop, 10), kept.latest(shop, 10)])
    expect(both.map(times)).toEqual([[1], [1]])
    expect(times(await kept.latest(shop, 10))).toEqual([1])
  })
})
