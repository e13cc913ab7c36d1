import { describe, expect, it, onTestFinished } from 'vitest'
import type { DerivableChunk, DeriveOutcome } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { SetAside } from '../../ports/derived-store/set-aside.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { EventFollower } from '../follow-events.ts'
import { deriveChunk } from './derive-chunk.ts'

const atMs = Date.parse('2026-03-01T12:00:00Z')
const viewed = (i: number) => ({
  id: `e${i}`,
  name: 'product_viewed',
  type: 'standard',
  channel: 'HEADLESS',
  browser: 'x',
  os: 'x',
  path: '/',
  readable: true,
  atMs,
  receivedAtMs: atMs,
  visitorId: `v${i % 3}`,
  sessionId: `s${i % 3}`,
  personalize: true,
  bot: false,
  device: 'desktop',
  action: 'product_view',
  lines: [{ productId: 1, quantity: 1 }],
})

/** Deriving a chunk fails if it contains an event of `poison`. */
async function world() {
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  const tables = sqliteDerivedTables(':memory:')
  onTestFinished(() => Promise.all([log.close(), tables.close()]).then(() => {}))
  const bodies = Array.from({ length: 10 }, (_, i) => JSON.stringify(viewed(i)))
  for (const [i, body] of bodies.entries())
    await log.append('s', [{ id: `e${i}`, receivedAtMs: atMs, subjects: [`visitor:v${i % 3}`], body, sent: '{"c":1}' }])
  const poison = new Map<string, Error>()
  const tries: number[][] = []
  const store: DerivedStore = Object.assign(tables, {
    derive: async (shop: string, chunk: DerivableChunk): Promise<DeriveOutcome> => {
      tries.push(chunk.offsets)
      for (const [id, error] of poison) if (chunk.bodies.includes(`"${id}"`)) throw error
      return deriveChunk(tables, shop, chunk, { clickMs: 1, viewMs: 1 })
    },
  })
  const reported: SetAside[] = []
  const follow = async () => {
    const follower = new EventFollower({
      log,
      store,
      consumers: [],
      serves: { flush: async () => {} },
      windowsOf: async () => ({ clickMs: 1, viewMs: 1 }),
      onError: () => {},
      onSetAside: (_shop, aside) => reported.push(aside),
      clock: () => atMs,
    })
    await follower.start()
    return follower
  }
  const views = async () => {
    const rows = await tables.rollups('s', { dimension: 'shop', fromDay: 0, toDay: 1e6 })
    return rows.find(({ metric }) => metric === 'product_views')?.value
  }
  return { log, store, poison, tries, reported, follow, views }
}

describe('an event that cannot be derived', () => {
  it('A1: is retried alone and set aside with its cause, and all other events are derived', async () => {
    const { store, poison, tries, reported, follow, views } = await world()
    poison.set('e4', new Error('cannot store\nREAL value'))
    const follower = await follow()
    expect(await views()).toBe(9)
    expect(await store.offset('s')).toBe(10)
    expect(tries.filter((offsets) => offsets.join() === '5')).toHaveLength(2)
    const aside = { kind: 'event', key: '5', name: 'product_viewed e4', cause: 'cannot store REAL value', atMs }
    expect(reported).toMatchObject([aside])
    expect(await store.setAside('s', 10)).toMatchObject([aside])
    expect(follower.problem).toBeUndefined()
  })

  it('A2: is derived once, at the next start after its cause is fixed', async () => {
    const { store, poison, follow, views } = await world()
    poison.set('e0', new Error('first')).set('e9', new Error('last'))
    await follow()
    expect(await store.setAside('s', 10)).toHaveLength(2)
    poison.delete('e0')
    await follow()
    expect([await views(), (await store.setAside('s', 10)).map(({ key }) => key)]).toEqual([9, ['10']])
    poison.clear()
    await follow()
    await follow()
    expect([await views(), await store.setAside('s', 10), await store.offset('s')]).toEqual([10, [], 10])
  })

  it('A3: is removed with its person, and after a rebuild that derives it', async () => {
    const { log, store, poison, follow, views } = await world()
    poison.set('e4', new Error('no')).set('e5', new Error('no'))
    await follow()
    await log.erase('s', ['visitor:v1'])
    await follow()
    expect((await store.setAside('s', 10)).map(({ key }) => key)).toEqual(['6'])
    poison.clear()
    const follower = await follow()
    await follower.rebuild('s')
    expect([await store.setAside('s', 10), await views()]).toEqual([[], 7])
  })

  it('A4: is not set aside if the store is unreachable or full, and is derived later', async () => {
    for (const name of ['StoreUnavailable', 'StorageFull']) {
      const { store, poison, reported, follow, views } = await world()
      poison.set('e4', Object.assign(new Error('no room'), { name }))
      const follower = await follow()
      expect([await store.offset('s'), reported, follower.stalledShops]).toEqual([0, [], 1])
      poison.clear()
      follower.wake('s')
      await follower.runOnce()
      expect([await views(), follower.stalledShops]).toEqual([10, 0])
    }
  })

  it('A5: does not stop a recount of days', async () => {
    const { store, poison, follow } = await world()
    const follower = await follow()
    await store.setZone('s', 'Asia/Kolkata')
    poison.set('e4', new Error('no'))
    await follower.stop()
    await follow().then((next) => next.runOnce())
    expect(await store.pendingRecount('s')).toBeUndefined()
    expect(await store.setAside('s', 10)).toMatchObject([{ key: '5' }])
  })
})
