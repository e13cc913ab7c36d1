import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../sqlite/database.ts'
import type { ExposureFact } from './derived-facts.ts'
import type { ExperimentQuery } from './derived-records.ts'
import { emptyBatch } from './empty-batch.ts'
import { experimentGroups, type VisitorOrder } from './experiment-groups.ts'
import { shopDays } from './shop-days.ts'
import { type SqliteDerivedTables, sqliteDerivedTables } from './sqlite-derived-tables.ts'
import { MIGRATIONS } from './sqlite-schema.ts'

const DAY_MS = 86_400_000
/** Shortly before clocks are set forward in Berlin. */
const START_MS = Date.UTC(2026, 2, 27)

interface Order {
  visitor: string
  atMs: number
}

/** Computes the result from all facts. */
function recounted(
  facts: readonly ExposureFact[],
  orders: readonly Order[],
  { zone, query }: { zone: string; query: Required<ExperimentQuery> },
) {
  const within = (atMs: number) => atMs >= query.fromMs && atMs <= query.toMs
  const visitors = [...Map.groupBy(facts, ({ visitor }) => visitor)].map(([visitor, seen]) => ({
    visitor,
    variants: [...new Set(seen.map(({ variant }) => variant))],
    firstAtMs: Math.min(...seen.map(({ atMs }) => atMs)),
  }))
  const asked = visitors.filter(({ firstAtMs }) => within(firstAtMs))
  const single = asked.filter(({ variants }) => variants.length === 1)
  const variants = [...Map.groupBy(single, (one) => one.variants[0]!)].map(([variant, seen]) => ({
    variant,
    firstAtMs: seen.map(({ firstAtMs }) => firstAtMs),
  }))
  const bought = orders.flatMap(({ visitor, atMs }): VisitorOrder[] => {
    const buyer = single.find((one) => one.visitor === visitor)
    if (!buyer || atMs < buyer.firstAtMs || !within(atMs)) return []
    return [{ visitor, variant: buyer.variants[0]!, firstAtMs: buyer.firstAtMs, currency: 'USD', lines: [line] }]
  })
  const groups = experimentGroups(variants, bought, { days: shopDays(zone), sample: query.sample })
  return { groups, sawSeveral: asked.length - single.length }
}

const line = { productId: 1, quantity: 1, amount: 10 }
const windows = { clickMs: 1, viewMs: 1 }
const visitor = fc.nat(12).map((n) => `visitor:${n}`)
// Whole hours make many facts have the same time.
const atMs = fc.nat(6 * 24).map((hour) => START_MS + hour * (DAY_MS / 24))
const fact = fc.record({ experience: fc.constant('e'), variant: fc.constantFrom('a', 'b'), visitor, atMs })
const query = fc.record({ fromMs: atMs, toMs: atMs, sample: fc.nat(8) })
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns')

async function apply(
  store: SqliteDerivedTables,
  exposures: ExposureFact[],
  orders: readonly Order[] = [],
): Promise<void> {
  const offset = await store.offset('s')
  const conversions = orders.map(({ visitor, atMs }, i) => ({
    ...{ kind: 'order' as const, key: `${offset}-${i}`, atMs, eventId: `${offset}-${i}`, currency: 'USD' },
    subjects: [visitor as `visitor:${string}`],
    lines: [line],
  }))
  await store.apply('s', { ...emptyBatch(offset, offset + 1), exposures, conversions } as never, windows)
}

describe('an experiment that is counted by day', () => {
  it('equals a count of every visitor, for late exposures and any zone, sample and range', async () => {
    const facts = fc.array(fact, { maxLength: 40 })
    const orders = fc.array(fc.record({ visitor, atMs }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(facts, facts, orders, zones, fc.array(query), async (first, later, bought, zone, queries) => {
        const store = sqliteDerivedTables(':memory:')
        await apply(store, first)
        await store.setZone('s', zone)
        await apply(store, later, bought)
        for (const one of queries)
          expect(await store.experiment('s', 'e', one)).toEqual(
            recounted([...first, ...later], bought, { zone, query: one }),
          )
        await store.close()
      }),
      { numRuns: 60 },
    )
  })

  it('does not count erased visitors', async () => {
    const facts = fc.array(fact, { minLength: 1, maxLength: 30 })
    const ever = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, sample: 3 }
    await fc.assert(
      fc.asyncProperty(facts, visitor, zones, async (seen, gone, zone) => {
        const store = sqliteDerivedTables(':memory:')
        await store.setZone('s', zone)
        await apply(store, seen)
        await store.erasePerson('s', { subjects: [gone as `visitor:${string}`], visits: [], searches: [] })
        const left = seen.filter((one) => one.visitor !== gone)
        expect(await store.experiment('s', 'e', ever)).toEqual(recounted(left, [], { zone, query: ever }))
        await store.close()
      }),
      { numRuns: 40 },
    )
  })

  it('counts the exposures in a file of an earlier version when it is opened', async () => {
    const path = join(tmpdir(), `vitrine-exposures-${process.pid}.sqlite`)
    const earlier = openDatabase(path, MIGRATIONS.slice(0, -2))
    earlier.exec(`INSERT INTO shops (number, name, offset, newest_at, zone) VALUES (3, 's', 0, 0, 'Europe/Berlin');
      INSERT INTO exposures VALUES (3, 'e', 'visitor:1', 'a', ${START_MS - 1}), (3, 'e', 'visitor:2', 'a', ${START_MS}),
        (3, 'e', 'visitor:3', 'a', ${START_MS}), (3, 'e', 'visitor:3', 'b', ${START_MS})`)
    earlier.close()
    const store = sqliteDerivedTables(path)
    expect(await store.experiment('s', 'e')).toMatchObject({
      groups: [{ variant: 'a', days: [{ day: Math.floor(START_MS / DAY_MS), visitors: 2, buyers: 0 }] }],
      sawSeveral: 1,
    })
    await store.close()
    rmSync(path, { force: true })
  })
})
