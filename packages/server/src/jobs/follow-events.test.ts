import { describe, expect, it } from 'vitest'
import { sqliteDerivedTables } from '../ports/derived-store/sqlite-derived-tables.ts'
import type { ErasedShopper, EventConsumer, Relearned } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import { SqliteEventTables } from '../ports/event-log/sqlite-event-tables.ts'
import { EventFollower } from './follow-events.ts'

const atMs = Date.parse('2026-03-01T12:00:00Z')

function viewed(n: number): ShopEvent {
  return {
    id: `e${n}`,
    name: 'product_viewed',
    type: 'standard',
    atMs: atMs + n,
    receivedAtMs: atMs,
    channel: 'HEADLESS',
    visitorId: `v${n % 3}`,
    sessionId: `s${n % 3}`,
    personalize: true,
    bot: false,
    browser: 'Safari',
    os: 'iOS',
    device: 'mobile',
    action: 'product_view',
    lines: [{ productId: 1 + (n % 5), quantity: 1 }],
    readable: true,
  }
}

/** A model that remembers the ids of its events. The snapshot is this list. */
class Recorder implements EventConsumer {
  readonly name: string
  seen: string[] = []
  restores = 0
  erased: ErasedShopper[] = []
  constructor(name = 'recorder') {
    this.name = name
  }
  restore(_shop: string, snapshot: Uint8Array | undefined): void {
    this.restores++
    this.seen = snapshot ? JSON.parse(Buffer.from(snapshot).toString()) : []
  }
  consume(_shop: string, events: readonly ShopEvent[]): void {
    this.seen.push(...events.map(({ id }) => id))
  }
  erase(_shop: string, shopper: ErasedShopper): void {
    this.erased.push(shopper)
  }
  relearn(): Relearned {
    const fresh: string[] = []
    return {
      consume: (events) => {
        fresh.push(...events.map(({ id }) => id))
      },
      adopt: () => {
        this.seen = fresh
      },
    }
  }
  snapshot(): Uint8Array {
    return Buffer.from(JSON.stringify(this.seen))
  }
  release(): void {
    this.seen = []
  }
}

