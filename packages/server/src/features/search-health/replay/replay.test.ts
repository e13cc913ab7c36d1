import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clickWeight } from '@vitrine/recommend'
import { search } from '../../../ports/derived-store/testing/derived-facts.ts'
import { compareRankings } from './compare-rankings.ts'
import { type LoggedQuery, loggedQueries, sampled } from './logged-queries.ts'
import { headAndTail, measureRanking } from './measure-ranking.ts'

const logged = (query: string, searches: number, chosen: Record<number, number>): LoggedQuery => ({
  ...{ query, searches, lost: 0, empty: 0, approximate: 0, carted: new Map(), bought: new Map() },
  chosen: new Map(Object.entries(chosen).map(([id, weight]) => [Number(id), { clicks: weight, weight }])),
})

describe('logged queries', () => {
  it('P1: count searches, those without a click, and clicks weighted by how rarely their position is seen', () => {
    const [mug] = loggedQueries(
      [search('a', 'mug', { clicks: 1, position: 16 }), search('b', 'mug'), search('c', 'mug', { answer: 'empty' })],
      [{ kind: 'bought', query: 'mug', productId: 7 }],
    )
    expect(mug).toMatchObject({ query: 'mug', searches: 3, lost: 2, empty: 1 })
    expect(mug!.chosen.get(1)).toEqual({ clicks: 1, weight: 16 ** 0.7 })
    expect(mug!.bought.get(7)?.clicks).toBe(1)
    expect([clickWeight(1), clickWeight(10_000)]).toEqual([1, 8])
  })

  it('P2: leave out clicks that are no evidence', () => {
    const one = search('a', 'mug', { clicks: 1 })
    const untaught = { ...one, clicks: one.clicks.map((click) => ({ ...click, teaches: false as const })) }
    expect(loggedQueries([untaught])[0]?.chosen.size).toBe(0)
  })

  it('P3: are sampled with all of the most frequent and some of the rarest', () => {
    const queries = Array.from({ length: 100 }, (_, i) => logged(`q${i}`, 100 - i, {}))
    const some = sampled(queries, 20)
    expect(some).toHaveLength(20)
    expect(some.slice(0, 10)).toEqual(queries.slice(0, 10))
    expect(new Set(some).size).toBe(20)
    expect(queries.indexOf(some.at(-1)!)).toBeGreaterThan(85)
  })
})

describe('a measured ranking', () => {
  const queries = [logged('mug', 30, { 1: 3, 2: 1 }), logged('lamp', 10, { 5: 2 })]

  it('P4: scores 1 if all chosen products are first, and 0 if none is ranked', () => {
    const single = [logged('mug', 3, { 1: 1 }), logged('lamp', 3, { 5: 1 })]
    const best = measureRanking(single, new Map([['mug', [1]], ['lamp', [5]]])) // biome-ignore format: one line reads better
    expect(best?.mean_reciprocal_rank).toEqual({ value: 1, interval: [1, 1] })
    expect(measureRanking(single, new Map())?.in_first_24.value).toBe(0)
    expect(measureRanking([logged('mug', 3, {})], new Map())).toBeNull()
  })

  it('P4a: scores from 0 to 1, and so do the ends of its interval', () => {
    const few = [logged('mug', 3, { 1: 1 }), logged('lamp', 1, { 5: 1 })]
    const found = (query: string, id: number) => measureRanking(few, new Map([[query, [id]]]))!.in_first_3.interval
    expect([found('mug', 1)[1], found('lamp', 5)[0]]).toEqual([1, 0])
  })

  it('P5: weighs products by clicks and queries by searches, within an interval', () => {
    const found = measureRanking(queries, new Map([['mug', [9, 1, 2]], ['lamp', [5]]])) // biome-ignore format: one line reads better
    const mug = (3 / 2 + 1 / 3) / 4
    expect(found?.mean_reciprocal_rank.value).toBeCloseTo((30 * mug + 10) / 40, 3)
    const [low, high] = found!.mean_reciprocal_rank.interval
    expect(low).toBeLessThan(found!.mean_reciprocal_rank.value)
    expect(high).toBeGreaterThan(found!.mean_reciprocal_rank.value)
  })

  it('P6: has a head of queries that make up half of the searches', () => {
    expect(headAndTail(queries)).toEqual({ head: [queries[0]], tail: [queries[1]] })
  })
})

describe('a replayed change', () => {
  const many = Array.from({ length: 20 }, (_, i) => logged(`q${i}`, 5, { 3: 1 }))
  const all = (ids: readonly number[]) => new Map(many.map(({ query }) => [query, ids]))

  it('P7: is better if chosen products rise everywhere, worse if they fall, and unsure if both happen', () => {
    const [low, high] = [all([1, 2, 3]), all([3, 1, 2])]
    expect(compareRankings(many, low, high)).toMatchObject({ verdict: 'better', risen: 20, fallen: 0 })
    expect(compareRankings(many, high, low)).toMatchObject({ verdict: 'worse', risen: 0, fallen: 20 })
    const mixed = (turn: number) => new Map(many.map(({ query }, i) => [query, i % 2 === turn ? [3, 1, 2] : [1, 2, 3]]))
    expect(compareRankings(many, mixed(0), mixed(1))).toMatchObject({ verdict: 'unsure', risen: 10, fallen: 10 })
  })

  it('P8: counts only the searches whose first page differs', () => {
    const draft = new Map([...all([1, 2, 3]), ['q4', [2, 1, 3]]])
    const found = compareRankings(many, all([1, 2, 3]), draft)
    expect(found).toMatchObject({ searches: 100, changed_searches: 5, changed_queries: 1, verdict: 'unsure' })
    expect(found.most_changed).toMatchObject([{ query: 'q4', live: [1, 2, 3], draft: [2, 1, 3] }])
    expect(compareRankings(many, draft, draft)).toMatchObject({ changed_searches: 0, verdict: 'no_change' })
  })

  it('P9: has the opposite result if it is reverted', () => {
    const ranking = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 })
    const both = fc.tuple(
      fc.array(ranking, { minLength: 20, maxLength: 20 }),
      fc.array(ranking, { minLength: 20, maxLength: 20 }),
    )
    fc.assert(
      fc.property(both, ([a, b]) => {
        const of = (lists: number[][]) => new Map(many.map(({ query }, i) => [query, lists[i]!]))
        const [there, back] = [compareRankings(many, of(a), of(b)), compareRankings(many, of(b), of(a))]
        expect(there.difference!.value).toBeCloseTo(-back.difference!.value, 3)
        expect([there.risen, there.fallen]).toEqual([back.fallen, back.risen])
      }),
    )
  })
})
