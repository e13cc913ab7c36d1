import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { CO_VIEW, CoView } from './co-view.ts'
import { RepeatConsumption } from './repeat-consumption.ts'
import { SESSION_KNN, SessionKnn } from './session-knn.ts'
import { VisitRanker } from './visit-ranker.ts'

const visit = fc.array(fc.nat(11), { minLength: 1, maxLength: 9 })
const visits = fc.array(visit, { minLength: 1, maxLength: 25 })

describe('co-view', () => {
  it('learns the same from interleaved visits as from complete ones', () => {
    fc.assert(
      fc.property(visits, fc.infiniteStream(fc.nat(1000)), (all, dice) => {
        const refit = CoView.fit(all.map((items) => ({ items, day: 10 })))
        const live = new CoView()
        for (const [before, item] of interleave(all, dice)) live.extend(before, item, 10)
        for (let a = 0; a < 12; a++) for (let b = 0; b < 12; b++) expectClose(live.evidence(a, b), refit.evidence(a, b))
      }),
    )
  })

  it('weights pairs by the formula', () => {
    fc.assert(
      fc.property(visits, (all) => {
        const model = CoView.fit(all.map((items) => ({ items, day: 3 })))
        const twin = obviousCoView(all)
        for (const [key, { weight, count }] of twin.pairs) {
          const [a, b] = key.split(':').map(Number)
          const norm =
            (twin.n[a] + CO_VIEW.smoothing) ** CO_VIEW.sourcePower *
            (twin.n[b] + CO_VIEW.smoothing) ** CO_VIEW.targetPower
          expectClose(model.evidence(a, b), { visits: count, score: weight / norm })
        }
      }),
    )
  })

  it('forgets slowly: a pair of today outweighs one a year ago', () => {
    const model = CoView.fit([
      { items: [0, 1], day: 1 },
      { items: [0, 2], day: 366 },
    ])
    expect(model.evidence(0, 2).score).toBeGreaterThan(10 * model.evidence(0, 1).score)
  })

  it('scores the same after save and load', () => {
    const model = CoView.fit([{ items: [0, 1, 2, 3], day: 5 }, { items: [1, 4], day: 6 }]) // biome-ignore format: one line reads better
    expect(topOf(CoView.load(model.save()), [1, 0])).toEqual(topOf(model, [1, 0]))
  })
})

describe('session-kNN', () => {
  it('forgets visits that left the ring', () => {
    const model = new SessionKnn(64)
    model.update([1, 2])
    for (let round = 0; round < 40; round++) model.update([3, 4])
    const accumulator = new SparseAccumulator()
    accumulator.reset(10)
    model.score(accumulator, [1])
    expect(accumulator.top(5)).toEqual([])
  })

  it('agrees with its definition, even after the ring has wrapped around', () => {
    fc.assert(
      fc.property(fc.array(visit, { minLength: 1, maxLength: 60 }), visit, fc.nat(2), (all, current, size) => {
        const cells = 64 << size
        const model = SessionKnn.fit(
          all.map((items) => ({ items })),
          cells,
        )
        const context = [...new Set([...current].reverse())]
        const accumulator = new SparseAccumulator()
        accumulator.reset(12)
        model.score(accumulator, context)
        obviousNeighbours(all, context, cells).forEach((score, item) => {
          expect(accumulator.scores[item]).toBeCloseTo(score, 9)
        })
      }),
    )
  })

  it('takes constant memory for constant items', () => {
    const model = new SessionKnn(1 << 10)
    const round = () => {
      for (let i = 0; i < 2000; i++) model.update([i % 40, (i * 7) % 40, (i * 11) % 40])
    }
    round()
    const before = model.byteLength
    for (let i = 0; i < 10; i++) round()
    expect(model.byteLength).toBeLessThan(1.5 * before)
  })

  it('rebuilds its lists from the ring when those of old visits take too much space', () => {
    const model = new SessionKnn(64)
    for (let item = 0; item < 2000; item += 2) model.update([item, item + 1])
    const accumulator = new SparseAccumulator()
    accumulator.reset(2000)
    model.score(accumulator, [1998])
    expect(accumulator.top(5).map(({ item }) => item)).toEqual([1999])
    expect(model.byteLength).toBeLessThan(100_000)
  })

  it('ranks the same after save and load', () => {
    fc.assert(
      fc.property(visits, visit, (all, current) => {
        const model = SessionKnn.fit(all.map((items) => ({ items })))
        const context = [...new Set([...current].reverse())]
        expect(topOf(SessionKnn.load(model.save()), context)).toEqual(topOf(model, context))
      }),
      { numRuns: 10 },
    )
  })

  it('keeps every visit while the ring grows', () => {
    const visits = Array.from({ length: 5000 }, (_, i) => [i % 50, (i + 1) % 50, (i * 7) % 50])
    const model = SessionKnn.fit(
      visits.map((items) => ({ items })),
      1 << 16,
    )
    expect(model.recentVisits()).toEqual(visits)
    const wrapped = SessionKnn.fit(
      visits.map((items) => ({ items })),
      1 << 13,
    )
    const kept = wrapped.recentVisits()
    expect(kept).toEqual(visits.slice(-kept.length))
    expect(kept.length).toBeGreaterThan(2000)
  })

  it('does not let a query affect the next one', () => {
    const model = SessionKnn.fit([{ items: [0, 1, 2] }, { items: [2, 3] }, { items: [0, 3, 4] }], 1024)
    const first = topOf(model, [0])
    topOf(model, [2, 3])
    expect(topOf(model, [0])).toEqual(first)
  })
})