function world() {
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  const store = sqliteDerivedTables(':memory:')
  const errors: unknown[] = []
  let nowMs = atMs
  const pass = (ms: number) => {
    nowMs += ms
  }
  const append = (from: number, to: number) =>
    log.append(
      's',
      Array.from({ length: to - from }, (_, i) => {
        const event = viewed(from + i)
        return {
          id: event.id,
          receivedAtMs: atMs,
          subjects: [`visitor:${event.visitorId}`],
          body: JSON.stringify(event),
          sent: '{"context":{}}',
        }
      }),
    )
  const follower = (...consumers: EventConsumer[]) => followerOf(consumers)
  /** Keeps models in memory only while their shop is open. */
  const onDemand = (...consumers: EventConsumer[]) => followerOf(consumers, () => {})
  const followerOf = (consumers: EventConsumer[], requestLoad?: (shop: string) => void) =>
    new EventFollower({
      log,
      store,
      consumers,
      requestLoad,
      clock: () => nowMs,
      eventsPerStep: 1000,
      serves: { flush: async () => {} },
      windowsOf: async () => ({ clickMs: 1, viewMs: 1 }),
      onError: (error) => errors.push(error),
      onSetAside: () => {},
    })
  const views = async () => {
    const rows = await store.rollups('s', { dimension: 'shop', fromDay: 0, toDay: 1e6 })
    return rows.find(({ metric }) => metric === 'product_views')?.value
  }
  return { log, store, errors, append, follower, onDemand, views, pass }
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`)

describe('EventFollower', () => {
  it('feeds every event of a long log to store and models once, in order', async () => {
    const { append, follower, views } = world()
    const model = new Recorder()
    await append(0, 2500)
    const following = follower(model)
    await following.start()
    expect(model.seen).toEqual(ids(2500))
    expect(await views()).toBe(2500)
    await append(2500, 2600)
    following.wake('s')
    await following.runOnce()
    expect(model.seen).toEqual(ids(2600))
    expect(await views()).toBe(2600)
    await following.stop()
  })

  it('continues from the stored snapshot after a stop, and from the beginning without one', async () => {
    const { append, follower, views } = world()
    await append(0, 50)
    const first = follower(new Recorder('old'))
    await first.start()
    await first.stop()
    await append(50, 80)
    const [old, fresh] = [new Recorder('old'), new Recorder('fresh')]
    await follower(old, fresh).start()
    expect(old.seen).toEqual(ids(80))
    expect(fresh.seen).toEqual(ids(80))
    expect(await views()).toBe(80)
  })

  it('rebuilds the same counts, reports its progress, and makes models learn from the beginning', async () => {
    const { append, follower, views, store } = world()
    const model = new Recorder()
    await append(0, 1500)
    const following = follower(model)
    await following.start()
    const before = await store.history('s', ['visitor:v1'], 10)
    const progress: [number, number][] = []
    await following.rebuild('s', (done, total) => progress.push([done, total]))
    await following.runOnce()
    expect(progress.at(-1)).toEqual([1500, 1500])
    expect(progress[0]).toEqual([1000, 1500])
    expect(await views()).toBe(1500)
    expect(await store.history('s', ['visitor:v1'], 10)).toEqual(before)
    expect(model.seen).toEqual(ids(1500))
  })

  it('learns no events of an erased shopper', async () => {
    const { append, follower, log } = world()
    const model = new Recorder()
    await append(0, 30)
    const following = follower(model)
    await following.start()
    await log.erase('s', ['visitor:v1'])
    await following.refit('s')
    await following.runOnce()
    expect(model.seen).toEqual(ids(30).filter((_, i) => i % 3 !== 1))
    expect(model.restores).toBe(2)
  })

  it('stores no model that contains erased events, so that the next start learns from the log', async () => {
    const { append, follower, log } = world()
    await append(0, 30)
    const learning = new Recorder()
    const first = follower(learning)
    await first.start()
    await log.erase('s', ['visitor:v1'])
    const shopper = { subjects: ['visitor:v1'], sessions: [] }
    await first.erase('s', shopper)
    expect(learning.erased).toEqual([shopper])
    await first.stop()
    await append(30, 31)
    const model = new Recorder()
    await follower(model).start()
    expect(model.seen).toEqual(ids(31).filter((_, i) => i % 3 !== 1))
  })

  it('learns new models after an erasure while the old ones are in use, and stores them', async () => {
    const { append, follower, log, store } = world()
    await append(0, 2500)
    const model = new Recorder()
    const following = follower(model)
    await following.start()
    const erase = async (visitor: string) => {
      await log.erase('s', [`visitor:${visitor}`])
      await following.erase('s', { subjects: [`visitor:${visitor}`], sessions: [] })
    }
    await erase('v1')
    await following.runOnce()
    expect(model.seen).toEqual(ids(2500))
    // The models have learned part of the log again, so the second erasure makes them start over afterwards.
    await erase('v2')
    await append(2500, 2501)
    following.wake('s')
    for (let steps = 0; steps < 4; steps++) await following.runOnce()
    const left = ids(2501).filter((_, i) => i % 3 === 0 || i === 2500)
    expect(model.seen).toEqual(left)
    await append(2501, 2502)
    following.wake('s')
    await following.runOnce()
    expect(model.seen).toEqual([...left, 'e2501'])
    expect(JSON.parse(Buffer.from((await store.snapshot('s', 'recorder'))!.bytes).toString())).toEqual(left)
    await following.stop()
  })

  it('reports how long the oldest event has been waiting', async () => {
    const { append, follower, pass } = world()
    const following = follower(new Recorder())
    expect(following.lagMs).toBe(0)
    await append(0, 10)
    following.wake('s')
    pass(700)
    following.wake('s')
    following.wake('t')
    expect([following.lagMs, following.waitingShops]).toEqual([700, 2])
    await following.runOnce()
    expect([following.lagMs, following.waitingShops]).toEqual([0, 0])
  })

  it('continues when a model fails, and when a snapshot cannot be read', async () => {
    const { append, follower, errors, store, views } = world()
    const broken = new Recorder('broken')
    broken.consume = () => {
      throw new Error('bad model')
    }
    await store.putSnapshot('s', 'picky', { offset: 5, bytes: Uint8Array.of(1), epoch: 0 })
    const picky = new Recorder('picky')
    await append(0, 10)
    await follower(broken, picky).start()
    expect(await views()).toBe(10)
    expect(picky.seen).toEqual(ids(10))
    expect(errors).toHaveLength(2)
  })

  it('retries after the store failed while models learned, and feeds no event twice', async () => {
    const { append, follower, errors, store, views, pass } = world()
    const model = new Recorder()
    const following = follower(model)
    await append(0, 500)
    const apply = store.apply.bind(store)
    store.apply = async () => {
      store.apply = apply
      throw Object.assign(new Error('no room'), { name: 'StorageFull' })
    }
    await following.start()
    expect(errors).toHaveLength(1)
    await append(500, 510)
    await following.runOnce()
    expect([following.stalledShops, await views()]).toEqual([1, undefined])
    pass(60_000)
    await following.runOnce()
    expect(following.stalledShops).toBe(0)
    expect(model.seen).toEqual(ids(510))
    expect(await views()).toBe(510)
  })
})

describe('a shop that is not in memory', () => {
  it('is derived without its models, which learn each event once when the shop is opened', async () => {
    const { append, onDemand, views } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 1500)
    await following.start()
    expect([await views(), model.seen, model.restores]).toEqual([1500, [], 0])
    await following.open('s')
    expect(model.seen).toEqual(ids(1500))
    await append(1500, 1510)
    following.wake('s')
    await following.runOnce()
    await following.leave('s')
    expect(model.seen).toEqual([])
    await append(1510, 2600)
    following.wake('s')
    await following.runOnce()
    expect([await views(), model.seen]).toEqual([2600, []])
    await following.open('s')
    expect(model.seen).toEqual(ids(2600))
    // The second call of `restore` got a stored snapshot.
    expect(model.restores).toBe(2)
    expect(await views()).toBe(2600)
    await following.stop()
  })

  it('is opened once for concurrent callers, before other shops have finished', async () => {
    const { log, append, onDemand } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 2500)
    const read = log.readBodies.bind(log)
    const steps: string[] = []
    log.readBodies = async (shop, offset, limit) => {
      steps.push(shop)
      return read(shop, offset, limit)
    }
    for (let n = 0; n < 20; n++) following.wake(`other${n}`)
    const running = following.runOnce()
    await Promise.all([following.open('s'), following.open('s')])
    expect(model.restores).toBe(1)
    expect(model.seen).toEqual(ids(2500))
    // Three steps belong to the shop, and others to other shops in between.
    expect(steps.length).toBeLessThanOrEqual(7)
    await running
    expect(new Set(steps).size).toBe(21)
    await following.stop()
  })

  it('learns nothing about a shopper who was erased meanwhile, even with models that were stored before', async () => {
    const { append, onDemand, log, store } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 30)
    await following.open('s')
    await following.leave('s')
    expect(await store.snapshot('s', 'recorder')).toBeDefined()
    await log.erase('s', ['visitor:v1'])
    await following.erase('s', { subjects: ['visitor:v1'], sessions: [] })
    expect(await store.snapshot('s', 'recorder')).toBeUndefined()
    await following.open('s')
    expect(model.seen).toEqual(ids(30).filter((_, i) => i % 3 !== 1))
    await following.stop()
  })

  it('stores no models with an erased shopper when it is released', async () => {
    const { append, onDemand, log, store } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 30)
    await following.open('s')
    await log.erase('s', ['visitor:v1'])
    const erased = following.erase('s', { subjects: ['visitor:v1'], sessions: [] })
    await Promise.all([erased, following.leave('s')])
    expect(await store.snapshot('s', 'recorder')).toBeUndefined()
    await following.open('s')
    expect(model.seen).toEqual(ids(30).filter((_, i) => i % 3 !== 1))
    await following.stop()
  })

  it('is refitted and rebuilt without being loaded', async () => {
    const { append, onDemand, views, store } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 30)
    await following.open('s')
    await following.leave('s')
    await following.refit('s')
    await following.rebuild('s')
    await following.runOnce()
    expect([await views(), model.seen]).toEqual([30, []])
    expect(await store.snapshot('s', 'recorder')).toBeUndefined()
    await following.open('s')
    expect(model.seen).toEqual(ids(30))
    await following.stop()
  })

  it('is served with its models even if its events cannot be derived', async () => {
    const { append, onDemand, errors, store } = world()
    const model = new Recorder()
    const following = onDemand(model)
    await append(0, 10)
    store.apply = async () => {
      throw new Error('no room')
    }
    await following.open('s')
    expect(model.seen).toEqual(ids(10))
    expect(errors).toHaveLength(1)
    expect(following.problem).toContain('no room')
  })
})
