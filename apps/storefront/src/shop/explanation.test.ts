import { describe, expect, it } from 'vitest'
import { barsOf } from './explanation.ts'

describe('the bars of an explanation', () => {
  it('show the parts of the score in a fixed order', () => {
    const bars = barsOf({ vectorScore: 0.5, score: 0.9, personalScore: null, typos: 0, textScore: 3 })
    expect(bars).toEqual([
      { name: 'whyScore', value: '0.90', share: 0.9 },
      { name: 'whyText', value: '3.00', share: 0.75 },
      { name: 'whyMeaning', value: '0.50', share: 0.5 },
    ])
  })

  it('have a length from 0 to 1', () => {
    expect(barsOf({ score: 1.4, popularityScore: -2 }).map(({ share }) => share)).toEqual([1, 0])
  })

  it('are absent if the explanation has no scores', () => {
    expect(barsOf({ step: 'bestsellers', reason: 'sold 3 times' })).toEqual([])
  })
})
