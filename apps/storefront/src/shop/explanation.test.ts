import { describe, expect, it } from 'vitest'
import { barsOf } from './explanation.ts'

describe('the bars of an explanation', () => {
  it('are the parts that were counted, in a fixed order', () => {
    const bars = barsOf({ vectorScore: 0.5, score: 0.9, personalScore: null, typos: 0, textScore: 3 })
    expect(bars).toEqual([
      { name: 'whyScore', value: '0.90', share: 0.9 },
      { name: 'whyText', value: '3.00', share: 0.75 },
      { name: 'whyMeaning', value: '0.50', share: 0.5 },
    ])
  })

  it('are never longer than the maximum', () => {
    expect(barsOf({ score: 1.4, popularityScore: -2 }).map(({ share }) => share)).toEqual([1, 0])
  })

  it('are absent if the reason is a sentence', () => {
    expect(barsOf({ step: 'bestsellers', reason: 'sold 3 times' })).toEqual([])
  })
})
