import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { follow, readAll, worldEvent } from './testing/event-world.ts'

describe('data derived from events', () => {
  it('is the same for any order, repetition and chunks of the same events', async () => {
    // Two different events with one id would not be one event sent twice.
    const different = { minLength: 1, maxLength: 25, selector: (event: ShopEvent) => event.id }
    const scenario = fc.uniqueArray(worldEvent, different).chain((events) =>
      fc.record({
        events: fc.constant(events),
        shuffled: fc.shuffledSubarray(events, { minLength: events.length }),
        repeated: fc.subarray(events),
        size: fc.integer({ min: 1, max: 10 }),
        zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(scenario, async ({ events, shuffled, repeated, size, zone }) => {
        const once = await follow(events, events.length, zone)
        const again = await follow([...shuffled, ...repeated], size, zone)
        expect(await readAll(again)).toEqual(await readAll(once))
        await once.close()
        await again.close()
      }),
      { numRuns: 50 },
    )
  })

  it('attributes each order line once per model, with shares that add up to one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(worldEvent, { minLength: 5, maxLength: 40 }), async (events) => {
        const store = await follow(events, 7)
        const orders = await store.conversions('world.myshopify.com', 'order', 0, Number.MAX_SAFE_INTEGER, 100)
        for (const { key, lines } of orders) {
          const found = await store.conversion('world.myshopify.com', 'order', key)
          lines.forEach((line, index) => {
            const of = (model: string) =>
              found?.attributions.filter((one) => one.line === index && one.model === model) ?? []
            expect(of('last').length).toBeLessThanOrEqual(1)
            expect(of('first').length).toBe(of('last').length)
            if (of('last').length === 0) return
            expect(of('linear').reduce((sum, one) => sum + one.amount, 0)).toBe(line.amount)
          })
        }
        await store.close()
      }),
      { numRuns: 30 },
    )
  })
})
