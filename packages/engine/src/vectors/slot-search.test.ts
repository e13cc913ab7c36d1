import { describe, expect, it } from 'vitest'
import { VectorStore } from './vector-store.ts'

/** `turn` distinguishes vectors near the same direction. */
function near(direction: number, turn: number): number[] {
  const vector = Array(12).fill(0.02)
  vector[direction % 12] = 1
  vector[(direction + 1) % 12] = 0.05 * Math.sin(turn)
  return vector
}
function storeOf(count: number, approximateFrom = 100): VectorStore {
  const store = new VectorStore('test', 12, { approximateFrom })
  for (let id = 0; id < count; id++) store.put(id, [near(id, id)])
  return store
}
const build = (store: VectorStore) => {
  for (const _ of store.buildIvf());
}
const found = (store: VectorStore, vector: readonly number[], k = 5) =>
  store.search({ vector: Float32Array.from(vector), k }).map(({ productId }) => productId)

describe('lists of vectors', () => {
  it('S1: are built from a certain number of vectors on, once at a time, and again when there are more than twice as many', () => {
    const store = storeOf(99)
    expect(store.wantsIvf).toBe(false)
    store.put(99, [near(99, 99)])
    expect(store.wantsIvf).toBe(true)
    const building = store.buildIvf()
    building.next()
    expect(store.wantsIvf).toBe(false)
    for (const _ of building);
    for (let id = 100; id < 200; id++) store.put(id, [near(id, id)])
    expect(store.wantsIvf).toBe(false)
    store.put(200, [near(200, 200)])
    expect(store.wantsIvf).toBe(true)
  })

  it('S2: are used once they are built, count into the bytes, and at most half of them, an even number, are probed', () => {
    const store = storeOf(600)
    const before = store.bytes
    expect(store.probing).toBeUndefined()
    build(store)
    expect(store.bytes).toBeGreaterThan(before)
    const { nprobe, nlist } = store.probing!
    expect(nlist).toBe(Math.round(2 * Math.sqrt(600)))
    // Twice the measured number, hence even.
    expect(nprobe % 2).toBe(0)
    expect(nprobe).toBeGreaterThanOrEqual(2)
    expect(nprobe).toBeLessThanOrEqual(nlist / 2)
  })

  it('S3: contain what was written, replaced and removed while they were built', () => {
    const store = storeOf(600)
    let step = 0
    for (const _ of store.buildIvf()) {
      step++
      if (step === 2) store.put(900, [near(3, 0.5)])
      if (step === 3) store.put(7, [near(5, 0.25)])
      if (step === 4) store.delete(0)
    }
    expect(step).toBeGreaterThan(4)
    expect(store.probing).toBeDefined()
    expect(found(store, near(3, 0.5), 60)).toContain(900)
    expect(found(store, near(5, 0.25), 60)).toContain(7)
    expect(found(store, near(7, 7), 40)).not.toContain(7)
    expect(found(store, near(0, 0), 60)).not.toContain(0)
    store.put(901, [near(4, 0.75)])
    expect(found(store, near(4, 0.75), 60)).toContain(901)
  })

  it('S4: are not used if a filter passes too few vectors', () => {
    const store = storeOf(600)
    build(store)
    const far = [3, 15, 27]
    const few = store.allowing(far)
    const hits = store.search({ vector: Float32Array.from(near(8, 0)), k: 5, allow: few })
    expect(hits.map(({ productId }) => productId).sort((a, b) => a - b)).toEqual(far)
  })
})
