import { describe, expect, it } from 'vitest'
import type { EventAction } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { deriveHistories } from './derive-histories.ts'

const NONE = { browsedAtMs: 0, addedAtMs: 0, removedAtMs: 0, boughtAtMs: 0 }
const reported = (action: EventAction, changes: object = {}) =>
  deriveHistories(shopEvent({ action, lines: [line(1, 3)], ...changes }), 'visitor:v')
const about = (productId: number, changes: object) => ({ subject: 'visitor:v', productId, ...NONE, ...changes })

describe('a history', () => {
  it('H1: records a view as browsed and an order as bought, at the event’s time', () => {
    expect(reported('product_view')).toEqual([about(1, { browsedAtMs: NOW })])
    expect(reported('order')).toEqual([about(1, { boughtAtMs: NOW })])
  })

  it('H2: records additions and removals with their quantity and source', () => {
    expect(reported('cart_add')).toEqual([about(1, { addedAtMs: NOW, cart: { kind: 'add', quantity: 3 } })])
    expect(reported('surface_cart_add')).toEqual([about(1, { addedAtMs: NOW, cart: { kind: 'surface', quantity: 3 } })])
    expect(reported('cart_remove')).toEqual([about(1, { removedAtMs: NOW, cart: { kind: 'remove', quantity: 3 } })])
  })

  it('H3: records the products of a viewed cart, with variants added up, and removes all other products', () => {
    expect(reported('cart_view', { lines: [line(1, 2), line(2), line(1)] })).toEqual([
      about(1, { addedAtMs: NOW, cart: { kind: 'whole', quantity: 3 } }),
      about(2, { addedAtMs: NOW, cart: { kind: 'whole', quantity: 1 } }),
      about(0, { removedAtMs: NOW - 1 }),
    ])
    expect(reported('cart_view', { readable: false })).toEqual([])
  })

  it('H4: records a cart that is sent with any event, with a default quantity of 1', () => {
    expect(reported('page_view', { lines: [], cartProducts: [7, 8], cartQuantities: [4, 1] })).toEqual([
      about(7, { addedAtMs: NOW, cart: { kind: 'whole', quantity: 4 } }),
      about(8, { addedAtMs: NOW, cart: { kind: 'whole', quantity: 1 } }),
      about(0, { removedAtMs: NOW - 1 }),
    ])
    expect(reported('page_view', { lines: [], cartProducts: [7] })[0]).toMatchObject({ cart: { quantity: 1 } })
    expect(reported('page_view', { lines: [], cartProducts: [] })).toEqual([about(0, { removedAtMs: NOW - 1 })])
  })

  it('H5: records nothing of other events', () => {
    for (const action of ['surface_click', 'surface_view', 'search', 'checkout', 'refund', 'other'] as const)
      expect(reported(action)).toEqual([])
  })
})
