import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CartMove, quantityInCart } from './cart-quantity.ts'
import type { CartMoveKind } from './derived-facts.ts'

const move = (at: number, kind: CartMoveKind, quantity = 1): CartMove => ({ at, kind, quantity })

describe('the quantity in a cart', () => {
  it('Q1: is the sum of additions minus removals', () => {
    expect(quantityInCart([move(1, 'add', 3), move(2, 'remove', 2)], 0)).toBe(1)
    expect(quantityInCart([move(1, 'add'), move(2, 'add', 4)], 0)).toBe(5)
  })

  it('Q2: is never negative, and removals from an empty cart have no later effect', () => {
    expect(quantityInCart([move(1, 'remove', 5), move(2, 'add', 1)], 0)).toBe(1)
  })

  it('Q3: ignores changes up to the time at which the cart was emptied', () => {
    const moves = [move(1, 'add', 3), move(5, 'add', 2), move(6, 'add', 1)]
    expect(quantityInCart(moves, 4)).toBe(3)
    expect(quantityInCart(moves, 5)).toBe(1)
    expect(quantityInCart(moves, 6)).toBe(0)
  })

  it('Q4: applies an addition before a removal at the same time', () => {
    expect(quantityInCart([move(1, 'remove'), move(1, 'add')], 0)).toBe(0)
  })

  it('Q5: is replaced by the quantity in a report of the whole cart', () => {
    expect(quantityInCart([move(1, 'add', 9), move(2, 'whole', 2), move(3, 'add', 1)], 0)).toBe(3)
    expect(quantityInCart([move(2, 'whole', 2), move(2, 'remove', 1)], 0)).toBe(1)
  })

  it('Q6: counts an addition once if a whole cart is reported at the same time', () => {
    expect(quantityInCart([move(2, 'whole', 1), move(2, 'add', 1)], 0)).toBe(1)
    expect(quantityInCart([move(2, 'whole', 1), move(2, 'add', 3)], 0)).toBe(3)
    expect(quantityInCart([move(2, 'whole', 1), move(3, 'add', 1)], 0)).toBe(2)
  })

  it('Q7: counts the shop’s and the platform’s report within 5 seconds as one addition', () => {
    for (const at of [10_000 - 5000, 10_000, 10_000 + 5000])
      expect(quantityInCart([move(10_000, 'add'), move(at, 'surface')], 0)).toBe(1)
    for (const at of [10_000 - 5001, 10_000 + 5001])
      expect(quantityInCart([move(10_000, 'add'), move(at, 'surface')], 0)).toBe(2)
    expect(quantityInCart([move(1, 'surface', 2)], 0)).toBe(2)
    // Two reports of the platform are two additions, however close in time.
    expect(quantityInCart([move(1, 'add'), move(2, 'add')], 0)).toBe(2)
  })

  it('Q8: does not depend on the order of the reports', () => {
    const kinds = fc.constantFrom<CartMoveKind>('add', 'surface', 'remove', 'whole')
    const any = fc.record({ at: fc.integer({ min: 1, max: 6 }), kind: kinds, quantity: fc.integer({ min: 1, max: 3 }) })
    // The store keeps only one change of each kind per time.
    const moves = fc.uniqueArray(any, { maxLength: 8, selector: ({ at, kind }) => `${at} ${kind}` })
    const shuffled = moves.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    )
    fc.assert(
      fc.property(
        shuffled,
        fc.integer({ min: 0, max: 6 }),
        ([a, b], from) => quantityInCart(a, from) === quantityInCart(b, from),
      ),
    )
  })
})
