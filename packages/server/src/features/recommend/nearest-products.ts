import type { VectorStore } from '@vitrine/engine'

type Neighbours = Pick<VectorStore, 'has' | 'similarByVectors'>

/** Uses the better score of meaning and looks. Returns none if the product has no vector. */
export function nearestProducts(stores: readonly (Neighbours | undefined)[], productId: number, limit: number) {
  const best = new Map<number, number>()
  for (const store of stores) {
    if (!store?.has(productId)) continue
    for (const hit of store.similarByVectors(productId, limit))
      best.set(hit.productId, Math.max(best.get(hit.productId) ?? 0, hit.similarity))
  }
  return Array.from(best, ([id, score]) => ({ productId: id, score })).sort((a, b) => b.score - a.score)
}
