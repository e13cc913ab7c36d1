/** Tests how many pieces are in a cart, by numbered rules. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CartMove, quantityInCart } from './cart-quantity.ts'
import type { CartMoveKind } from './derived-facts.ts'

const move = (at: number, kind: CartMoveKind, quantity = 1): CartMove => ({ at, kind, quantity })

describe('the pieces in a cart', () => {
  it('Q1: are what was put in less what was taken out', () => {
    expect(quantityInCart([move(1, 'add', 3), move(2, 'remove', 2)], 0)).toBe(1)
    expect(quantityInCart([move(1, 'add'), move(2, 'add', 4)], 0)).toBe(5)
  })

  it('Q2: are never fewer than none, and what was taken out before counts for nothing later', () => {
    expect(quantityInCart([move(1, 'remove', 5), move(2, 'add', 1)], 0)).toBe(1)
  })

  it('Q3: count from when the cart was bought or seen whole, that moment excluded', () => {
    const moves = [move(1, 'add', 3), move(5, 'add', 2), move(6, 'add', 1)]
    expect(quantityInCart(moves, 4)).toBe(3)
    expect(quantityInCart(moves, 5)).toBe(1)
    expect(quantityInCart(moves, 6)).toBe(0)
  })

  it('Q4: at one moment what was taken out comes after what was put in', () => {
    expect(quantityInCart([move(1, 'remove'), move(1, 'add')], 0)).toBe(0)
  })

  it('Q5: a whole cart says how many there are, whatever came before', () => {
    expect(quantityInCart([move(1, 'add', 9), move(2, 'whole', 2), move(3, 'add', 1)], 0)).toBe(3)
    expect(quantityInCart([move(2, 'whole', 2), move(2, 'remove', 1)], 0)).toBe(1)
  })

  it('Q6: a cart that comes with an addition and holds the product is the cart after it', () => {
    expect(quantityInCart([move(2, 'whole', 1), move(2, 'add', 1)], 0)).toBe(1)
    expect(quantityInCart([move(2, 'whole', 1), move(2, 'add', 3)], 0)).toBe(3)
    expect(quantityInCart([move(2, 'whole', 1), move(3, 'add', 1)], 0)).toBe(2)
  })

  it('Q7: the shop’s own report within 5 seconds of the platform’s is the same addition, before or after it', () => {
    for (const at of [10_000 - 5000, 10_000, 10_000 + 5000])
      expect(quantityInCart([move(10_000, 'add'), move(at, 'surface')], 0)).toBe(1)
    for (const at of [10_000 - 5001, 10_000 + 5001])
      expect(quantityInCart([move(10_000, 'add'), move(at, 'surface')], 0)).toBe(2)
    expect(quantityInCart([move(1, 'surface', 2)], 0)).toBe(2)
    // Two reports of the platform are two additions, however close in time.
    expect(quantityInCart([move(1, 'add'), move(2, 'add')], 0)).toBe(2)
  })

  it('Q8: are the same for any order in which the moves were reported', () => {
    const kinds = fc.constantFrom<CartMoveKind>('add', 'surface', 'remove', 'whole')
    const any = fc.record({ at: fc.integer({ min: 1, max: 6 }), kind: kinds, quantity: fc.integer({ min: 1, max: 3 }) })
    // The store keeps only one move of each kind at the same time.
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
