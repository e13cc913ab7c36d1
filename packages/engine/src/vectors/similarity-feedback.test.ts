import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BestByWords, FEEDBACK_SIZE, similarityFeedback } from './similarity-feedback.ts'
import { VectorStore } from './vector-store.ts'

const DIMENSION = 8
const vector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSION, maxLength: DIMENSION })
  .filter((numbers) => numbers.some((number) => number !== 0))
  .map(unit)
const shop = fc.array(vector, { minLength: 2, maxLength: 30 })

function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => number / length)
}

function storeOf(vectors: readonly Float32Array[]): VectorStore {
  const store = new VectorStore('test', DIMENSION)
  for (const [i, one] of vectors.entries()) store.put(i + 1, [one])
  return store
}

function feedbackOf(vectors: readonly Float32Array[], query: Float32Array) {
  const store = storeOf(vectors)
  const nearest = store.search({ vector: query, k: 400 })
  const feedback = similarityFeedback(store, query, nearest)
  return (hits: readonly BestByWords[], among: readonly number[]) => feedback(hits, among)
}

const idsOf = (vectors: readonly unknown[]) => vectors.map((_, i) => i + 1)

describe('similarity with feedback', () => {
  it('S1: is between 0 and 1 for every product, and 1 for the nearest', () => {
    fc.assert(
      fc.property(shop, vector, fc.nat(29), (vectors, query, first) => {
        const ids = idsOf(vectors)
        const best = [{ id: ids[first % ids.length], score: 2 }]
        const scores = [...feedbackOf(vectors, query)(best, ids)!.values()]
        expect(scores).toHaveLength(ids.length)
        expect(Math.max(...scores)).toBe(1)
        expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('S2: does not depend on the scale of the text scores', () => {
    fc.assert(
      fc.property(shop, vector, fc.integer({ min: 2, max: 1000 }), (vectors, query, factor) => {
        const ids = idsOf(vectors)
        const best = ids.slice(0, 5).map((id) => ({ id, score: 1 / id }))
        const scaled = best.map(({ id, score }) => ({ id, score: score * factor }))
        const [one, other] = [best, scaled].map((each) => feedbackOf(vectors, query)(each, ids)!)
        for (const id of ids) expect(other.get(id)).toBeCloseTo(one.get(id)!, 4)
      }),
    )
  })

  it('S3: raises products that resemble the best matches by words', () => {
    const [north, east] = [unit([1, 0, 0, 0, 0, 0, 0, 0]), unit([0, 1, 0, 0, 0, 0, 0, 0])]
    const query = unit([1, 1, 0, 0, 0, 0, 0, 0])
    const vectors = [unit([1, 0.1, 0, 0, 0, 0, 0, 0]), north, east, unit([0, 0, 1, 0, 0, 0, 0, 0])]
    const scores = feedbackOf(vectors, query)([{ id: 1, score: 3 }], [1, 2, 3, 4])!
    expect(scores.get(2)!).toBeGreaterThan(scores.get(3)!)
    const mirrored = feedbackOf(vectors, query)([{ id: 3, score: 3 }], [1, 2, 3, 4])!
    expect(mirrored.get(3)!).toBeGreaterThan(mirrored.get(2)!)
  })

  it('S4: gives the better match by words more weight', () => {
    const [north, east] = [unit([1, 0, 0, 0, 0, 0, 0, 0]), unit([0, 1, 0, 0, 0, 0, 0, 0])]
    const ask = feedbackOf([north, east, unit([0, 0, 1, 0, 0, 0, 0, 0])], unit([1, 1, 1, 0, 0, 0, 0, 0]))
    const best: BestByWords[] = [
      { id: 1, score: 1 },
      { id: 2, score: 3 },
    ]
    const scores = ask(best, [1, 2, 3])!
    expect(scores.get(2)!).toBeGreaterThan(scores.get(1)!)
  })

  it('S5: equals the similarity to the query if words find nothing, or nothing with a vector', () => {
    const vectors = [unit([1, 0, 0, 0, 0, 0, 0, 0]), unit([0, 1, 0, 0, 0, 0, 0, 0])]
    const ask = feedbackOf(vectors, vectors[0])
    expect(ask([], [1, 2])).toBeUndefined()
    expect(ask([{ id: 9, score: 1 }], [1, 2])).toBeUndefined()
    expect(ask([{ id: 1, score: 0 }], [1, 2])).toBeUndefined()
  })

  it('S6: uses only the first of the best by words', () => {
    const vectors = Array.from({ length: FEEDBACK_SIZE + 2 }, (_, i) => unit([1, i, 0, 0, 0, 0, 0, 0]))
    const ids = idsOf(vectors)
    const best = ids.map((id) => ({ id, score: 1 }))
    const ask = feedbackOf(vectors, vectors[0])
    expect(ask(best, ids)).toEqual(ask(best.slice(0, FEEDBACK_SIZE), ids))
    expect(ask(best, ids)).not.toEqual(ask(best.slice(0, FEEDBACK_SIZE - 1), ids))
  })

  it('S7: has no value for products without a vector', () => {
    const vectors = [unit([1, 0, 0, 0, 0, 0, 0, 0]), unit([0, 1, 0, 0, 0, 0, 0, 0])]
    expect([...feedbackOf(vectors, vectors[0])([{ id: 1, score: 1 }], [1, 7])!.keys()]).toEqual([1])
  })
})
