import { describe, expect, it } from 'vitest'
import { createContext, idsOf, orders, query, explained, visits } from '../testing/shop-context.ts'
import {
  bestsellers,
  newest,
  popularInViewedKinds,
  popularNow,
  rising,
  sameKindBestsellers,
  viewed,
} from './counter-steps.ts'

const products = [1, 2, 3, 4].map((id) => ({ id, productType: id % 2 ? 'Lamp' : 'Rug', launchedDaysAgo: 10 * id }))

describe('bestsellers', () => {
  it('R1: rank by sales once there are 20 orders in 14 days, and by views before', () => {
    const events = (count: number) => [...orders(count, [1]), ...visits(30, [2])]
    expect(idsOf(bestsellers(createContext({ products, events: events(20) }), query()))).toEqual([1])
    expect(idsOf(bestsellers(createContext({ products, events: events(19) }), query()))).toEqual([2])
    const old = [...orders(40, [1], 15), ...visits(30, [2])]
    expect(idsOf(bestsellers(createContext({ products, events: old }), query()))).toEqual([2])
  })

  it('R2: put more orders first; the reason names the units of 30 days', () => {
    const events = [...orders(20, [2]), ...orders(1, [1]), ...orders(30, [3], 40)]
    expect(explained(bestsellers(createContext({ products, events }), query()))).toEqual([
      [2, 'bestsellers', 'sold 20 times in the last 30 days'],
      [1, 'bestsellers', 'sold once in the last 30 days'],
      [3, 'bestsellers', 'sold well before the last 30 days'],
    ])
  })

  it('R3: contain only products of the collection', () => {
    const inSale = products.map((one) => ({ ...one, collections: one.id === 1 ? ['sale'] : [] }))
    const config = { collections: [{ id: 1, handle: 'sale', title: 'Sale' }] }
    const context = createContext({ products: inSale, config, events: [...orders(20, [2]), ...orders(3, [1])] })
    expect(idsOf(bestsellers(context, query({ collection: 'sale' })))).toEqual([1])
    expect(idsOf(bestsellers(context, query({ collection: 'none' })))).toEqual([])
  })
})

describe('viewed products', () => {
  it('R1: are ranked by the last weeks as most viewed', () => {
    const context = createContext({ products, events: [...visits(20, [1], 12), ...visits(8, [2], 0.1)] })
    expect(explained(viewed(context, query()))).toEqual([
      [1, 'most_viewed', expect.stringMatching(/^looked at 0\.\d times a day lately$/)],
      [2, 'most_viewed', expect.stringMatching(/^looked at 0\.\d times a day lately$/)],
    ])
  })

  it('R2: are ranked by the last days as popular now', () => {
    const context = createContext({ products, events: [...visits(20, [1], 12), ...visits(8, [2], 0.1)] })
    expect(explained(popularNow(context, query()))[0]).toEqual([2, 'popular_now', 'looked at 2.7 times a day'])
  })

  it('R3: are listed as rising only after three days of data', () => {
    const events = (days: number) => [...visits(1, [3], days), ...visits(9, [1], 0.1)]
    expect(idsOf(rising(createContext({ products, events: events(2.9) }), query()))).toEqual([])
    expect(explained(rising(createContext({ products, events: events(3) }), query()))).toEqual([
      [1, 'trending', expect.stringMatching(/^looked at 3 times a day, 0\.4 before$/)],
    ])
  })
})

describe('the newest', () => {
  it('R1: lists the latest launch first, to the end of the shop', () => {
    expect(explained(newest(createContext({ products }), query()))).toEqual([
      [1, 'newest', 'launched 10 days ago'],
      [2, 'newest', 'launched 20 days ago'],
      [3, 'newest', 'launched 30 days ago'],
      [4, 'newest', 'launched 40 days ago'],
    ])
  })
})

describe('bestsellers of a type', () => {
  const more = [...products, { id: 5, productType: 'Lamp', launchedDaysAgo: 1 }, { id: 6, productType: 'Mug' }]

  it('R1: rank sold products, then viewed, then new ones, all of the anchors’ types', () => {
    const context = createContext({ products: more, events: [...orders(1, [3]), ...visits(40, [1], 2)] })
    expect(explained(sameKindBestsellers(context, query({ anchors: [5] })))).toEqual([
      [3, 'type_bestsellers', 'popular among Lamp'],
      [1, 'type_bestsellers', 'popular among Lamp'],
      [5, 'type_bestsellers', 'popular among Lamp'],
    ])
  })

  it('R2: several types take turns', () => {
    const context = createContext({ products: more, events: orders(2, [2]) })
    expect(idsOf(sameKindBestsellers(context, query({ anchors: [1, 4] })))).toEqual([5, 2, 1, 4, 3])
    expect(idsOf(sameKindBestsellers(context, query()))).toEqual([])
  })

  it('R3: use the types that the shopper viewed or has in the cart', () => {
    const context = createContext({ products: more, history: { browsedProducts: [6], cartProducts: [2] } })
    expect(idsOf(popularInViewedKinds(context))).toEqual([6, 2, 4])
    const eleven = createContext({ products: more, history: { browsedProducts: [...Array(10).fill(6), 1] } })
    expect(idsOf(popularInViewedKinds(eleven))).toEqual([6])
  })
})
