import { describe, expect, it } from 'vitest'
import type { Conversion, Source } from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { EventAction, Surface } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { deriveConversion, deriveExposure, deriveRefund, deriveTouch, isSeen, isShownTo } from './derive-touches.ts'

const subject = 'visitor:v'
const of = (surface: Surface): Source => ({ surface, position: 4, step: 'co-view', query: 'q' })
const serve: StoredServe = {
  surface: 'section',
  atMs: NOW,
  subjects: [subject],
  products: [1, 2].map((productId) => ({ productId, position: productId * 10, step: `s${productId}` })),
}
const on = (action: EventAction, ...products: number[]) =>
  shopEvent({ action, lines: products.map((id) => line(id)), track: {} })

describe('what was seen', () => {
  it('T1: is a view on any surface, and a render only on a page of results', () => {
    for (const surface of ['search', 'instant_search', 'image_search'] as const)
      expect(isSeen(on('surface_render'), of(surface))).toBe(true)
    for (const surface of ['section', 'recommendation', 'bundle', 'checkout'] as const) {
      expect(isSeen(on('surface_render'), of(surface))).toBe(false)
      expect(isSeen(on('surface_view'), of(surface))).toBe(true)
    }
    for (const action of ['surface_click', 'product_view', 'other'] as const)
      expect(isSeen(on(action), of('search'))).toBe(false)
  })
})

describe('a touch', () => {
  const touches = (action: EventAction, products: number[], known: StoredServe | undefined = serve) =>
    deriveTouch(on(action, ...products), { subject, source: of('section'), serve: known })

  it('T2: is a view, a click, or an addition to the cart from a list, which counts as a click', () => {
    const kinds = (['surface_view', 'surface_click', 'surface_cart_add'] as const).map(
      (action) => touches(action, [1])[0]?.kind,
    )
    expect(kinds).toEqual(['view', 'click', 'click'])
    for (const action of ['surface_render', 'cart_add', 'product_view', 'order', 'other'] as const)
      expect(touches(action, [1])).toEqual([])
  })

  it('T3: has the products that it names, each once, with their positions in the serve', () => {
    expect(touches('surface_click', [2, 1, 2])).toEqual([
      {
        kind: 'click',
        subject,
        atMs: NOW,
        eventId: 'e',
        products: [
          { productId: 2, position: 20, step: 's2' },
          { productId: 1, position: 10, step: 's1' },
        ],
        source: { surface: 'section', query: 'q' },
      },
    ])
  })

  it('T4: has no products that the serve did not show; without a serve the event is trusted', () => {
    expect(touches('surface_click', [1, 9])[0]?.products.map(({ productId }) => productId)).toEqual([1])
    expect(touches('surface_click', [9])).toEqual([])
    const alone = deriveTouch(on('surface_click', 9), { subject, source: of('section') })
    expect(alone[0]?.products).toEqual([{ productId: 9 }])
  })

  it('T5: has all shown products for a view that names none; a click without products is no touch', () => {
    expect(touches('surface_view', [])[0]?.products).toHaveLength(2)
    expect(touches('surface_click', [])).toEqual([])
    expect(touches('surface_cart_add', [])).toEqual([])
    expect(deriveTouch(on('surface_view'), { subject, source: of('section') })).toEqual([])
  })
})

describe('the shopper of a serve', () => {
  const shownTo = (...subjects: string[]): StoredServe => ({ ...serve, subjects })

  it('T6: may be anyone with one of its ids, and anyone at all if it has no ids or only ids of other kinds', () => {
    expect(isShownTo(shownTo('visitor:v', 'client:x'), ['visitor:v'])).toBe(true)
    expect(isShownTo(shownTo(), ['visitor:v'])).toBe(true)
    expect(isShownTo(undefined, ['visitor:v'])).toBe(true)
    expect(isShownTo(shownTo('visitor:w'), ['client:c'])).toBe(true)
  })

  it('T7: is somebody else if it names another id of the same kind', () => {
    expect(isShownTo(shownTo('visitor:w'), ['visitor:v'])).toBe(false)
    expect(isShownTo(shownTo('visitor:w', 'customer:7'), ['visitor:v', 'client:c'])).toBe(false)
    expect(isShownTo(shownTo('visitor:w', 'client:c'), ['visitor:v', 'client:c'])).toBe(true)
  })
})

describe('a conversion', () => {
  const order = shopEvent({ action: 'order', orderId: 'o', currency: 'EUR', lines: [line(1, 3, 9.99), line(2)] })

  it('T8: is keyed by the number of an order, with amounts in ten-thousandths of its currency', () => {
    expect(deriveConversion(order, [subject])).toEqual([
      {
        kind: 'order',
        key: 'o',
        atMs: NOW,
        eventId: 'e',
        subjects: [subject],
        currency: 'EUR',
        lines: [
          { productId: 1, quantity: 3, amount: 299_700 },
          { productId: 2, quantity: 1, amount: 100_000 },
        ],
      },
    ])
  })

  it('T8b: has lines whose amounts are safe integers, whatever price and quantity', () => {
    const order = shopEvent({
      action: 'order',
      orderId: '1',
      lines: [{ productId: 1, quantity: 1_000_000, price: 1e11 }],
    })
    const [{ lines }] = deriveConversion(order, [subject]) as [Conversion]
    expect(lines[0]!.amount).toBe(1e15)
  })

  it('T9: is keyed by the event of a cart addition; its default currency is the shop’s, its default price 0', () => {
    const added = shopEvent({ action: 'cart_add', lines: [{ productId: 1, quantity: 2 }] })
    expect(deriveConversion(added, [])).toMatchObject([
      { kind: 'cart', key: 'e', currency: '', lines: [{ amount: 0 }] },
    ])
  })

  it('T10: needs the number of an order and at least one line, and comes from no other action', () => {
    expect(deriveConversion({ ...order, orderId: undefined }, [])).toEqual([])
    expect(deriveConversion({ ...order, lines: [] }, [])).toEqual([])
    for (const action of ['surface_cart_add', 'cart_remove', 'refund', 'product_view'] as const)
      expect(deriveConversion({ ...order, action }, [])).toEqual([])
  })

  it('T11: can be refunded only with the numbers of order and refund', () => {
    const refund = shopEvent({ action: 'refund', orderId: 'o', refundId: 'r', lines: [line(1, 2, 5)] })
    expect(deriveRefund(refund)).toEqual([
      { order: 'o', refund: 'r', lines: [{ productId: 1, quantity: 2, amount: 100_000 }] },
    ])
    expect(deriveRefund({ ...refund, orderId: undefined })).toEqual([])
    expect(deriveRefund({ ...refund, refundId: undefined })).toEqual([])
    expect(deriveRefund({ ...refund, action: 'order' })).toEqual([])
  })
})

describe('an exposure', () => {
  it('T12: links a visitor with the variant of the serve', () => {
    const event = on('surface_view', 1)
    const tried = { ...serve, experience: { id: 'e', variant: 'b' } }
    expect(deriveExposure(event, tried)).toEqual([{ experience: 'e', variant: 'b', visitor: 'visitor:v', atMs: NOW }])
    expect(deriveExposure(event, serve)).toEqual([])
    expect(deriveExposure(event, undefined)).toEqual([])
    expect(deriveExposure({ ...event, visitorId: undefined }, tried)).toEqual([])
  })
})
