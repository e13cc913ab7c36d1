import { describe, expect, it } from 'vitest'
import { chiSquareP, normalQuantile } from './distributions.ts'
import { judge as judgeVariants, type TestedVariant, type TestPlan, visitorsNeeded } from './experiment-verdict.ts'

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A variant, with the amount that each visitor spent, in the order of their first visit. */
interface Arm {
  key: string
  weight: number
  visitors: number[]
}

function arm(key: string, count: number, rate: number, random: () => number): Arm {
  const visitors = Array.from({ length: count }, () => (random() < rate ? 20 + 160 * random() ** 3 : 0))
  return { key, weight: 1, visitors }
}

function judge(arms: readonly Arm[], plan: TestPlan | undefined) {
  const bought = (visitors: readonly number[]) => visitors.filter((spent) => spent > 0)
  const variants = arms.map(
    ({ key, weight, visitors }): TestedVariant => ({
      key,
      weight,
      visitors: visitors.length,
      spent: bought(visitors),
      buyersInSample: bought(visitors.slice(0, plan?.visitorsPerVariant)).length,
    }),
  )
  return judgeVariants(variants, plan)
}

const plan = { metric: 'conversion_rate', visitorsPerVariant: 400 } as const

describe('the verdict on an experiment', () => {
  it('finds a difference in at most 5 % of 1,000 experiments without one, however often they are looked at', () => {
    for (const metric of ['conversion_rate', 'revenue_per_visitor'] as const) {
      const random = randomOf(7)
      let called = 0
      for (let run = 0; run < 1000; run++) {
        const arms = ['a', 'b'].map((key) => arm(key, 400, 0.08, random))
        const looks = [100, 300, 350, 400].map((seen) =>
          judge(
            arms.map((one) => ({ ...one, visitors: one.visitors.slice(0, seen) })),
            { metric, visitorsPerVariant: 300 },
          ),
        )
        if (looks.some(({ kind }) => kind === 'difference')) called++
      }
      expect([metric, called <= 50, called > 5]).toEqual([metric, true, true])
    }
  })

  it('finds a planted difference of the planned size in about four of five experiments', () => {
    const random = randomOf(11)
    const needed = visitorsNeeded(0.1, 0.5, 2)
    let found = 0
    for (let run = 0; run < 200; run++) {
      const arms = [arm('a', needed, 0.1, random), arm('b', needed, 0.15, random)]
      const verdict = judge(arms, { metric: 'conversion_rate', visitorsPerVariant: needed })
      if (verdict.kind === 'difference' && verdict.best === 'b') found++
    }
    expect(found / 200).toBeGreaterThan(0.7)
    expect(found / 200).toBeLessThan(0.92)
  })

  it('says nothing before the planned size, nor without one, however clear it looks', () => {
    const arms = [arm('a', 399, 0.01, randomOf(1)), arm('b', 5000, 0.5, randomOf(2))].map((one, i) => ({
      ...one,
      weight: [399, 5000][i] as number,
    }))
    expect(judge(arms, plan)).toMatchObject({ kind: 'not_yet', best: null })
    expect(judge(arms, undefined)).toMatchObject({ kind: 'no_plan', best: null })
  })

  it('uses only the planned number of visitors', () => {
    const arms = ['a', 'b'].map((key, i) => arm(key, 400, 0.05, randomOf(i + 3)))
    const late = arm('late', 5000, 0.9, randomOf(9)).visitors
    const more = [arms[0]!, { ...arms[1]!, visitors: [...arms[1]!.visitors, ...late] }]
    const weighted = more.map((one) => ({ ...one, weight: one.visitors.length }))
    expect(judge(weighted, plan).differences).toEqual(judge(arms, plan).differences)
  })

  it('compares nothing if visitors are not split according to the weights', () => {
    const arms = [arm('a', 1000, 0.05, randomOf(1)), arm('b', 1300, 0.2, randomOf(2))]
    expect(judge(arms, plan)).toMatchObject({ kind: 'sample_ratio', best: null })
    expect(judge(arms, plan).sampleRatioP).toBeLessThan(0.001)
  })

  it('never lets a variant lose more than everything', () => {
    const few = [
      { ...arm('a', 218, 0, randomOf(1)), visitors: [90, 40, ...Array.from({ length: 216 }, () => 0)] },
      arm('b', 216, 0, randomOf(2)),
    ]
    for (const metric of ['conversion_rate', 'revenue_per_visitor'] as const) {
      // Nobody bought in the second variant, so it lost the whole value of the first, which is also the most it can lose.
      const { absolute, interval } = judge(few, { metric, visitorsPerVariant: 200 }).differences[0]!
      expect(interval[0]).toBe(absolute)
      expect(interval[1]).toBeGreaterThan(0)
    }
  })

  it('names the baseline if the other variant is worse', () => {
    const arms = [arm('a', 400, 0.3, randomOf(1)), arm('b', 400, 0.05, randomOf(2))]
    const verdict = judge(arms, plan)
    expect(verdict).toMatchObject({ kind: 'difference', best: 'a' })
    expect(verdict.differences[0]!.interval[1]).toBeLessThan(0)
  })
})

describe('distributions', () => {
  it('have the published values', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5)
    expect(normalQuantile(0.8)).toBeCloseTo(0.841621, 5)
    expect(chiSquareP(3.841459, 1)).toBeCloseTo(0.05, 6)
    expect(chiSquareP(5.991465, 2)).toBeCloseTo(0.05, 6)
    expect(chiSquareP(0, 1)).toBe(1)
    expect(chiSquareP(30, 1)).toBeLessThan(1e-7)
  })

  it('give the size of a test that the textbooks give', () => {
    // A rate of 10 % against one of 11 %, at a two-sided level of 5 % and a power of 80 %.
    expect(visitorsNeeded(0.1, 0.1, 2)).toBeGreaterThan(14_600)
    expect(visitorsNeeded(0.1, 0.1, 2)).toBeLessThan(14_900)
  })
})
