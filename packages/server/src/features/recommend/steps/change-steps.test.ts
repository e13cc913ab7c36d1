import { describe, expect, it } from 'vitest'
import { rankedStream } from '../ranked-stream.ts'
import { createContext, DAY_MS, idsOf, NOW_MS, orders, query, explained } from '../testing/shop-context.ts'

const ago = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString()
const products = [
  { id: 1, title: 'Teapot', changes: { restockedAt: ago(2) } },
  { id: 2, title: 'Kettle', price: 8, changes: { cheaperAt: ago(1), priceBefore: 10 } },
  { id: 3, title: 'Jug', changes: { restockedAt: ago(40) } },
  { id: 4, title: 'Vase', changes: { restockedAt: ago(1), cheaperAt: ago(1), priceBefore: 20 } },
  { id: 5, title: 'Bowl', stock: 0 },
  { id: 6, title: 'Tray' },
]
const email = (spec: object) => {
  const stream = rankedStream(createContext({ products, ...spec }), query({ type: 'email_recommendations' }))
  stream.at(100)
  return stream.made
}

describe('a list for a message', () => {
  it('M1: begins with viewed products that are back in stock, then has those that became cheaper', () => {
    const found = explained(email({ history: { browsedProducts: [2, 1, 3] } }))
    expect(found.slice(0, 2)).toEqual([
      [1, 'back_in_stock', 'back in stock'],
      [2, 'price_drops', '20 % cheaper than before'],
    ])
  })

  it('M2: ignores changes of products that the shopper never viewed, and old changes', () => {
    const steps = explained(email({ history: { browsedProducts: [3, 6] } })).map(([, step]) => step)
    expect(steps).not.toContain('back_in_stock')
    expect(steps).not.toContain('price_drops')
  })

  it('M3: has no sold-out product, and none that was ever bought', () => {
    const ids = idsOf(email({ history: { browsedProducts: [1, 5], purchasedProducts: [6] }, bought: [[1, 300]] }))
    expect(ids).toContain(2)
    expect(ids.filter((id) => [1, 5, 6].includes(id))).toEqual([])
  })

  it('M4: may have bought products of a kind that customers buy again', () => {
    const again = [1, 2, 3, 4].flatMap((n) => [30, 10].map((days) => ({ ...orders(1, [6], days)[0]!, visitorId: `v${n}` })))
    const ids = idsOf(email({ events: again, bought: [[6, 20]] }))
    expect(ids).toContain(6)
  })
}) // biome-ignore format: one line reads better
