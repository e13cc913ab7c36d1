import { describe, expect, it } from 'vitest'
import { similarityFloor } from './similarity-floor.ts'
import { VectorStore } from './vector-store.ts'

const DIMENSION = 64

/** Returns a vector near the direction of its group. All groups lean to one side, like vectors of real models. */
function vectorOf(group: number, id: number, lean: number): Float32Array {
  const vector = Float32Array.from(
    { length: DIMENSION },
    (_, i) => Math.sin((group + 1) * (i + 1) * 12.9) + 0.2 * Math.sin(id * (i + 3)),
  )
  vector[0] = lean * Math.sqrt(DIMENSION)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function shopOf(size: number, { groups = 40, lean = 0 } = {}): VectorStore {
  const store = new VectorStore('test@1', DIMENSION)
  for (let id = 1; id <= size; id++) store.put(id, [vectorOf(id % groups, id, lean)])
  return store
}

const nearest = (store: VectorStore, vector: Float32Array) => store.search({ vector, k: 1 })[0].similarity

describe.each([0, 2])('the floor in a model whose vectors lean by %s', (lean) => {
  const store = shopOf(2000, { lean })

  it('accepts a query that is about some of the products', () => {
    const query = vectorOf(7, 9999, lean)
    expect(nearest(store, query)).toBeGreaterThan(similarityFloor(store, query, undefined))
  })

  it('rejects a query that is about none of them', () => {
    const elsewhere = vectorOf(777, 9999, lean)
    const typical = store.similarities(elsewhere, [1, 2, 3, 4, 5, 6, 7, 8])
    const floor = similarityFloor(store, elsewhere, undefined)
    expect(typical.filter((similarity) => similarity > floor)).toHaveLength(0)
  })
})

it("is never below the query's similarity to meaningless texts", () => {
  const store = shopOf(500)
  expect(similarityFloor(store, vectorOf(1, 1, 0), 0.97)).toBeGreaterThanOrEqual(0.97)
})

it('does not rise in a shop that is near the query as a whole', () => {
  const onlyOneKind = shopOf(300, { groups: 1 })
  const query = vectorOf(0, 9999, 0)
  expect(nearest(onlyOneKind, query)).toBeGreaterThan(similarityFloor(onlyOneKind, query, 0.3))
})

it('is only the noise if a shop has too few products', () => {
  expect(similarityFloor(shopOf(0), vectorOf(1, 1, 0), 0.2)).toBe(0.2)
  expect(similarityFloor(shopOf(19), vectorOf(1, 1, 0), 0.2)).toBe(0.2)
})

describe('the floor as a number', () => {
  /** Products 1, 2, … have these similarities to the query. */
  function shopWith(similarities: readonly number[]): VectorStore {
    const store = new VectorStore('test@1', 2)
    similarities.forEach((similarity, i) => {
      store.put(i + 1, [[similarity, Math.sqrt(1 - similarity * similarity)]])
    })
    return store
  }
  const query = Float32Array.of(1, 0)
  const evenly = (count: number, step: number) => Array.from({ length: count }, (_, i) => 0.4 + i * step)

  it('is √(2 ln n) deviations above the median, with the deviation below it', () => {
    const store = shopWith(evenly(21, 0.001))
    const above = Math.sqrt(2 * Math.log(21)) * 0.007
    expect(similarityFloor(store, query, undefined)).toBeCloseTo(0.41 + above, 3)
    expect(similarityFloor(store, query, 0.5)).toBe(0.5)
    expect(similarityFloor(store, query, 0.405)).toBeCloseTo(0.405 + above, 3)
    expect(similarityFloor(store, query, 0.42)).toBeCloseTo(0.41 + above, 3)
  })

  it('needs twenty products', () => {
    expect(similarityFloor(shopWith(evenly(19, 0.001)), query, undefined)).toBe(Number.NEGATIVE_INFINITY)
    expect(similarityFloor(shopWith(evenly(20, 0.001)), query, undefined)).toBeGreaterThan(0.4)
  })

  it('is estimated from two hundred products, evenly sampled, until the shop has grown or shrunk by a quarter', () => {
    const store = shopWith(evenly(450, 0.0001))
    const sample = () => {
      similarityFloor(store, query, undefined)
      return store.floorSample!.sample
    }
    const first = sample()
    expect(first).toEqual(Array.from({ length: 200 }, (_, i) => 2 * i + 1))
    for (let id = 451; id <= 562; id++) store.put(id, [[1, 0]])
    expect(sample()).toBe(first)
    store.put(563, [[1, 0]])
    const second = sample()
    expect(second).not.toBe(first)
    expect(second).toHaveLength(200)
    // The sample has every second of 563 products. It stays until the shop has shrunk by a fifth.
    const others = Array.from({ length: 563 }, (_, i) => i + 1).filter((id) => !second.includes(id))
    for (const id of others.slice(0, 112)) store.delete(id)
    expect(sample()).toBe(second)
    store.delete(others[112]!)
    expect(sample()).not.toBe(second)
  })

  it('is estimated again when a product of the sample is deleted', () => {
    const store = shopWith(evenly(40, 0.001))
    similarityFloor(store, query, undefined)
    store.delete(7)
    similarityFloor(store, query, undefined)
    expect(store.floorSample!.sample).not.toContain(7)
  })
})
