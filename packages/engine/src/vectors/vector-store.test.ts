import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeVector } from './quantize.ts'
import { VectorStore } from './vector-store.ts'

/** Returns repeatable unit vectors around a few directions, like real embeddings. */
function cloud(count: number, dimension: number, seed = 1, spread = 0.8): Float32Array[] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const directions = Array.from({ length: 12 }, () => Array.from({ length: dimension }, random))
  return Array.from({ length: count }, (_, i) =>
    unit(directions[i % directions.length].map((value) => value + spread * random())),
  )
}

function unit(values: ArrayLike<number>): Float32Array {
  const out = Float32Array.from(values)
  const length = Math.sqrt(dot(out, out)) || 1
  return out.map((value) => value / length)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0)
}

function exact(vectors: ReadonlyMap<number, Float32Array[]>, query: Float32Array, k: number): number[] {
  return [...vectors]
    .map(([id, own]) => ({ id, similarity: Math.max(...own.map((vector) => dot(vector, query))) }))
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, k)
    .map(({ id }) => id)
}

function recall(found: readonly { productId: number }[], wanted: readonly number[]): number {
  const ids = new Set(found.map((hit) => hit.productId))
  return wanted.filter((id) => ids.has(id)).length / wanted.length
}

describe('VectorStore', () => {
  it('finds the same as an exact search on unquantized vectors', () => {
    const vectors = cloud(9000, 48)
    const store = new VectorStore('test', 48)
    for (const [i, vector] of vectors.entries()) store.put(i, [vector])
    const all = new Map(vectors.map((vector, i) => [i, [vector]]))
    for (const query of cloud(10, 48, 7)) {
      const hits = store.search({ vector: query, k: 20 })
      expect(recall(hits, exact(all, query, 20))).toBeGreaterThanOrEqual(0.95)
      for (const hit of hits) expect(hit.similarity).toBeCloseTo(dot(vectors[hit.productId], query), 3)
    }
  })

  it('behaves like a map of products to vectors through any puts, replacements and deletions', () => {
    const pool = cloud(40, 20, 3)
    const step = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      vectors: fc.array(fc.integer({ min: 0, max: pool.length - 1 }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 39 }), (steps, queryAt) => {
        const store = new VectorStore('test', 20)
        const twin = new Map<number, Float32Array[]>()
        for (const { id, vectors } of steps) {
          const own = vectors.map((at) => pool[at])
          if (own.length === 0) expect(store.delete(id)).toBe(twin.delete(id))
          else {
            store.put(id, own)
            twin.set(id, own)
          }
        }
        expect(store.size).toBe(twin.size)
        const hits = store.search({ vector: pool[queryAt], k: 50 })
        expect(new Set(hits.map((hit) => hit.productId))).toEqual(new Set(twin.keys()))
        for (const [id, own] of twin) {
          const kept = store.vectors(id)
          expect(kept).toHaveLength(own.length)
          for (const [i, vector] of own.entries()) expect(dot(kept[i], vector)).toBeCloseTo(1, 3)
          const best = Math.max(...own.map((vector) => dot(vector, pool[queryAt])))
          expect(hits.find((hit) => hit.productId === id)?.similarity).toBeCloseTo(best, 3)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts cached neighbours into its bytes, and drops them with the next change', () => {
    const store = new VectorStore('test', 4)
    for (let id = 1; id <= 50; id++) store.put(id, [[Math.sin(id), Math.cos(id), 0.1, 0.2]])
    const before = store.bytes
    const hits = [1, 2, 3].reduce((sum, id) => sum + store.similarByVectors(id, 10).length, 0)
    expect(store.bytes - before).toBe(48 * hits)
    store.similarByVectors(1, 10)
    expect(store.bytes - before).toBe(48 * hits)
    store.put(51, [[1, 0, 0, 0]])
    expect(store.bytes).toBe(before)
  })

  it('respects a filter, however few products pass it', () => {
    const vectors = cloud(6000, 32)
    const store = new VectorStore('test', 32)
    for (const [i, vector] of vectors.entries()) store.put(i, [vector])
    for (const share of [2, 50, 3000]) {
      const ids = vectors.keys().filter((id) => id % share === 1)
      const allowed = [...ids]
      const hits = store.search({ vector: vectors[0], k: 10, allow: store.allowing(allowed) })
      const twin = new Map(allowed.map((id) => [id, [vectors[id]]]))
      expect(hits.map((hit) => hit.productId)).toEqual(exact(twin, vectors[0], 10))
    }
    expect(store.search({ vector: vectors[0], k: 10, allow: store.allowing([]) })).toEqual([])
  })

  it('lists the products nearest to a product, without itself', () => {
    const store = new VectorStore('test', 2)
    store.put(1, [unit([1, 0])])
    store.put(2, [unit([1, 0.1])])
    store.put(3, [unit([0, 1]), unit([1, 0.05])])
    store.put(4, [unit([-1, 0])])
    expect(store.similarByVectors(1, 2).map((hit) => hit.productId)).toEqual([3, 2])
    expect(store.similarByVectors(1, 5, store.allowing([1, 4])).map((hit) => hit.productId)).toEqual([4])
    expect(store.similarByVectors(99, 5)).toEqual([])
  })

  it('breaks ties by product number', () => {
    const store = new VectorStore('test', 3)
    for (const id of [9, 4, 7]) store.put(id, [unit([1, 1, 0])])
    expect(store.search({ vector: unit([1, 0, 0]), k: 3 }).map((hit) => hit.productId)).toEqual([4, 7, 9])
  })

  it('finds nothing if nothing is requested, or the store is empty', () => {
    const store = new VectorStore('test', 3)
    const vector = unit([1, 0, 0])
    expect(store.search({ vector, k: 5 })).toEqual([])
    for (const id of [1, 2, 3]) store.put(id, [vector])
    expect([store.search({ vector, k: 0 }), store.search({ vector, k: -1 })]).toEqual([[], []])
  })

  it('refuses a vector of another dimension', () => {
    expect(() => new VectorStore('test', 3).put(1, [new Float32Array(4)])).toThrow(RangeError)
  })

  it('returns the similarity of given products, and NaN for one without a vector', () => {
    const store = new VectorStore('test', 2)
    store.put(5, [unit([1, 0])])
    const [known, unknown] = store.similarities(unit([1, 1]), [5, 6])
    expect(known).toBeCloseTo(Math.SQRT1_2, 3)
    expect(unknown).toBeNaN()
  })

  it('returns coarse similarities of more products than a block holds, each by its best vector', () => {
    const store = new VectorStore('test', 48)
    const vectors = cloud(9002, 48)
    const pairs = Array.from({ length: 4501 }, (_, i) => [vectors[2 * i], vectors[2 * i + 1]])
    for (const [i, own] of pairs.entries()) store.put(i, own)
    const [query] = cloud(1, 48, 7)
    const ids = [...pairs.keys(), 9999]
    const precise = store.similarities(query, ids)
    const coarse = store.coarseSimilarities(query, ids)
    expect(coarse.at(-1)).toBeNaN()
    for (const id of pairs.keys()) {
      expect(precise[id]).toBeCloseTo(Math.max(...pairs[id].map((vector) => dot(vector, query))), 4)
      expect(Math.abs(coarse[id] - precise[id])).toBeLessThan(0.01)
    }
  })
})

describe('approximate search', () => {
  const drawn = cloud(8050, 32)
  const vectors = drawn.slice(0, 8000)
  const all = new Map(vectors.map((vector, i) => [i, [vector]]))
  function withIvf(): VectorStore {
    const store = new VectorStore('test', 32, { approximateFrom: 1000 })
    for (const [i, vector] of vectors.slice(0, 6000).entries()) store.put(i, [vector])
    expect(store.wantsIvf).toBe(true)
    let slices = 0
    // Changes during the build must not be lost.
    for (const _ of store.buildIvf()) if (++slices === 20) store.delete(5)
    expect(store.wantsIvf).toBe(false)
    for (let i = 6000; i < 8000; i++) store.put(i, [vectors[i]])
    store.put(5, [vectors[5]])
    return store
  }

  it('finds at least 98 of 100 of the exact answer, also after changes', () => {
    const store = withIvf()
    const queries = drawn.slice(8000)
    const found = queries.map((query) => recall(store.search({ vector: query, k: 20 }), exact(all, query, 20)))
    expect(found.reduce((sum, value) => sum + value, 0) / found.length).toBeGreaterThanOrEqual(0.98)
    expect(store.probing!.nprobe / store.probing!.nlist).toBeLessThan(0.5)
  })

  it('respects filters, and is exact if a filter passes few products', () => {
    const store = withIvf()
    const half = store.allowing(vectors.keys().filter((id) => id % 2 === 0))
    for (const hit of store.search({ vector: vectors[1], k: 50, allow: half })) expect(hit.productId % 2).toBe(0)
    const few = [...vectors.keys()].filter((id) => id % 100 === 3)
    const hits = store.search({ vector: vectors[1], k: 10, allow: store.allowing(few) })
    expect(hits.map((hit) => hit.productId)).toEqual(
      exact(new Map(few.map((id) => [id, [vectors[id]]])), vectors[1], 10),
    )
  })

  it('stays exact if vectors do not form groups', () => {
    const store = new VectorStore('test', 64, { approximateFrom: 1000 })
    const noise = cloud(3000, 64, 5, 40)
    for (const [i, vector] of noise.entries()) store.put(i, [vector])
    for (const _ of store.buildIvf());
    expect(store.probing).toBeUndefined()
  })

  it('does not find deleted products', () => {
    const store = withIvf()
    const [nearest] = store.search({ vector: vectors[42], k: 1 })
    expect(nearest.productId).toBe(42)
    store.delete(42)
    expect(store.search({ vector: vectors[42], k: 20 }).some((hit) => hit.productId === 42)).toBe(false)
  })
})

describe('an encoded vector', () => {
  it('equals what a store would write for the vector itself', () => {
    const [vector] = cloud(1, 37)
    const store = new VectorStore('test', 37)
    store.put(1, [vector])
    expect(store.encoded(1)).toEqual([encodeVector(vector)])
  })
})
