/** Measures after how many orders a pair is first in both directions. */
import { rankedStream } from '../../../packages/server/src/features/recommend/ranked-stream.ts'
import { createContext, query } from '../../../packages/server/src/features/recommend/testing/shop-context.ts'
import { eventsOf, PLANTED_SHOPS, seeded } from './planted-shops.ts'

export type PairList = 'bought_together' | 'cross_sell'

export interface PairResult {
  shop: string
  type: PairList
  orders: number
  cases: number
  /** Cases in which each product leads to the other, right after the merchant's picks. */
  learned: number
}

export const PAIR_ORDERS = [1, 2, 3, 4, 5, 6, 7, 8]

export function plantPairs(draws: number, types: readonly PairList[], counts = PAIR_ORDERS): PairResult[] {
  return Object.entries(PLANTED_SHOPS).flatMap(([shop, make]) => {
    // Cross-sell only shows other kinds of products, so pairs of one kind are planted only for bought-together.
    const asked = types.filter((type) => type === 'bought_together' || shop !== 'one kind')
    return counts.flatMap((orders) => {
      const results = asked.map((type) => ({ shop, type, orders, cases: draws, learned: 0 }))
      for (let draw = 1; draw <= draws; draw++) {
        const planted = make(seeded(1000 * draw + orders))
        const context = createContext({ products: planted.products, events: eventsOf(planted, orders) })
        const [a, b] = planted.pair
        for (const result of results) {
          const partner = (anchor: number) =>
            rankedStream(context, query({ type: result.type, anchors: [anchor] })).at(planted.picks)?.productId
          if (partner(a) === b && partner(b) === a) result.learned++
        }
      }
      return results
    })
  })
}
