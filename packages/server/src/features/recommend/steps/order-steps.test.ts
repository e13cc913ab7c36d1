import { describe, expect, it } from 'vitest'
import { createContext, idsOf, orders, carts, query, explained } from '../testing/shop-context.ts'
import { boughtTogether, boughtWithAlike, boughtWithCart, inCartTogether, kindCompanions } from './order-steps.ts'

const [lamp, bulb, shade, rug, mug, newLamp] = [1, 2, 3, 4, 5, 6]
const products = [
  { id: lamp, productType: 'Lamp', vendor: 'Lumen', tags: ['oak'] },
  { id: bulb, productType: 'Bulb' },
  { id: shade, productType: 'Lamp' },
  { id: rug, productType: 'Rug' },
  { id: mug, productType: 'Mug' },
  { id: newLamp, productType: 'Lamp', vendor: 'Lumen', tags: ['oak'] },
]
/** Orders of another product, without which no pair would be more frequent than by chance. */
const others = orders(300, [90])

describe('bought together', () => {
  it('R1: puts the more frequent pair first, with the orders as its reason', () => {
    const context = createContext({
      products,
      events: [...orders(8, [lamp, bulb]), ...orders(4, [lamp, rug]), ...others],
    })
    expect(explained(boughtTogether(context, query({ anchors: [lamp] })))).toEqual([
      [bulb, 'orders', 'bought together in 8 orders'],
      [rug, 'orders', 'bought together in 4 orders'],
    ])
  })

  it('R1b: gives the anchor with most orders as the reason', () => {
    const context = createContext({
      products,
      events: [...orders(4, [lamp, bulb]), ...orders(7, [rug, bulb]), ...others],
    })
    expect(explained(boughtTogether(context, query({ anchors: [lamp, rug] })))[0]).toEqual([
      bulb,
      'orders',
      'bought together in 7 orders',
    ])
  })

  it('R2: needs three orders, not two', () => {
    const context = createContext({
      products,
      events: [...orders(3, [lamp, bulb]), ...orders(2, [lamp, rug]), ...others],
    })
    expect(idsOf(boughtTogether(context, query({ anchors: [lamp] })))).toEqual([bulb])
  })

  it('R3: leaves out products that everybody buys', () => {
    const context = createContext({
      products,
      events: [...orders(4, [lamp, mug]), ...orders(60, [mug]), ...orders(4, [lamp, bulb]), ...orders(10, [90])],
    })
    expect(idsOf(boughtTogether(context, query({ anchors: [lamp] })))).toEqual([bulb])
  })

  it('R4: uses the cart without an anchor, and is empty without either', () => {
    const context = createContext({
      products,
      events: [...orders(5, [lamp, bulb]), ...orders(5, [rug, mug]), ...others],
    })
    expect(idsOf(boughtTogether(context, query({ cart: [rug] })))).toEqual([mug])
    expect(idsOf(boughtTogether(context, query({ anchors: [lamp], cart: [rug] })))).toEqual([bulb])
    expect(idsOf(boughtTogether(context, query()))).toEqual([])
  })

  it('R5: learns from carts until there are enough orders', () => {
    const context = createContext({ products, events: [...carts(6, [lamp, bulb]), ...carts(300, [90, 91])] })
    expect(idsOf(boughtTogether(context, query({ anchors: [lamp] })))).toEqual([])
    expect(explained(inCartTogether(context, query({ anchors: [lamp] })))).toEqual([
      [bulb, 'carts', 'put into the cart together 6 times'],
    ])
    expect(idsOf(inCartTogether(context, query({ cart: [lamp] })))).toEqual([bulb])
    const few = createContext({ products, events: [...carts(2, [lamp, bulb]), ...carts(300, [90, 91])] })
    expect(idsOf(inCartTogether(few, query({ anchors: [lamp] })))).toEqual([])
  })
})

