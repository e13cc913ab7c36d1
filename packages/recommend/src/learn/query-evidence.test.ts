import { describe, expect, it } from 'vitest'
import { liftOf, QUERY_EVIDENCE, QueryEvidence } from './query-evidence.ts'

const DAY_MS = 86_400_000
const NOW = 20_000 * DAY_MS
const page = Array.from({ length: 20 }, (_, i) => i + 1)

function lifts(model: QueryEvidence, query: string, nowMs: number): Map<number, number> {
  return new Map([...model.of(query, nowMs)].map(([product, own]) => [product, liftOf(own)]))
}

function model(times: number, clickedPlaces: (time: number) => number[]): QueryEvidence {
  const clicks = new QueryEvidence()
  for (let time = 0; time < times; time++) {
    clicks.shown('shoe', page, NOW)
    for (const place of clickedPlaces(time)) clicks.clicked('shoe', page[place], place, NOW)
  }
  return clicks
}

describe('clicks for a query', () => {
  it('K1: lift a product that is chosen more often than its position explains', () => {
    const found = lifts(
      model(40, (time) => (time % 3 === 0 ? [0] : time % 4 === 0 ? [11] : [])),
      'shoe',
      NOW,
    )
    expect(found.get(12)).toBeGreaterThan(0.5)
    expect(found.get(1)).toBeLessThan(0.2)
    expect(found.get(2)).toBeLessThan(-0.5)
  })

  it('K2: lift a product that everybody chooses by at most 1', () => {
    const often = model(30, () => [7])
    expect(lifts(often, 'shoe', NOW).get(8)).toBe(1)
  })

  it('K3: lift nothing after one click at any position, and little after a few', () => {
    for (const place of [undefined, 19, 60]) {
      const clicks = new QueryEvidence()
      if (place !== undefined) clicks.shown('shoe', page, NOW)
      clicks.clicked('shoe', 20, place, NOW)
      expect(lifts(clicks, 'shoe', NOW).get(20)).toBeLessThanOrEqual(0)
      for (let i = 0; i < 2; i++) clicks.clicked('shoe', 20, place, NOW)
      expect(lifts(clicks, 'shoe', NOW).get(20)).toBeGreaterThan(0.1)
      expect(lifts(clicks, 'shoe', NOW).get(20)).toBeLessThan(0.75)
    }
  })

  it('K4: fade, and count for one query only', () => {
    const clicks = model(20, () => [9])
    const fresh = lifts(clicks, 'shoe', NOW).get(10)!
    expect(clicks.of('boot', NOW).size).toBe(0)
    expect(lifts(clicks, 'shoe', NOW + 365 * DAY_MS).get(10)).toBeLessThan(fresh / 10)
  })

  it('K5: are compared with the click rates of this shop’s positions', () => {
    // The tenth position is clicked as often as the first, so its clicks are no evidence about the product.
    const clicks = new QueryEvidence()
    for (let i = 0; i < 4000; i++) {
      clicks.shown(`query ${i % 51}`, page, NOW)
      clicks.clicked(`query ${i % 51}`, page[i % 2 === 0 ? 0 : 9], i % 2 === 0 ? 0 : 9, NOW)
    }
    expect(lifts(clicks, 'query 1', NOW).get(10) ?? 0).toBeLessThan(0.5)
    const often = model(20, () => [9])
    expect(lifts(often, 'shoe', NOW).get(10)).toBe(1)
  })

  it('K6: are restored from a saved state', () => {
    const clicks = model(20, () => [9])
    const loaded = QueryEvidence.load(JSON.parse(JSON.stringify(clicks.save())))
    expect(lifts(loaded, 'shoe', NOW)).toEqual(lifts(clicks, 'shoe', NOW))
    expect(loaded.save()).toEqual(clicks.save())
  })

  it('K7: keep a limited number of queries and products, and drop those with the least evidence', () => {
    const clicks = new QueryEvidence()
    clicks.clicked('first', 1, undefined, NOW)
    for (let i = 0; i < QUERY_EVIDENCE.queries; i++) clicks.clicked(`q${i}`, 1, undefined, NOW)
    expect(clicks.save().queries).toHaveLength(QUERY_EVIDENCE.queries)
    expect(clicks.of('first', NOW).size).toBe(0)
    for (let i = 0; i < 3; i++) clicks.clicked('q1', 7, undefined, NOW)
    for (let i = 0; i < 200; i++) clicks.clicked('q1', 1000 + i, undefined, NOW)
    expect(clicks.save().queries.find(([query]) => query === 'q1')![1]).toHaveLength(QUERY_EVIDENCE.productsPerQuery)
    expect(lifts(clicks, 'q1', NOW).has(7)).toBe(true)
  })

  it('K7: keep 10,000 queries, 64 products each, and 48 positions', () => {
    const clicks = new QueryEvidence()
    clicks.shown(
      'q0',
      Array.from({ length: 70 }, (_, i) => i),
      NOW,
    )
    expect([clicks.save().places.length, clicks.save().queries[0]![1].length]).toEqual([48, 48])
    for (let i = 0; i < 30; i++) clicks.clicked('q0', 100 + i, undefined, NOW)
    expect(clicks.save().queries[0]![1]).toHaveLength(64)
    for (let i = 1; i < 10_000; i++) clicks.clicked(`q${i}`, 1, undefined, NOW)
    expect([clicks.save().queries.length, clicks.save().queries[0]![0]]).toEqual([10_000, 'q0'])
    clicks.clicked('q0', 1, undefined, NOW)
    clicks.clicked('new', 1, undefined, NOW)
    const kept = clicks.save().queries.map(([query]) => query)
    expect([kept.length, kept[0], kept.includes('q0')]).toEqual([10_000, 'q2', true])
  })

  it('K8: drop the oldest of products with equally little evidence', () => {
    const clicks = new QueryEvidence()
    for (let product = 0; product <= 64; product++) clicks.clicked('shoe', product, undefined, NOW)
    const kept = clicks.save().queries[0]![1].map(([product]) => product)
    expect([kept.length, kept.includes(0), kept.includes(1)]).toEqual([64, false, true])
  })

  it('K8: drop the product with the fewest clicks and showings, in any position', () => {
    const clicks = new QueryEvidence()
    const { productsPerQuery } = QUERY_EVIDENCE
    for (let product = 0; product < productsPerQuery; product++)
      for (let i = 0; i < (product === 20 ? 1 : 3); i++) clicks.clicked('shoe', product, undefined, NOW)
    clicks.clicked('shoe', 999, undefined, NOW)
    const kept = clicks.save().queries[0]![1].map(([product]) => product)
    expect(kept).toEqual([...Array(productsPerQuery).keys()].filter((product) => product !== 20).concat(999))
  })

  it('K9: are compared with the click rate of each position, from the shop and a prior', () => {
    const clicks = new QueryEvidence()
    clicks.shown('shoe', [1, 2], NOW)
    // The prior expects 0.3 clicks per showing of the first position, and half as many of the second.
    const expected = () => clicks.save().queries[0]![1].map(([, , each]) => each)
    expect(expected()).toEqual([expect.closeTo((200 * 0.3) / 201, 9), expect.closeTo((200 * 0.15) / 201, 9)])
    clicks.clicked('shoe', 2, 1, NOW)
    clicks.shown('shoe', [3, 2], NOW)
    expect(expected()[2]).toBeCloseTo((200 * 0.3) / 202, 9)
    expect(expected()[1]).toBeCloseTo((200 * 0.15) / 201 + (1 + 200 * 0.15) / 202, 9)
  })

  it('K10: count half after thirty days, and decay only once', () => {
    const clicks = new QueryEvidence()
    for (let i = 0; i < 8; i++) clicks.clicked('shoe', 1, 60, NOW)
    const lift = (faded: number) => Math.log2((8 * faded - 1 + 3) / 3)
    expect(lifts(clicks, 'shoe', NOW + 60 * DAY_MS).get(1)).toBeCloseTo(lift(0.25), 9)
    expect(lifts(clicks, 'shoe', NOW + 30 * DAY_MS).get(1)).toBeCloseTo(lift(0.25), 9)
    const [[, [[product, left, , atMs]]]] = clicks.save().queries as [[string, [number, number, number, number][]]]
    expect([product, left, atMs]).toEqual([1, expect.closeTo(2, 9), NOW + 60 * DAY_MS])
  })
})
