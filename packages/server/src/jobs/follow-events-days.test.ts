import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveChunk } from './derive-events/derive-chunk.ts'
import { deriveEvents } from './derive-events/derive-events.ts'
import { follow, readAll, shop, windows, worldEvent } from './derive-events/testing/event-world.ts'
import type { DerivableChunk } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { EventLog, NewEvent } from '../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../ports/event-log/sqlite-event-tables.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import { DayRecounts } from './follow-events-days.ts'

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'] as const

function toLogged(event: ShopEvent): NewEvent {
  return { id: event.id, receivedAtMs: event.receivedAtMs, subjects: [], body: JSON.stringify(event), sent: '{"a":1}' }
}

async function logOf(events: readonly ShopEvent[]): Promise<EventLog> {
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  for (const event of events) await log.append(shop, [toLogged(event)])
  return log
}

const deriveOn = (store: DerivedStore) => (of: string, chunk: DerivableChunk) => deriveChunk(store, of, chunk, windows)

describe('DayRecounts', () => {
  it('gives the same counts as if the zone had always been set, whenever it changes', async () => {
    const scenario = fc.record({
      events: fc.uniqueArray(worldEvent, { minLength: 2, maxLength: 20, selector: (event) => event.id }),
      known: fc.integer({ min: 0, max: 20 }),
      zones: fc.array(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }),
      step: fc.integer({ min: 1, max: 8 }),
      between: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ events, known, zones, step, between }) => {
        const log = await logOf(events)
        const store = await follow(events.slice(0, known), step)
        let zone = 'UTC'
        const deps = { log, store, windowsOf: async () => windows, zoneOf: async () => zone }
        const days = new DayRecounts({ ...deps, deriveChunk: deriveOn(store) })
        const deriveOne = async () => {
          const offset = await store.offset(shop)
          await days.check(shop)
          const next = events.slice(offset, offset + 1).map((event) => ({ offset: offset + 1, event }))
          if (next.length > 0) await deriveEvents(deps, shop, { fromOffset: offset, events: next })
        }
        for (const next of zones) {
          zone = next
          await days.check(shop)
          await times(between, deriveOne)
          if (days.pending.has(shop)) await days.step(shop, step)
        }
        while (days.pending.has(shop)) {
          await deriveOne()
          await days.step(shop, step)
        }
        while ((await store.offset(shop)) < events.length) await deriveOne()

        const direct = await follow(events, step, zone)
        expect(await readAll(store)).toEqual(await readAll(direct))
        await store.close()
        await direct.close()
        await log.close()
      }),
      { numRuns: 120 },
    )
  }, 300_000)

  it('continues where it stopped, past events that were erased meanwhile', async () => {
    const [events] = fc.sample(fc.array(worldEvent, { minLength: 12, maxLength: 12 }), { numRuns: 1, seed: 7 })
    const all = events!.map((event, i) => ({ ...event, id: `e${i}`, visitorId: i > 8 ? 'erased' : 'stays' }))
    const log = new SqliteEventTables(':memory:') as unknown as EventLog
    for (const event of all) await log.append(shop, [{ ...toLogged(event), subjects: [`visitor:${event.visitorId}`] }])
    const store = await follow(all, 5)
    const zoneOf = async () => 'America/New_York'
    const begin = () => new DayRecounts({ log, store, deriveChunk: deriveOn(store), zoneOf })
    const first = begin()
    await first.check(shop)
    await first.step(shop, 4)
    expect(await store.pendingRecount(shop)).toEqual({ after: 4, until: 12 })
    await log.erase(shop, ['visitor:erased'])
    const second = begin()
    await second.check(shop)
    while (second.pending.has(shop)) await second.step(shop, 5)
    expect(await store.pendingRecount(shop)).toBeUndefined()
    expect(await eventsCounted(store)).toBe(9)
  })

  it('keeps the days of an unknown shop', async () => {
    const store = await follow([], 1, 'Asia/Kolkata')
    const days = new DayRecounts({ log: await logOf([]), store, deriveChunk: deriveOn(store) })
    await days.check(shop)
    expect(await store.zone(shop)).toBe('Asia/Kolkata')
  })
})

async function times(count: number, run: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i++) await run()
}

async function eventsCounted(store: DerivedStore): Promise<number | undefined> {
  const rows = await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
  return rows.find(({ metric }) => metric === 'events')?.value
}
