/** Measures after how many orders a pair is first, in both directions, in shops of every kind. */
import { rankedStream } from '../../../packages/server/src/features/recommend/ranked-stream.ts'
import { createContext, query } from '../../../packages/server/src/features/recommend/testing/shop-context.ts'
import { eventsOf, PLANTED_SHOPS, seeded } from './planted-shops.ts'

export type PairList = 'bought_together' | 'cross_sell'

export interface PairResult {
  shop: string
  orders: number
  cases: number
  /** Number of cases in which each product of the pair leads to the other, right after the merchant's picks. */
  learned: number
}

export const PAIR_ORDERS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Cross-sell shows only other kinds of products, so pairs of one kind are planted only for bought-together. */
export function plantPairs(draws: number, type: PairList): PairResult[] {
  const shops = Object.entries(PLANTED_SHOPS).filter(([shop]) => type === 'bought_together' || shop !== 'one kind')
  return shops.flatMap(([shop, make]) =>
    PAIR_ORDERS.map((orders) => {
      let learned = 0
      for (let draw = 1; draw <= draws; draw++) {
        const planted = make(seeded(1000 * draw + orders))
        const context = createContext({ products: planted.products, events: eventsOf(planted, orders) })
        const partner = (anchor: number) =>
          rankedStream(context, query({ type, anchors: [anchor] })).at(planted.picks)?.productId
        const [a, b] = planted.pair
        if (partner(a) === b && partner(b) === a) learned++
      }
      return { shop, orders, cases: draws, learned }
    }),
  )
}
