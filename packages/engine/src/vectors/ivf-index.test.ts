import { describe, expect, it } from 'vitest'
import { IvfIndex, nlistFor, trainCentroids } from './ivf-index.ts'
import { VectorRows } from './vector-rows.ts'

const mean = Float32Array.of(0, 0)
/** Four lists, one in each direction from the mean. */
const centroids = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
].map((each) => Float32Array.from(each))
const east = Float32Array.of(0.9, 0.1)
const north = Float32Array.of(0.1, 0.9)
const west = Float32Array.of(-0.9, 0.2)
const slotsOf = (lists: Iterable<Uint32Array>) => Array.from(lists, (list) => [...list])

describe('an inverted file', () => {
  it('I1: keeps each slot in the list of the nearest centroid', () => {
    const ivf = new IvfIndex({ mean, centroids })
    expect([east, north, west].map((vector) => ivf.nearest(vector))).toEqual([0, 1, 2])
    ivf.add(5, east)
    ivf.add(9, north)
    ivf.add(6, east)
    expect(slotsOf(ivf.probe(east, 4))).toEqual([[5, 6], [9], [], []])
    expect([ivf.holds(5), ivf.holds(4), ivf.holds(90_000)]).toEqual([true, false, false])
  })

  it('I2: is searched from the nearest list on, in the requested number of lists', () => {
    const ivf = new IvfIndex({ mean, centroids })
    for (const [slot, vector] of [east, north, west].entries()) ivf.add(slot, vector)
    expect(slotsOf(ivf.probe(Float32Array.of(0.2, 0.9), 1))).toEqual([[1]])
    expect(slotsOf(ivf.probe(Float32Array.of(0.2, 0.9), 2))).toEqual([[1], [0]])
    expect(slotsOf(ivf.probe(Float32Array.of(-0.2, 0.9), 2))).toEqual([[1], [2]])
    expect(ivf.probesNeeded(Float32Array.of(0.2, 0.9), [1, 0, 2, 77])).toEqual([1, 2, 3])
  })

  it('I3: removes deleted slots, and keeps the others of their list', () => {
    const ivf = new IvfIndex({ mean, centroids })
    for (const slot of [1, 2, 3]) ivf.add(slot, east)
    ivf.remove(1)
    ivf.remove(1)
    ivf.remove(70)
    expect(slotsOf(ivf.probe(east, 1))).toEqual([[3, 2]])
    expect(ivf.holds(1)).toBe(false)
    ivf.add(1, west)
    expect(slotsOf(ivf.probe(west, 1))).toEqual([[1]])
  })

  it('I4: allows lists of any length, and counts their bytes', () => {
    const ivf = new IvfIndex({ mean, centroids })
    ivf.add(0, east)
    const before = ivf.bytes
    for (let slot = 1; slot < 16; slot++) ivf.add(slot, east)
    expect(ivf.bytes).toBe(before)
    ivf.add(16, east)
    expect(ivf.bytes).toBe(before + 4 * 16)
    for (let slot = 17; slot < 100; slot++) ivf.add(slot, east)
    expect(slotsOf(ivf.probe(east, 1))).toEqual([Array.from({ length: 100 }, (_, slot) => slot)])
    ivf.add(4096, east)
    expect(ivf.holds(4096)).toBe(true)
    expect(ivf.bytes).toBe(before + 4 * 112 + 2 * 4096)
  })

  it('I5: distinguishes vectors by what remains after subtracting the mean', () => {
    const ivf = new IvfIndex({ mean: Float32Array.of(5, 5), centroids })
    expect([ivf.nearest(Float32Array.of(6, 5)), ivf.nearest(Float32Array.of(4, 5.1))]).toEqual([0, 2])
  })

  it('I6: has twice as many lists as the root of the number of vectors: at least 16, at most one block of rows', () => {
    expect([1, 64, 100, 2500, 10_000_000].map(nlistFor)).toEqual([16, 16, 20, 100, 4096])
  })
})

describe('training', () => {
  /** Two adjacent groups, far from the origin. */
  function rowsOf(count: number): VectorRows {
    const rows = new VectorRows(2)
    for (let slot = 0; slot < count; slot++) rows.write(slot, [4 + (slot % 2 === 0 ? 1 : -1), 4 + 0.001 * (slot % 5)])
    return rows
  }
  function train(count: number) {
    const steps = trainCentroids(
      rowsOf(count),
      Uint32Array.from({ length: count }, (_, slot) => slot),
    )
    let yields = 0
    for (;;) {
      const step = steps.next()
      if (step.done) return { ...step.value, yields }
      yields++
    }
  }

  it('I7: finds the mean and unit vectors towards the groups', () => {
    const { mean: middle, centroids: found } = train(40)
    expect([...middle]).toEqual([expect.closeTo(4, 1), expect.closeTo(4, 1)])
    for (const [x, y] of found) {
      expect(Math.hypot(x!, y!)).toBeCloseTo(1, 4)
      expect(Math.abs(x!)).toBeGreaterThan(0.99)
    }
    expect(new Set(found.map(([x]) => Math.sign(x!)))).toEqual(new Set([1, -1]))
  })

  it('I8: makes no more lists than vectors, and yields between slices', () => {
    expect(train(3).centroids).toHaveLength(3)
    expect(train(40).centroids).toHaveLength(16)
    // Five k-means iterations over 40 vectors yield once each.
    expect(train(40).yields).toBe(5)
    expect(train(130).yields).toBe(10)
  })

  it('I9: uses at most 24 vectors per list', () => {
    // 2,500 vectors get 100 lists, trained on 2,400 vectors: 19 yields per iteration.
    expect(train(2500).yields).toBe(5 * 19)
  })
})
