import { describe, expect, it } from 'vitest'
import { similarityFloor } from './similarity-floor.ts'
import { VectorStore } from './vector-store.ts'

const DIMENSION = 64

/** Each group of products lies around a direction of its own; all lean to one side, as the vectors of real models do. */
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

  it('lets a query through that is about some of the products', () => {
    const query = vectorOf(7, 9999, lean)
    expect(nearest(store, query)).toBeGreaterThan(similarityFloor(store, query, undefined))
  })

  it('lets nothing through for a query about none of them', () => {
    const elsewhere = vectorOf(777, 9999, lean)
    const typical = store.similarities(elsewhere, [1, 2, 3, 4, 5, 6, 7, 8])
    const floor = similarityFloor(store, elsewhere, undefined)
    expect(typical.filter((similarity) => similarity > floor)).toHaveLength(0)
  })
})

it('is never below how near the query comes to texts that mean nothing', () => {
  const store = shopOf(500)
  expect(similarityFloor(store, vectorOf(1, 1, 0), 0.97)).toBeGreaterThanOrEqual(0.97)
})

it('does not rise with a shop that is near the query as a whole', () => {
  const onlyOneKind = shopOf(300, { groups: 1 })
  const query = vectorOf(0, 9999, 0)
  expect(nearest(onlyOneKind, query)).toBeGreaterThan(similarityFloor(onlyOneKind, query, 0.3))
})

it('is the noise alone where a shop has too few products to tell', () => {
  expect(similarityFloor(shopOf(0), vectorOf(1, 1, 0), 0.2)).toBe(0.2)
  expect(similarityFloor(shopOf(19), vectorOf(1, 1, 0), 0.2)).toBe(0.2)
})
