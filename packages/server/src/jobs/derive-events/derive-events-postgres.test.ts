import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postgresDerivedStore } from '../../ports/derived-store/postgres.ts'
import { DERIVED_SCHEMA } from '../../ports/derived-store/postgres-schema.ts'
import { byTurns } from '../../ports/postgres/testing/by-turns.ts'
import { storeNodes } from '../../ports/postgres/testing/nodes.ts'
import { deriveChunk } from './derive-chunk.ts'
import { follow, readAll, serves, shop, windows, worldEvent } from './testing/event-world.ts'

const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db, deriveChunk))

const scenario = fc.record({
  events: fc.uniqueArray(worldEvent, { minLength: 5, maxLength: 30, selector: ({ id }) => id }),
  size: fc.integer({ min: 1, max: 10 }),
  zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
})

describe('deriving on PostgreSQL', () => {
  it('gives the same results as SQLite, with two alternating nodes, for any events in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ events, size, zone }) => {
        const store = await follow(events, size, zone, byTurns(await nodes(2)))
        const twin = await follow(events, size, zone)
        expect(await readAll(store)).toEqual(await readAll(twin))
        await twin.close()
      }),
      { numRuns: 8 },
    )
  })

  it('derives each chunk completely and once, even if three nodes process the same chunks', async () => {
    const stores = await nodes(3)
    const events = fc.sample(worldEvent, { numRuns: 60, seed: 5 }).map((event, i) => ({ ...event, id: `e${i}` }))
    await stores[0].putServes(serves.map((serve) => ({ shop, serve })))
    for (let from = 0; from < events.length; from += 15) {
      const part = events.slice(from, from + 15)
      const chunk = {
        fromOffset: from,
        offsets: part.map((_, i) => from + i + 1),
        bodies: part.map((event) => JSON.stringify(event)).join('\n'),
      }
      const derived = await Promise.all(stores.map((store) => store.derive?.(shop, chunk, windows)))
      expect(derived.filter(Boolean)).toHaveLength(1)
    }
    expect(await readAll(stores[1] as (typeof stores)[0])).toEqual(await readAll(await follow(events, 15)))
  })
})
