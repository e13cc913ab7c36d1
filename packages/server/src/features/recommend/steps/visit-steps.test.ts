import { describe, expect, it } from 'vitest'
import { createContext, idsOf, query, explained, visits } from '../testing/shop-context.ts'
import { nextForHistory, nextForVisitor, similarByVisits, viewedAlong } from './visit-steps.ts'

const chairs = [1, 2, 3, 4].map((id) => ({ id, productType: 'Chair', vendor: 'Oakley' }))
const lamps = [11, 12, 13].map((id) => ({ id, productType: 'Lamp', vendor: `Maker ${id}` }))
const products = [...chairs, ...lamps]

describe('viewed with the anchor', () => {
  it('R1: puts the more frequent pair first, with the visits as its reason', () => {
    const context = createContext({ products: lamps, events: [...visits(9, [11, 12]), ...visits(4, [11, 13])] })
    expect(explained(similarByVisits(context, query({ anchors: [11] })))).toEqual([
      [12, 'co_view', 'looked at together in 9 visits'],
      [13, 'co_view', 'looked at together in 4 visits'],
    ])
  })

  it('R2: is empty for an anchor with fewer than five visits', () => {
    const of = (count: number) => createContext({ products: lamps, events: visits(count, [11, 12]) })
    expect(idsOf(similarByVisits(of(4), query({ anchors: [11] })))).toEqual([])
    expect(idsOf(similarByVisits(of(5), query({ anchors: [11] })))).toContain(12)
  })

  it('R3: ignores a pair of a single visit', () => {
    const mugs = [1, 2, 3].map((id) => ({ id, productType: `Type ${id}`, title: `a${id}` }))
    const context = createContext({ products: mugs, events: [...visits(6, [1, 2]), ...visits(1, [1, 3])] })
    expect(idsOf(similarByVisits(context, query({ anchors: [1] })))).toEqual([2])
  })

  it('R4: is filled with similar products, with that as the reason', () => {
    const context = createContext({ products, events: visits(9, [1, 11]) })
    const found = explained(similarByVisits(context, query({ anchors: [1] })))
    expect(found).toContainEqual([2, 'content', expect.stringMatching(/^the same kind of thing/)])
    expect(found).toContainEqual([11, 'co_view', 'looked at together in 9 visits'])
  })

  it('R5: weighs visits and similarity equally at twenty visits; more visits weigh more', () => {
    const rank = (count: number) =>
      idsOf(similarByVisits(createContext({ products, events: visits(count, [1, 11]) }), query({ anchors: [1] })))
    expect(rank(10)[0]).not.toBe(11)
    expect(rank(40)[0]).toBe(11)
  })

  it('R6: depends on what the shopper has just seen', () => {
    const events = [...visits(6, [11, 12]), ...visits(6, [11, 13]), ...visits(6, [90, 13]), ...visits(6, [91, 12])]
    const after = (seen: number) =>
      idsOf(
        similarByVisits(
          createContext({ products: lamps, events, history: { browsedProducts: [seen] } }),
          query({ anchors: [11] }),
        ),
      )
    expect(after(90)[0]).toBe(13)
    expect(after(91)[0]).toBe(12)
  })
})

describe('viewed together', () => {
  it('R1: requires pairs beyond chance', () => {
    const events = [...visits(8, [1, 11]), ...visits(8, [1, 2]), ...visits(60, [12, 13]), ...visits(2, [1, 13])]
    const context = createContext({ products, events })
    expect(explained(viewedAlong(context, query({ anchors: [1] })))).toEqual(
      [2, 11].map((id) => [id, 'co_view_across_types', 'looked at together in 8 visits']),
    )
  })

  it('R2: uses the cart without an anchor', () => {
    const context = createContext({ products, events: [...visits(8, [1, 11]), ...visits(8, [2, 12])] })
    expect(idsOf(viewedAlong(context, query({ cart: [2] })))).toEqual([12])
    expect(idsOf(viewedAlong(context, query({ anchors: [1], cart: [2] })))).toEqual([11])
    expect(idsOf(viewedAlong(context, query()))).toEqual([])
  })
})

describe('products viewed next', () => {
  it('R1: are what visitors viewed next after the same products, with the related product as the reason', () => {
    const plain = lamps.map((one) => ({ ...one, title: `Lamp ${one.id}` }))
    const context = createContext({
      products: plain,
      events: [...visits(30, [11, 12]), ...visits(9, [11, 13])],
      history: { browsedProducts: [11] },
    })
    expect(explained(nextForVisitor(context, query()))).toEqual([
      [12, 'visit_next', 'looked at with Lamp 11 in 30 visits'],
      [13, 'visit_next', 'looked at with Lamp 11 in 9 visits'],
    ])
  })

  it('R2: exclude seen products, and do not exist for an unknown shopper', () => {
    const context = createContext({
      products: lamps,
      events: visits(30, [11, 12, 13]),
      history: { browsedProducts: [12, 11] },
    })
    expect(idsOf(nextForVisitor(context, query()))).toEqual([13])
    expect(idsOf(nextForVisitor(createContext({ products: lamps, events: visits(9, [11, 12]) }), query()))).toEqual([])
  })

  it('R3: depend on page and cart before earlier views, on ten products at most', () => {
    const events = [...visits(30, [11, 12]), ...visits(30, [1, 13])]
    const first = (history: number[], anchors: number[]) =>
      idsOf(
        nextForVisitor(createContext({ products, events, history: { browsedProducts: history } }), query({ anchors })),
      )[0]
    expect(first([1], [11])).toBe(12)
    expect(first([11], [1])).toBe(13)
    const far = createContext({
      products,
      events,
      history: { browsedProducts: [...Array.from({ length: 10 }, (_, i) => 80 + i), 11] },
    })
    expect(idsOf(nextForVisitor(far, query()))).toEqual([])
  })

  it('R4: depend more on similarity if there are fewer visits', () => {
    const rank = (count: number) =>
      idsOf(
        nextForVisitor(
          createContext({ products, events: visits(count, [1, 11]), history: { browsedProducts: [1] } }),
          query(),
        ),
      )
    expect(rank(3)[0]).toBe(2)
    expect(rank(60)[0]).toBe(11)
    expect(rank(500)).toEqual([11])
  })

  it('R5: give the similar product as the reason if nobody viewed both', () => {
    const context = createContext({ products, events: visits(1, [1, 90]), history: { browsedProducts: [1] } })
    expect(explained(nextForVisitor(context, query()))).toContainEqual([2, 'visit_next', 'like p1'])
  })

  it('R6: use the whole history for messages, the cart first', () => {
    const events = [...visits(30, [11, 12]), ...visits(30, [1, 13])]
    const context = createContext({ products, events, history: { cartProducts: [11], purchasedProducts: [1] } })
    expect(
      explained(nextForHistory(context))
        .map(([id, step]) => [id, step])
        .slice(0, 2),
    ).toEqual([
      [12, 'history_next'],
      [13, 'history_next'],
    ])
  })
})
