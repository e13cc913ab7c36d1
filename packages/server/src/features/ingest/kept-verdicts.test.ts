import { describe, expect, it } from 'vitest'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { SqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { KeptVerdicts } from './kept-verdicts.ts'
import { type Verdict, VerdictLog } from './verdicts.ts'

const shop = 'a.myshopify.com'

function verdict(atMs: number, changes: Partial<Verdict> = {}): Verdict {
  return { atMs, verdict: 'accepted', endpoint: 'v1', eventId: `e${atMs}`, name: 'page_viewed', ...changes }
}

function start(store: DerivedStore) {
  const log = new VerdictLog()
  return { log, kept: new KeptVerdicts(log, store) }
}

const times = (verdicts: readonly Verdict[]) => verdicts.map(({ atMs }) => atMs)

describe('KeptVerdicts', () => {
  it('shows what was kept before a restart behind what came after it', async () => {
    const store = new SqliteDerivedTables(':memory:') as unknown as DerivedStore
    const first = start(store)
    first.log.record(shop, verdict(1, { verdict: 'refused', error: 'no', body: { event: 1 } }))
    first.log.record(shop, verdict(2))
    await first.kept.keep()
    const second = start(store)
    second.log.record(shop, verdict(3))
    expect(times(await second.kept.latest(shop, 10))).toEqual([3, 2, 1])
    expect((await second.kept.latest(shop, 10)).at(-1)).toMatchObject({ error: 'no', body: { event: 1 } })
    await second.kept.keep()
    expect(times(await start(store).kept.latest(shop, 2))).toEqual([3, 2])
  })

  it('stores nothing where nothing has changed, and no more than it shows', async () => {
    const store = new SqliteDerivedTables(':memory:') as unknown as DerivedStore
    const { log, kept } = start(store)
    for (let i = 1; i <= 300; i++) log.record(shop, verdict(i))
    await kept.keep()
    await store.dropSnapshots(shop)
    await kept.keep()
    expect(await start(store).kept.latest(shop, 10)).toEqual([])
    log.record(shop, verdict(301))
    await kept.keep()
    const again = await start(store).kept.latest(shop, 100)
    expect(times(again)).toEqual(Array.from({ length: 50 }, (_, i) => 301 - i))
  })

  it('forgets what names an erased person, wherever it is kept', async () => {
    const store = new SqliteDerivedTables(':memory:') as unknown as DerivedStore
    const first = start(store)
    first.log.record(shop, verdict(1, { verdict: 'refused', body: { visitor_id: 'somebody' } }))
    first.log.record(shop, verdict(2, { verdict: 'refused', body: { visitor_id: 'other' } }))
    await first.kept.keep()
    const second = start(store)
    second.log.record(shop, verdict(3, { verdict: 'refused', body: '{"client_id":"somebody"…' }))
    await second.kept.forget(shop, ['somebody'])
    await store.dropSnapshots(shop)
    await second.kept.keep()
    expect(times(await second.kept.latest(shop, 10))).toEqual([2])
    expect(times(await start(store).kept.latest(shop, 10))).toEqual([2])
  })
})
