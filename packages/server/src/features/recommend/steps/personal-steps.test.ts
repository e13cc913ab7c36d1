import type { SectionConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { createContext, idsOf, orders, query, explained, visits } from '../testing/shop-context.ts'
import {
  abandoned,
  anchorCollections,
  merchantList,
  purchases,
  recentlyViewed,
  shopCollections,
} from './personal-steps.ts'

const config = {
  collections: [
    { id: 501, handle: 'sale', title: 'Sale' },
    { id: 502, handle: 'oak', title: 'Oak' },
  ],
}
const products = [1, 2, 3, 4, 5].map((id) => ({
  id,
  collections: id <= 4 ? ['sale', ...(id <= 2 ? ['oak'] : [])] : [],
}))
const section: SectionConfig = { id: 1, title: 'S', type: 'custom', page_types: ['home'] }

describe('the shopper’s own history', () => {
  it('R1: lists viewed products in the order of viewing', () => {
    const context = createContext({ products, history: { browsedProducts: [3, 1] } })
    expect(explained(recentlyViewed(context))).toEqual([
      [3, 'history', 'looked at by this shopper'],
      [1, 'history', 'looked at by this shopper'],
    ])
  })

  it('R2: lists purchases that are due again, then recent ones, then those that only the profile has', () => {
    const context = createContext({ products, bought: [[1, 2], [2, 40], [3, 50], [3, 90]], history: { purchasedProducts: [5] } }) // biome-ignore format: one line reads better
    expect(explained(purchases(context))).toEqual([
      [3, 'purchases', 'bought 2 times, last 50 days ago'],
      [2, 'purchases', 'bought once, last 40 days ago'],
      [1, 'purchases', 'bought once, last 2 days ago'],
      [5, 'purchases', 'bought by this shopper'],
    ])
  })

  it('R3: lists products in the cart before those only viewed', () => {
    const context = createContext({ products, history: { browsedProducts: [3], cartProducts: [4] } })
    expect(explained(abandoned(context))).toEqual([
      [4, 'abandoned_cart', 'left in the cart'],
      [3, 'history', 'looked at by this shopper'],
    ])
  })
})

describe('the merchant’s own list', () => {
  it('R1: is the section’s list in its order, then its collection', () => {
    const context = createContext({ products, config })
    const own = { ...section, product_ids: [5, 1], collection: 'oak' }
    expect(explained(merchantList(context, query({ section: own })))).toEqual([
      [5, 'merchant', 'chosen by the shop'],
      [1, 'merchant', 'chosen by the shop'],
      [1, 'collection', 'in oak'],
      [2, 'collection', 'in oak'],
    ])
  })

  it('R2: combines the lists of all active sections of a type if no section is given', () => {
    const sections = [
      { ...section, product_ids: [4] },
      { ...section, id: 2, type: 'promoted' as const, product_ids: [3] },
      { ...section, id: 3, status: 'draft' as const, product_ids: [2] },
      { ...section, id: 4, status: 'active' as const, product_ids: [1] },
    ]
    const context = createContext({
      products,
      config: { sections },
    })
    expect(idsOf(merchantList(context, query({ type: 'custom' })))).toEqual([4, 1])
  })
})

describe('collections', () => {
  it('R1: start with the anchor’s smallest collection, which is the most specific', () => {
    const context = createContext({ products, config })
    expect(idsOf(anchorCollections(context, query({ anchors: [1] })))).toEqual([1, 2, 1, 2, 3, 4])
  })

  it('R2: put the requested collection before those of the anchor', () => {
    const context = createContext({ products, config })
    expect(idsOf(anchorCollections(context, query({ collection: 'sale', anchors: [1] })))).toEqual([1, 2, 3, 4, 1, 2])
    expect(idsOf(anchorCollections(context, query({ section: { ...section, collection: 502 } })))).toEqual([1, 2])
  })

  it('R3: are all of the shop’s, in the merchant’s order', () => {
    expect(
      explained(shopCollections(createContext({ products, config }), query())).map(([id, , why]) => [id, why]),
    ).toEqual([
      [1, 'in sale'],
      [2, 'in sale'],
      [3, 'in sale'],
      [4, 'in sale'],
      [1, 'in oak'],
      [2, 'in oak'],
    ])
  })

  it('R4: list what is viewed next, then what sells, then what is new', () => {
    const all = products.map((one) => ({ ...one, launchedDaysAgo: one.id === 4 ? 1 : 50 }))
    const events = [...visits(6, [5, 3]), ...orders(25, [2])]
    const context = createContext({ products: all, config, events, history: { browsedProducts: [5] } })
    expect(idsOf(shopCollections(context, query())).slice(0, 4)).toEqual([3, 2, 4, 1])
    const anchored = createContext({ products: all, config, events })
    expect(idsOf(shopCollections(anchored, query({ anchors: [5] }))).slice(0, 2)).toEqual([3, 2])
  })

  it('R5: put seen products first if visitors return to products, and otherwise after what is viewed next', () => {
    const order = (walk: number[]) => {
      const context = createContext({
        products,
        config,
        events: visits(80, walk),
        history: { browsedProducts: [2, 1] },
      })
      return idsOf(shopCollections(context, query())).slice(0, 4)
    }
    expect(order([1, 2, 1])[0]).toBe(1)
    expect(order([1, 2, 3])[0]).toBe(3)
  })
})