describe('bought with the cart', () => {
  it('R1: has partners of every product in the cart, except for kinds in the cart', () => {
    const events = [...orders(5, [lamp, bulb]), ...orders(5, [lamp, shade]), ...orders(5, [rug, mug]), ...others]
    const context = createContext({ products, events })
    expect(idsOf(boughtWithCart(context, query({ cart: [lamp, rug] }))).sort()).toEqual([bulb, mug])
    expect(explained(boughtWithCart(context, query({ anchors: [lamp] })))).toEqual([
      [bulb, 'orders', 'bought with what is in the cart in 5 orders'],
    ])
    expect(idsOf(boughtWithCart(context, query({ cart: [rug], anchors: [lamp] }))).sort()).toEqual([bulb, mug])
  })

  it('R2: needs two orders, not one', () => {
    const offered = (together: number) => {
      const events = [...orders(together, [lamp, bulb]), ...orders(1, [lamp, rug]), ...orders(300, [90])]
      return idsOf(boughtWithCart(createContext({ products, events }), query({ cart: [lamp] })))
    }
    expect([offered(1), offered(2)]).toEqual([[], [bulb]])
  })
})

describe('bought with products like this', () => {
  it('R1: a new product borrows the partners of similar products, with their evidence', () => {
    const context = createContext({
      products,
      events: [...orders(6, [lamp, bulb]), ...orders(6, [lamp, shade]), ...others],
    })
    expect(explained(boughtWithAlike(context, query({ anchors: [newLamp] })))).toContainEqual([
      bulb,
      'orders_of_alike',
      'bought with products like this in 6 orders',
    ])
  })

  it('R2: borrows only pairs with evidence', () => {
    const context = createContext({ products, events: [...orders(2, [lamp, bulb]), ...others] })
    expect(idsOf(boughtWithAlike(context, query({ anchors: [newLamp] })))).toEqual([])
  })
})

describe('types bought together', () => {
  it('R1: begin with the most frequent type, and its bestsellers alternate with those of the next', () => {
    const more = [...products, { id: 7, productType: 'Bulb' }, { id: 8, productType: 'Rug' }]
    const events = [
      ...orders(7, [lamp, bulb]),
      ...orders(4, [shade, rug]),
      ...orders(2, [lamp, mug]),
      ...others,
      ...orders(1, [8]),
    ]
    const context = createContext({ products: more, events })
    expect(explained(kindCompanions(context, query({ anchors: [lamp] })))).toEqual([
      [bulb, 'type_pairs', 'Bulb bought along in 7 orders'],
      [rug, 'type_pairs', 'Rug bought along in 4 orders'],
      [7, 'type_pairs', 'Bulb bought along in 7 orders'],
      [8, 'type_pairs', 'Rug bought along in 4 orders'],
    ])
  })

  it('R3: are sorted by frequency, whichever product was bought first', () => {
    const companions = (counts: [id: number, times: number][]) => {
      const events = [...counts.flatMap(([id, times]) => orders(times, [lamp, id])), ...others]
      return idsOf(kindCompanions(createContext({ products, events }), query({ anchors: [lamp] })))
    }
    expect(
      companions([
        [rug, 4],
        [bulb, 7],
        [mug, 5],
      ]),
    ).toEqual([bulb, mug, rug])
    expect(
      companions([
        [mug, 5],
        [rug, 7],
        [bulb, 4],
      ]),
    ).toEqual([rug, mug, bulb])
    expect(
      companions([
        [bulb, 7],
        [mug, 5],
        [rug, 4],
      ]),
    ).toEqual([bulb, mug, rug])
    expect(
      companions([
        [rug, 5],
        [bulb, 5],
      ]),
    ).toEqual([bulb, rug])
  })

  it('R2: need three orders, and never include the anchors’ own types', () => {
    const context = createContext({
      products,
      events: [...orders(3, [lamp, bulb]), ...orders(9, [lamp, shade]), ...orders(2, [lamp, rug]), ...others],
    })
    expect(idsOf(kindCompanions(context, query({ cart: [lamp] })))).toEqual([bulb])
    expect(idsOf(kindCompanions(context, query({ cart: [lamp, bulb] })))).toEqual([])
  })
})