describe('repeat consumption', () => {
  it('expects returns more in a shop whose visitors return', () => {
    const flippers = new RepeatConsumption()
    const strollers = new RepeatConsumption()
    for (let i = 0; i < 50; i++) {
      flippers.extend([1, 2], 1)
      strollers.extend([1, 2], 3)
    }
    const [, back] = flippers.expect([7, 8]).chances
    expect(back).toBeGreaterThan(5 * strollers.expect([7, 8]).chances[1])
  })
})

describe('visit ranker', () => {
  const shop = Array.from({ length: 60 }, (_, i) => ({ items: i % 3 === 0 ? [0, 1, 2] : [3, 4, 5], day: 1 }))

  it('finds related products, and leaves out seen ones unless returns are allowed', () => {
    const model = VisitRanker.fit(shop)
    const items = model.rank([0, 1], { limit: 3, returns: 'leave out' }).map(({ item }) => item)
    expect(items[0]).toBe(2)
    expect(items).not.toContain(0)
    expect(model.rank([0, 1], { limit: 3, returns: 'allow' }).map(({ item }) => item)).toContain(1)
  })

  it('returns no product twice, with or without returns', () => {
    const visits = fc.array(fc.array(fc.nat(8), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(visits, fc.constantFrom('allow', 'leave out'), (all, returns) => {
        const model = VisitRanker.fit(all.map((items) => ({ items, day: 1 })))
        const items = model.rank(all[0], { limit: 20, returns }).map(({ item }) => item)
        expect(new Set(items).size).toBe(items.length)
      }),
    )
  })

  it('ranks the same after save and load', () => {
    const model = VisitRanker.fit(shop)
    const options = { limit: 5, returns: 'allow' } as const
    expect(VisitRanker.load(model.save()).rank([3, 4], options)).toEqual(model.rank([3, 4], options))
  })

  it('returns nothing for unknown products', () => {
    expect(VisitRanker.fit(shop).rank([999_999], { limit: 5, returns: 'leave out' })).toEqual([])
    expect(new VisitRanker().rank([], { limit: 5, returns: 'allow' })).toEqual([])
  })
})

function topOf(
  model: { score(accumulator: SparseAccumulator, context: readonly number[]): void },
  context: readonly number[],
) {
  const accumulator = new SparseAccumulator()
  accumulator.reset(64)
  model.score(accumulator, context)
  return accumulator.top(20)
}

function* interleave(all: readonly number[][], dice: Iterable<number>): Generator<[number[], number]> {
  const open = all.map((items) => ({ items, at: 0 }))
  for (const roll of dice) {
    const running = open.filter(({ items, at }) => at < items.length)
    if (running.length === 0) return
    const next = running[roll % running.length]
    yield [next.items.slice(0, next.at), next.items[next.at]]
    next.at++
  }
}

function obviousCoView(all: readonly number[][]) {
  const n: number[] = new Array(12).fill(0)
  const pairs = new Map<string, { weight: number; count: number }>()
  for (const items of all) {
    const best = new Map<string, number>()
    for (const item of new Set(items)) n[item]++
    for (let i = 0; i < items.length; i++)
      for (let j = i + 1; j < items.length; j++) {
        if (items[i] === items[j]) continue
        const weight = 0.3 + 0.7 / (j - i)
        raise(best, `${items[i]}:${items[j]}`, weight)
        raise(best, `${items[j]}:${items[i]}`, CO_VIEW.backward * weight)
      }
    for (const [key, weight] of best) {
      const sum = pairs.get(key) ?? { weight: 0, count: 0 }
      pairs.set(key, { weight: sum.weight + weight, count: sum.count + 1 })
    }
  }
  return { n, pairs }
}

function raise(best: Map<string, number>, key: string, weight: number): void {
  best.set(key, Math.max(best.get(key) ?? 0, weight))
}

function expectClose(a: { visits: number; score: number }, b: { visits: number; score: number }): void {
  expect(a.visits).toBe(b.visits)
  expect(a.score).toBeCloseTo(b.score, 5)
}

/** Reference implementation that compares with every visit of at least two items in the ring. */
function obviousNeighbours(all: readonly number[][], context: readonly number[], cells: number): number[] {
  const scores = new Array<number>(12).fill(0)
  const finished = all.filter((items) => items.length > 1)
  const seen = (item: number) => finished.filter((items) => items.includes(item)).length
  const rarity = (item: number) => Math.max(0.1, Math.log(finished.length) - Math.log(seen(item) + 1))
  const positions = finished.reduce((sum, items) => sum + items.length, 0)
  let start = 0
  for (const items of finished) {
    const age = positions - start
    start += items.length
    if (age > cells - SESSION_KNN.maxVisitItems) continue
    const shared = context.filter((item) => items.includes(item))
    const common = shared.reduce(
      (sum, item) => sum + Math.exp(-context.indexOf(item) / SESSION_KNN.contextFade) * rarity(item),
      0,
    )
    const weight = common * Math.exp(-age / Math.min(positions, cells)) * items.length ** -SESSION_KNN.lengthPower
    const match = shared.length > 0 ? items.lastIndexOf(shared[0]) : -1
    items.forEach((item, place) => {
      const distance = Math.abs(place - match) / SESSION_KNN.distanceFade
      if (place !== match) scores[item] += weight * Math.exp(-distance) * rarity(item)
    })
  }
  return scores
}
