/** The logs are simulated, so the preferences of shoppers are known. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../explore/seeded-random.ts'
import { FeatureWeights } from './feature-weights.ts'
import type { Candidate, CandidatesByQuery, LoggedSearch } from './logged-search.ts'
import { type LearnedModel, PROOF, proveLearning, rankWith } from './prove-learning.ts'
import { QueryEvidence } from './query-evidence.ts'
import { QueryValues } from './query-values.ts'

const QUERIES = Array.from({ length: 20 }, (_, i) => `mug ${i}`)
/** Each query has twelve similarly relevant products. Every third one is of type b and has a high second feature. */
const windows: CandidatesByQuery = new Map(
  QUERIES.map((query, q) => [
    query,
    Array.from({ length: 12 }, (_, i): Candidate => {
      const isB = i % 3 === 2
      return {
        ...{ id: 100 * q + i + 1, group: 0, relevance: 1 - i / 40, features: [0.5, isB ? 1 : 0] },
        values: [`type:${isB ? 'b' : 'a'}`],
      }
    }),
  ]),
)
const isB = (id: number) => ((id - 1) % 100) % 3 === 2

function logOf(searches: number, liking: (id: number) => number, { seed = 1, decay = 0.7 } = {}): LoggedSearch[] {
  const random = seededRandom(seed)
  return Array.from({ length: searches }, (_, i): LoggedSearch => {
    const query = QUERIES[Math.floor(random() * QUERIES.length)]!
    const shown = windows.get(query)!.map(({ id }) => id)
    const clicked = shown.filter((id, place) => random() < (place + 1) ** -decay * liking(id))
    return { query, shown, clicked, atMs: i * 60_000 }
  })
}
const NONE = new Set<LearnedModel>()
const proven = (log: readonly LoggedSearch[], live: ReadonlySet<LearnedModel> = NONE) =>
  proveLearning({ log, windows, live }, async () => {})

describe('proveLearning', () => {
  it('P1: accepts a model with a planted preference, and reports its gain', async () => {
    const { products, values } = await proven(logOf(3000, (id) => (isB(id) ? 0.6 : 0.05)))
    expect(products.isLive || values.isLive).toBe(true)
    expect(products.difference).toBeGreaterThan(PROOF.enters * products.error)
    expect(products.searches).toBe(2400)
  })

  it('P1a: finds the preference with the same gain for any decay of attention', async () => {
    const gains: number[] = []
    for (const decay of [0.5, 0.9, 1.3]) {
      const { products } = await proven(logOf(8000, (id) => (isB(id) ? 0.6 : 0.2), { decay }))
      expect(products.isLive, `decay ${decay}`).toBe(true)
      gains.push(products.difference / products.before)
    }
    expect(Math.max(...gains)).toBeLessThan(1.5 * Math.min(...gains))
  })

  it('P2: accepts no model without a preference, for any seed', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const proofs = await proven(logOf(1500, () => 0.3, { seed, decay: 0.4 + seed / 10 }))
      expect(Object.values(proofs).map(({ isLive }) => isLive)).toEqual([false, false, false])
    }
  })

  it('P3: accepts no model after few searches, and withdraws a model that stops winning', async () => {
    const few = await proven(logOf(60, (id) => (isB(id) ? 0.9 : 0)))
    expect(Object.values(few).some(({ isLive }) => isLive)).toBe(false)
    const changed = await proven(
      logOf(1500, () => 0.3),
      new Set(['products', 'weights'] as const),
    )
    expect(changed.products.isLive).toBe(false)
  })
})

describe('fitted models', () => {
  const evidence = new QueryEvidence()
  const log = logOf(2000, (id) => (isB(id) ? 0.6 : 0.05))
  for (const search of log) evidence.learn(search)
  const nowMs = log.at(-1)!.atMs

  it('P5: values lift preferred products, even for a new query that shares a word', () => {
    const model = QueryValues.fit(evidence, windows, nowMs)
    for (const query of ['mug 3', 'blue mug']) {
      const boost = model.boosts(query)!
      expect(boost({ values: ['type:b'] })).toBeGreaterThan(boost({ values: ['type:a'] }))
    }
    expect(model.boosts('lamp')).toBeUndefined()
    const again = QueryValues.load(JSON.parse(JSON.stringify(model.save())))
    expect(again.boosts('mug 3')!({ values: ['type:b'] })).toBe(model.boosts('mug 3')!({ values: ['type:b'] }))
  })

  it('P6: weights are corrected towards chosen products, and only slightly by little evidence', () => {
    const { corrections } = FeatureWeights.fit(evidence, windows, nowMs)
    expect(corrections[1]).toBeGreaterThan(0.05)
    expect(Math.abs(corrections[0]!)).toBeLessThan(0.01)
    const little = new QueryEvidence()
    for (const search of log.slice(0, 10)) little.learn(search)
    expect(Math.abs(FeatureWeights.fit(little, windows, nowMs).corrections[1]!)).toBeLessThan(0.03)
    expect(FeatureWeights.load({ corrections: [1, 2] }).save()).toEqual({ corrections: [1, 2] })
    expect(FeatureWeights.fit(new QueryEvidence(), windows, nowMs).boosts()).toBeUndefined()
  })

  it('P7: never move a product above one of a lower group', () => {
    const window: Candidate[] = [
      { id: 1, group: 0, relevance: 0, features: [], values: [] },
      { id: 2, group: 1, relevance: 1, features: [], values: [] },
    ]
    const lifting = {
      boosts:
        () =>
        ({ id }: { id: number }) =>
          id === 2 ? 100 : 0,
    }
    expect(rankWith(window, 'mug', [lifting]).map(({ id }) => id)).toEqual([1, 2])
  })
})
