import { buildIndex, type ShopIndex } from '../../packages/engine/src/index/shop-index.ts'
import { searchShop, smallDoc } from '../../packages/engine/src/index/testing/small-shop.ts'
import type { Contender } from './contenders.ts'

export function createVitrine(): Contender {
  let index: ShopIndex
  return {
    async build(docs) {
      const products = Array.from(docs, (doc, place) => smallDoc(doc, place + 1))
      index = buildIndex(products, 'en')
    },
    search(text, workload) {
      const { hits } = searchShop(index, text, { prefixLast: workload === 'typing', isPlain: true, limit: 20 })
      return hits.map(({ id }) => id - 1)
    },
  }
}
