import { expect, it } from 'vitest'
import { sqliteDerivedTables } from '../ports/derived-store/sqlite-derived-tables.ts'
import type { EventConsumer } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import { SqliteEventTables } from '../ports/event-log/sqlite-event-tables.ts'
import { EventFollower } from './follow-events.ts'
import { homeOf } from './home-node.ts'

const NAMES = ['a', 'b', 'c']
const SHOP = 's'
/** A model is stored within 30 s, and found by other nodes within 10 s. */
const SHARED_WITHIN_MS = 30_000 + 10_000
const LEFT_ALONE_MS = 90_000

/** A list of events. `fed` counts those that were learned on this node. */
class Model implements EventConsumer {
  readonly name = 'model'
  known: string[] = []
  fed = 0
  restore(_shop: string, snapshot: Uint8Array | undefined): void {
    this.known = snapshot ? JSON.parse(Buffer.from(snapshot).toString()) : []
  }
  consume(_shop: string, events: readonly ShopEvent[]): void {
    this.fed += events.length
    this.known.push(...events.map(({ id }) => id))
  }
  snapshot(): Uint8Array {
    return Buffer.from(JSON.stringify(this.known))
  }
  relearn(): never {
    throw new Error('nobody is erased in these tests')
  }
}

/** Every node is notified of every event. */
async function deployment() {
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  const store = sqliteDerivedTables(':memory:')
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  let alive = NAMES
  let sent = 0
  const made = NAMES.map((name) => {
    const model = new Model()
    const follower = new EventFollower({
      ...{ log, store, consumers: [model], requestLoad: () => {}, hasOthers: () => true, clock: () => nowMs },
      isHome: (shop) => homeOf(shop, alive) === name,
      serves: { flush: async () => {} },
      windowsOf: async () => ({ clickMs: 1, viewMs: 1 }),
      onError: (error) => expect.fail(String(error)),
      onSetAside: () => {},
    })
    return { name, model, follower }
  })
  for (const { follower } of made) await follower.open(SHOP)
  const work = async (silent: readonly string[] = []) => {
    for (const { name, follower } of made) if (!silent.includes(name)) await follower.runOnce()
  }
  return {
    nodes: made,
    home: () => made.find(({ name }) => name === homeOf(SHOP, alive))!,
    send: async (count: number, silent?: readonly string[]) => {
      const events = Array.from({ length: count }, () => event(`e${sent++}`, nowMs))
      await log.append(SHOP, events)
      for (const { follower } of made) follower.wake(SHOP)
      await work(silent)
    },
    pass: async (ms: number, silent?: readonly string[]) => {
      nowMs += ms
      await work(silent)
      await work(silent)
    },
    lose: (name: string) => {
      alive = alive.filter((one) => one !== name)
    },
    sent: () => Array.from({ length: sent }, (_, i) => `e${i}`),
  }
}

function event(id: string, atMs: number) {
  const body: Partial<ShopEvent> = {
    ...{ id, name: 'product_viewed', type: 'standard', atMs, receivedAtMs: atMs, channel: 'HEADLESS', visitorId: 'v' },
    ...{ personalize: true, bot: false, browser: 'Safari', os: 'iOS', device: 'mobile', action: 'product_view' },
    ...{ lines: [{ productId: 1, quantity: 1 }], readable: true },
  }
  return { id, receivedAtMs: atMs, subjects: ['visitor:v'], body: JSON.stringify(body), sent: '{"context":{}}' }
}

it('only the home of a shop learns its events; the others load them with its snapshot', async () => {
  const { nodes, home, send, pass, sent } = await deployment()
  const others = nodes.filter((node) => node !== home())
  for (let round = 0; round < 10; round++) await send(20)
  expect(nodes.map(({ model }) => model.fed).toSorted((a, b) => a - b)).toEqual([0, 0, 200])
  expect(home().model.fed).toBe(200)
  await pass(SHARED_WITHIN_MS)
  await pass(SHARED_WITHIN_MS)
  for (const { model } of others) expect([model.known, model.fed]).toEqual([sent(), 0])
})

it('the next home continues from the snapshot of the previous one', async () => {
  const { home, lose, send, pass, sent } = await deployment()
  await send(50)
  await pass(SHARED_WITHIN_MS)
  await pass(SHARED_WITHIN_MS)
  const gone = home()
  lose(gone.name)
  await send(30, [gone.name])
  expect([home().model.known, home().model.fed]).toEqual([sent(), 30])
})

it('other nodes learn a shop whose home has stopped storing snapshots', async () => {
  const { nodes, home, send, pass, sent } = await deployment()
  const silent = [home().name]
  await send(10, silent)
  await pass(LEFT_ALONE_MS + 1, silent)
  await send(10, silent)
  for (const { name, model } of nodes) if (!silent.includes(name)) expect(model.known).toEqual(sent())
})
