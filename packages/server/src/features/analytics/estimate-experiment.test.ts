import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { VISIT_STEPS } from '../../ports/derived-store/derived-facts.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { estimateExperiment } from './estimate-experiment.ts'
import { visitorsNeeded } from './experiment-verdict.ts'
import type { ReportCall } from './report-call.ts'

function call(visits: number, buying: number): ReportCall {
  const funnel = [
    { key: '/', steps: VISIT_STEPS.visit, sessions: visits - buying },
    { key: '/', steps: VISIT_STEPS.order, sessions: buying },
  ]
  const shop = { id: 'a.example', config: completeConfig({}) } as unknown as Shop
  return { store: { visits: async () => funnel }, shop, fromDay: 11, toDay: 20 } as unknown as ReportCall
}

describe('the estimated duration of an experiment', () => {
  it('E1: takes the rate from the visits with an order and the pace from the requested days', async () => {
    const estimate = await estimateExperiment(call(10_000, 300), { effect: 0.1 })
    expect(estimate).toMatchObject({ baseline: 0.03, visitors_per_day: 1000, effect: 0.1 })
    expect(estimate.visitors_per_variant).toBe(visitorsNeeded(0.03, 0.1, 2))
    expect(estimate.days).toBe(Math.ceil((2 * estimate.visitors_per_variant) / 1000))
  })

  it('E2: prefers given values to those of the shop', async () => {
    const asked = { effect: 0.1, baseline: 0.05, visitors_per_day: 500 }
    const estimate = await estimateExperiment(call(10_000, 300), asked)
    expect(estimate).toMatchObject({ baseline: 0.05, visitors_per_day: 500 })
    expect(estimate.days).toBe(Math.ceil((2 * estimate.visitors_per_variant) / 500))
  })

  it('E3: doubles with half the visitors, and grows with each variant', async () => {
    const days = async (changes: object) => {
      const asked = { effect: 0.2, baseline: 0.05, visitors_per_day: 1000, ...changes }
      const { days: needed, visitors_per_variant: each } = await estimateExperiment(call(0, 0), asked)
      return { needed, each }
    }
    const whole = await days({})
    expect((await days({ share: 0.5 })).needed).toBe(Math.ceil((whole.each * 4) / 1000))
    const three = await days({ variants: 3 })
    expect(three.needed).toBe(Math.ceil((three.each * 3) / 1000))
    expect(three.each).toBeGreaterThan(whole.each)
  })

  it('E4: is unknown without visits, and without orders needs a given rate', async () => {
    const estimate = await estimateExperiment(call(0, 0), { effect: 0.1, baseline: 0.05 })
    expect([estimate.days, estimate.visitors_per_day]).toEqual([null, 0])
    const slow = await estimateExperiment(call(0, 0), { effect: 0.1, baseline: 0.05, visitors_per_day: 0.5 })
    expect(slow.days).toBe(slow.visitors_per_variant * 4)
    await expect(estimateExperiment(call(0, 0), { effect: 0.1 })).rejects.toThrow('baseline')
    await expect(estimateExperiment(call(100, 0), { effect: 0.1 })).rejects.toThrow('baseline')
    await expect(estimateExperiment(call(100, 100), { effect: 0.1 })).rejects.toThrow('baseline')
    expect((await estimateExperiment(call(100, 99), { effect: 0.005 })).baseline).toBe(0.99)
  })
})
