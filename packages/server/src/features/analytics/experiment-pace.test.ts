import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { nowMs, order, shop } from '../../ports/derived-store/testing/derived-facts.ts'
import { call, type Report, report, using } from './testing/report-store.ts'

const DAY_MS = 86_400_000
const seen = (variant: string, count: number, daysAgo = 0) =>
  Array.from({ length: count }, (_, i) => ({
    experience: 'e',
    variant,
    visitor: `visitor:${variant}${daysAgo}-${i}`,
    atMs: nowMs - daysAgo * DAY_MS,
  }))

async function experiment(
  facts: Parameters<typeof using>[0],
  { plan, variants = ['a', 'b'] }: { plan?: object; variants?: string[] } = {},
): Promise<Report> {
  let found: Report
  await using(facts, async (store) => {
    const experience = {
      id: 'e',
      name: 'E',
      status: 'active',
      variants: variants.map((key) => ({ key, weight: 1 })),
      plan,
    }
    const config = completeConfig({ experiences: [experience] } as never)
    const today = Math.floor(nowMs / DAY_MS)
    const asked = { shop: { id: shop, createdAt: '', version: 1, config }, fromDay: today - 30, toDay: today, nowMs }
    found = (await report('experiments', store, asked as never)).experiences[0]
  })
  return found
}
const plan = (visitors_per_variant: number, parts: object = {}) => ({ plan: { visitors_per_variant, ...parts } })

describe('the pace of an experiment', () => {
  it('E1: is that of the variant with the fewest visitors, since the first of them', async () => {
    const exposures = [...seen('a', 20, 4), ...seen('b', 10, 4)]
    expect(await experiment({ exposures }, plan(30))).toMatchObject({
      visitors_so_far: 10,
      visitors_per_day: 2.5,
      days_left: 8,
      planned_visitors_per_variant: 30,
      started_at: new Date(nowMs - 4 * DAY_MS).toISOString(),
    })
  })

  it('E2: counts from its planned start, and at least one day', async () => {
    const started_at = new Date(nowMs - 10 * DAY_MS).toISOString()
    const exposures = [...seen('a', 20, 4), ...seen('b', 20, 4)]
    expect(await experiment({ exposures }, plan(30, { started_at }))).toMatchObject({
      visitors_per_day: 2,
      days_left: 5,
      started_at,
    })
    const fresh = [...seen('a', 3), ...seen('b', 3)]
    expect(await experiment({ exposures: fresh }, plan(5))).toMatchObject({ visitors_per_day: 3, days_left: 1 })
  })

  it('E3: has no days left at its planned size, and an unknown number without visitors or without a plan', async () => {
    const exposures = [...seen('a', 3), ...seen('b', 3)]
    expect(await experiment({ exposures }, plan(3))).toMatchObject({ days_left: 0 })
    expect(await experiment({ exposures })).toMatchObject({ days_left: null, planned_visitors_per_variant: null })
    expect(await experiment({ exposures: seen('a', 3) }, plan(3))).toMatchObject({
      visitors_so_far: 0,
      visitors_per_day: null,
      days_left: null,
    })
    expect(await experiment({}, plan(3))).toMatchObject({ started_at: null, visitors_so_far: 0, days_left: null })
  })
})

describe('the message of an experiment', () => {
  it('E4: is empty without a plan, and states the progress before the planned size is reached', async () => {
    const exposures = [...seen('a', 3), ...seen('b', 3)]
    expect((await experiment({ exposures })).verdict).toMatchObject({
      kind: 'no_plan',
      sentence: expect.stringMatching('no verdict'),
    })
    expect((await experiment({ exposures }, plan(1500))).verdict.sentence).toBe(
      'not yet: 3 of 1,500 visitors in each variant',
    )
  })

  it('E5: states which variant is better, by how much, and than which', async () => {
    const exposures = [...seen('a', 100), ...seen('b', 100)]
    const conversions = [
      ...Array.from({ length: 10 }, (_, i) => order(`a${i}`, { subjects: [`visitor:a0-${i}`], atMs: nowMs + 1 })),
      ...Array.from({ length: 60 }, (_, i) => order(`b${i}`, { subjects: [`visitor:b0-${i}`], atMs: nowMs + 1 })),
    ]
    const { verdict, variants } = await experiment({ exposures, conversions }, plan(100))
    expect(verdict).toMatchObject({ kind: 'difference', best: 'b', sentence: 'b is better (b: +500 % against a)' })
    expect(variants).toMatchObject([
      {
        variant: 'a',
        visitors: 100,
        buyers: 10,
        orders: 10,
        conversion_rate: 0.1,
        revenue: 200,
        revenue_per_visitor: 2,
      },
      {
        variant: 'b',
        visitors: 100,
        buyers: 60,
        orders: 60,
        conversion_rate: 0.6,
        revenue: 1200,
        revenue_per_visitor: 12,
      },
    ])
  })

  it('E6: states at the planned size that no difference was found', async () => {
    const exposures = [...seen('a', 100), ...seen('b', 100)]
    const conversions = ['a', 'b'].flatMap((variant) =>
      Array.from({ length: 10 }, (_, i) =>
        order(`${variant}${i}`, { subjects: [`visitor:${variant}0-${i}`], atMs: nowMs + 1 }),
      ),
    )
    const { verdict } = await experiment({ exposures, conversions }, plan(100))
    expect(verdict).toMatchObject({ kind: 'no_difference', best: null })
    expect(verdict.sentence).toMatch(/^no difference was found at the planned size \(b: \+0 %\)$/)
  })

  it('E7: states that visitors are not split according to the weights', async () => {
    const { verdict, sample_ratio_p: p } = await experiment(
      { exposures: [...seen('a', 200), ...seen('b', 60)] },
      plan(50),
    )
    expect(verdict.kind).toBe('sample_ratio')
    expect(verdict.sentence).toMatch('not split according to the weights')
    expect(p).toBeLessThan(0.001)
  })

  it('E8: comes with visitors and buyers by day, in the order of days and variants', async () => {
    const exposures = [...seen('b', 1), ...seen('a', 2), ...seen('a', 1, 1)]
    const conversions = [order('o', { subjects: ['visitor:a0-0'], atMs: nowMs + 1 })]
    const { days } = await experiment({ exposures, conversions })
    expect(days.map((one: Report) => [one.date, one.variant, one.visitors, one.buyers])).toEqual([
      ['2026-03-09', 'a', 1, 0],
      ['2026-03-10', 'a', 2, 1],
      ['2026-03-10', 'b', 1, 0],
    ])
  })
})

describe('changes during an experiment', () => {
  const versions = [5, 4, 3, 2, 1].map((version) => ({ version, at: '', author: null, note: null }))
  const changedWith = async (isThereAt: (version: number) => boolean, since = versions) => {
    const store = sqliteDerivedTables(':memory:')
    const { experiences } = await report('experiments', store, {
      versionsSince: async () => since,
      configAt: async (version) => (isThereAt(version) ? call(store).shop.config : completeConfig({})),
    })
    await store.close()
    return experiences[0].config_changed_during.map(({ version }: { version: number }) => version)
  }

  it('are those after the version that published it, even if its plan began earlier', async () => {
    expect(await changedWith((version) => version >= 2)).toEqual([5, 4, 3])
    expect(await changedWith((version) => version >= 5)).toEqual([])
  })

  it('are all since it began, if it was published before', async () => {
    expect(await changedWith((version) => version >= 2, versions.slice(0, 2))).toEqual([5, 4])
    expect(await changedWith(() => true, [])).toEqual([])
  })
})
