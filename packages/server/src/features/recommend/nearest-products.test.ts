import { VectorStore } from '@vitrine/engine'
import { expect, it } from 'vitest'
import { nearestProducts } from './nearest-products.ts'

function storeOf(vectors: Record<number, [number, number]>): VectorStore {
  const store = new VectorStore('space', 2)
  for (const [id, [x, y]] of Object.entries(vectors)) {
    const length = Math.hypot(x, y)
    store.put(Number(id), [Float32Array.of(x / length, y / length)])
  }
  return store
}

const meaning = storeOf({ 1: [1, 0], 2: [1, 0.2], 3: [0.2, 1] })
const looks = storeOf({ 1: [1, 0], 2: [0.1, 1], 3: [1, 0.05], 4: [1, 1] })

it('uses the better score of meaning and looks, nearest first', () => {
  const near = nearestProducts([meaning, looks], 1, 5)
  expect(near.map(({ productId }) => productId)).toEqual([3, 2, 4])
  expect(near[0]!.score).toBeCloseTo(1 / Math.hypot(1, 0.05), 2)
  expect(near[1]!.score).toBeCloseTo(1 / Math.hypot(1, 0.2), 2)
})

it('uses the other score if one is missing or does not know the product', () => {
  expect(nearestProducts([meaning, looks], 4, 5)).toHaveLength(3)
  expect(nearestProducts([meaning, undefined], 1, 1).map(({ productId }) => productId)).toEqual([2])
  expect(nearestProducts([meaning, looks], 99, 5)).toEqual([])
  expect(nearestProducts([undefined, undefined], 1, 5)).toEqual([])
})
