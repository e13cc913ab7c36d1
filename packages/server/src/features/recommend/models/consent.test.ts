/** Models may learn only from shoppers who consented, and not from bots. Learning from others would go unnoticed. */
import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'
import { ShopModels } from './shop-models.ts'
import { NOW as atMs } from '../../../ports/event-log/testing/shop-events.ts'
import { productView as event } from './testing/shop-events.ts'

const order = (id: string, changes: Partial<ShopEvent> = {}) => event(id, { action: 'order', orderId: id, ...changes })

/** Returns whether the models know product 1, and how many purchases of the shopper. */
function learned(...events: ShopEvent[]) {
  const models = new ShopModels()
  models.learn(events)
  return { products: models.items.find(1) !== undefined, bought: models.purchasesOf(['visitor:v']).length }
}

describe('the models', () => {
  it('C1: learn from views and orders with consent', () => {
    expect(learned(event('a', {}))).toEqual({ products: true, bought: 0 })
    expect(learned(order('o'))).toEqual({ products: true, bought: 1 })
  })

  it('C2: learn nothing without consent to preferences', () => {
    const refused = { personalize: false }
    expect(learned(event('a', refused), order('o', refused), event('c', { action: 'cart_add', ...refused }))).toEqual({
      products: false,
      bought: 0,
    })
  })

  it('C3: learn nothing from a bot', () => {
    expect(learned(event('a', { bot: true }), order('o', { bot: true }))).toEqual({ products: false, bought: 0 })
  })

  it('C4: learn nothing from a refusal, and keep what others taught', () => {
    expect(learned(event('a', {}), event('b', { personalize: false }))).toEqual({ products: true, bought: 0 })
  })

  it('C5: learn from an order with consent, even after a report of it without consent', () => {
    expect(learned(order('o', { personalize: false }), order('o', { id: 'again' }))).toEqual({
      products: true,
      bought: 1,
    })
  })

  it('C6: forget at once on erasure, by subject and by visit', () => {
    const models = new ShopModels()
    models.learn([order('o'), order('p', { visitorId: 'other', sessionId: 't' }), event('x', { atMs: atMs + 1 })])
    const before = models.generation
    models.erase({ subjects: ['visitor:v'], sessions: ['s'] })
    expect(models.purchasesOf(['visitor:v'])).toEqual([])
    expect(models.purchasesOf(['visitor:other'])).toHaveLength(1)
    expect(Buffer.from(models.save()).includes('"s"')).toBe(false)
    expect(models.generation).toBeGreaterThan(before)
  })
})
