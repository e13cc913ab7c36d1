import { describe, expect, it } from 'vitest'
import { VISIT_STEPS } from '../../ports/derived-store/derived-facts.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { nowMs, order, search, today, visit as cameBy } from '../../ports/derived-store/testing/derived-facts.ts'
import type { ReportCall } from './report-call.ts'
import { runReport } from './reports.ts'
import { call, type Report, using } from './testing/report-store.ts'

describe('experiments', () => {
  const seen = (variant: string, n: number, atMs = nowMs - 1000) => ({
    experience: 'e',
    variant,
    visitor: `visitor:${variant}${n}`,
    atMs,
  })
  const variantsOf = async (store: DerivedStore, changes: Partial<ReportCall> = {}) =>
    ((await runReport('experiments', call(store, changes))) as Report).experiences[0].variants

  it('R1: a variant without visitors is never best, and a single variant is not compared', async () => {
    await using({ exposures: [seen('a', 1), seen('a', 2)] }, async (store) => {
      for (const variant of await variantsOf(store))
        expect([variant.probability_best_conversion, variant.probability_best_revenue]).toEqual([null, null])
    })
  })

  it('R2: the chances of variants with visitors add up to 1', async () => {
    const exposures = [seen('a', 1), seen('a', 2), seen('b', 1)]
    const conversions = [order('o', { subjects: ['visitor:a1'] })]
    await using({ exposures, conversions }, async (store) => {
      const chances = (await variantsOf(store)).map((row: Report) => row.probability_best_conversion)
      expect(chances.reduce((sum: number, chance: number) => sum + chance, 0)).toBeCloseTo(1)
      expect(await variantsOf(store)).toMatchObject([
        { variant: 'a', visitors: 2, orders: 1 },
        { variant: 'b', visitors: 1, orders: 0 },
      ])
    })
  })

  it('R2b: before the planned size no variant is called best', async () => {
    const exposures = [seen('a', 1), seen('a', 2), seen('b', 1)]
    await using({ exposures }, async (store) => {
      const { shop: known } = call(store)
      const [experience] = known.config.experiences
      const plan = { visitors_per_variant: 10 }
      const planned = { ...known, config: { ...known.config, experiences: [{ ...experience!, plan }] } }
      for (const variant of await variantsOf(store, { shop: planned }))
        expect([variant.probability_best_conversion, variant.probability_best_revenue]).toEqual([null, null])
    })
  })

  it('R3: `from` and `to` decide which visitors and which of their orders count', async () => {
    const day = 86_400_000
    const exposures = [seen('a', 1), seen('b', 1, nowMs - 3 * day)]
    const conversions = [order('o', { subjects: ['visitor:a1'], atMs: nowMs + day, eventId: 'later' })]
    await using({ exposures, conversions }, async (store) => {
      const counts = async (changes: Partial<ReportCall>) =>
        (await variantsOf(store, changes)).map((row: Report) => [row.visitors, row.orders])
      expect(await counts({})).toEqual([
        [1, 0],
        [0, 0],
      ])
      expect(await counts({ fromDay: today - 3, toDay: today + 1 })).toEqual([
        [1, 1],
        [1, 0],
      ])
      expect(await counts({ fromDay: today - 3, toDay: today - 1 })).toEqual([
        [0, 0],
        [1, 0],
      ])
    })
  })
})

describe('the funnel', () => {
  it('R4: a visit that reached a step counts for all steps before it, whichever events were lost', async () => {
    const { visit, productView, search, click, cartAdd, checkout, order: ordered } = VISIT_STEPS
    const did = [visit, visit | ordered, visit | checkout, visit | cartAdd | search, visit | productView | click]
    const visits = did.map((steps, i) => cameBy(`s${i}`, { steps }))
    await using({ visits }, async (store) => {
      expect(((await runReport('funnel', call(store))) as Report).total).toEqual({
        visits: 5,
        product_views: 4,
        searches: 1,
        clicks: 1,
        cart_adds: 3,
        checkouts: 2,
        orders: 1,
        conversion_rate: 0.2,
      })
    })
  })
})

describe('searches', () => {
  it('R5: the overview counts as many searches as the lists of queries, in total and by day', async () => {
    const searches = [search('s', 'mug'), search('t', 'mug', { clicks: 1 }), search('s', 'lamp', { answer: 'empty' })]
    const rollups = [{ day: today, dimension: 'shop', key: '', metric: 'events', value: 1 }]
    await using({ searches, rollups }, async (store) => {
      const listed = ((await runReport('top-queries', call(store))) as Report).rows
      expect(listed.reduce((sum: number, row: Report) => sum + row.searches, 0)).toBe(3)
      expect(((await runReport('overview', call(store))) as Report).totals.searches).toBe(3)
      expect(((await runReport('overview', call(store, { perDay: true }))) as Report).days).toMatchObject([
        { searches: 3 },
      ])
    })
  })

  it('R6: the click rate is the share of searches with a click, the same everywhere, and never above 1', async () => {
    const searches = [search('s', 'mug', { clicks: 5 }), search('t', 'mug')]
    const rollups = [{ day: today, dimension: 'attributed', key: '', metric: 'views', value: 2 }]
    await using({ searches, rollups }, async (store) => {
      const of = async (name: 'queries' | 'top-queries' | 'surfaces') =>
        ((await runReport(name, call(store))) as Report).rows
      for (const name of ['queries', 'top-queries', 'surfaces'] as const)
        expect(await of(name)).toMatchObject([{ clicks: 5, ctr: 0.5 }])
      const { totals } = (await runReport('overview', call(store))) as Report
      expect([totals.ctr, totals.search_ctr]).toEqual([1, 0.5])
    })
  })
})
