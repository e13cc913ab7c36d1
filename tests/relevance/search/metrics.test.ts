import { describe, expect, it } from 'vitest'
import { canScore, score } from './metrics.ts'

const grades = new Map([
  ['good', 3],
  ['fair', 1],
  ['bad', 0],
])

describe('the measures of a query', () => {
  it('are highest if the judged products are in the order of their grades', () => {
    expect(score({ ids: ['good', 'fair', 'bad'], total: 3 }, grades, 10)).toMatchObject({
      ndcg: 1,
      mrr: 1,
      hit: 1,
      recall: 1,
    })
  })

  it('treat unjudged products as irrelevant, and exclude them from the judged-only figure', () => {
    const { ndcg, judgedNdcg } = score({ ids: ['unknown', 'good', 'fair'], total: 3 }, grades, 10)
    expect(ndcg).toBeLessThan(0.7)
    expect(judgedNdcg).toBe(1)
  })

  it('count products judged irrelevant in the first ten, and the share of the catalog that was found', () => {
    expect(score({ ids: ['bad', 'good'], total: 5 }, grades, 10)).toMatchObject({
      irrelevant: 1,
      returned: 0.5,
      zeroResults: 0,
    })
    expect(score({ ids: [], total: 0 }, grades, 10)).toMatchObject({ returned: 0, zeroResults: 1, mrr: 0 })
  })

  it('are not computed for queries without a relevant product', () => {
    const fair = new Map([['fair', 1]])
    expect(canScore(fair, 'ndcg')).toBe(true)
    expect(canScore(fair, 'mrr')).toBe(false)
    expect(canScore(new Map([['bad', 0]]), 'ndcg')).toBe(false)
  })
})
