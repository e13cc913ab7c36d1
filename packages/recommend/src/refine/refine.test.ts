import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { VisitRanker } from '../visits/visit-ranker.ts'
import { chooseSlist } from './choose-slist.ts'
import { diversify } from './diversity.ts'
import { Slist } from './slist.ts'
import { solvePositiveDefinite } from './solve-positive-definite.ts'

const visits = fc.array(fc.array(fc.nat(7), { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 20 })

describe('SLIST', () => {
  it('gives the same weights solved after every visit as solved once', () => {
    fc.assert(
      fc.property(visits, (all) => {
        const live = new Slist()
        for (const visit of all) {
          live.update(visit)
          live.solve()
        }
        expectSameScores(live, Slist.fit(all))
      }),
    )
  })

  it('scores the same after save and load', () => {
    const model = Slist.fit([[0, 1, 2], [0, 1], [1, 2]]) // biome-ignore format: one line reads better
    expectSameScores(Slist.load(model.save()), model)
  })

  it('solves a system of equations', () => {
    const a = [[4, 1], [1, 3]] // biome-ignore format: a matrix
    const x = solvePositiveDefinite(
      2,
      (i, j) => a[i][j],
      (i) => [1, 2][i],
    )
    expect(4 * x[0] + x[1]).toBeCloseTo(1)
    expect(x[0] + 3 * x[1]).toBeCloseTo(2)
  })
})

describe('nightly choice', () => {
  const pause = async () => {}

  it('keeps the refinement only if test visits are predicted better, and never harms', async () => {
    const visits = Array.from({ length: 700 }, (_, i) => ({ items: [i % 7, (i % 7) + 7, (i % 3) + 14], day: 1 }))
    const ranker = VisitRanker.fit(visits)
    const outcome = await chooseSlist(ranker, pause)
    expect(ranker.slist !== undefined).toBe(outcome === 'kept')
  })

  it('does nothing for a shop with few visits', async () => {
    expect(await chooseSlist(VisitRanker.fit([{ items: [1, 2], day: 1 }]), pause)).toBe('skipped')
  })
})

describe('diversity', () => {
  const ranked = [{ item: 0, score: 1 }, { item: 1, score: 0.99 }, { item: 2, score: 0.8 }] // biome-ignore format: a list

  it('prefers a slightly weaker product to one similar to the first', () => {
    const [first, second] = diversify(ranked, (a, b) => (a + b === 1 ? 1 : 0))
    expect([first, second].map((one) => one?.item)).toEqual([0, 2])
  })

  it('keeps the order if nothing is similar, and every item once', () => {
    expect([...diversify(ranked, () => 0)]).toEqual(ranked)
  })
})

function expectSameScores(a: Slist, b: Slist): void {
  for (let item = 0; item < 8; item++) {
    const [left, right] = [a, b].map((model) => {
      const accumulator = new SparseAccumulator()
      accumulator.reset(8)
      model.score(accumulator, [item])
      return accumulator.scores.slice(0, 8)
    })
    left.forEach((score, i) => {
      expect(score).toBeCloseTo(right[i], 5)
    })
  }
}
