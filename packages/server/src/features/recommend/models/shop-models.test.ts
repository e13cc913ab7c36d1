import { Slist } from '@vitrine/recommend'
import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'
import { ShopModels } from './shop-models.ts'
import { NOW as atMs } from '../../../ports/event-log/testing/shop-events.ts'
import { productView } from './testing/shop-events.ts'

const HOUR_MS = 3_600_000

let made = 0
const event = (changes: Partial<ShopEvent>) => productView(`e${++made}`, { lines: [], ...changes })

const line = (productId: number, quantity = 1, price = 10) => ({ productId, quantity, price })
const order = (orderId: string | undefined, ...lines: ShopEvent['lines']) => event({ action: 'order', orderId, lines })

function learned(...events: ShopEvent[]): ShopModels {
  const models = new ShopModels()
  models.learn(events)
  return models
}

function ranked(models: ShopModels, metric: 'units' | 'revenue' | 'orders'): number[] {
  return [...models.bestsellers.rankWindow(7, metric, atMs)].map(({ item }) => models.items.idOf(item))
}

it('the history of a shop begins with its earliest event, in any order of the log', () => {
  const early = event({ action: 'product_view', atMs: atMs - HOUR_MS })
  const late = event({ action: 'product_view', atMs })
  expect([learned(early, late), learned(late, early)].map(({ firstEventMs }) => firstEventMs)).toEqual(
    Array(2).fill(atMs - HOUR_MS),
  )
})

describe('an unsigned order', () => {
  const ordinary = Array.from({ length: 10 }, (_, i) => order(`o${i}`, line(1)))

  it('M8: counts for at most a few times the usual quantity', () => {
    const models = learned(...ordinary, order('invented', line(2, 1_000_000)))
    expect([ranked(models, 'units'), ranked(models, 'revenue')]).toEqual([[1, 2], [1, 2]]) // biome-ignore format: one line reads better
  })

  it('M9: does not count for bestsellers in a shop that has signed orders', () => {
    const signed = { ...order('signed', line(3)), trust: 'signed' as const }
    expect(ranked(learned(...ordinary, signed), 'units')[0]).toBe(3)
  })
})

describe('a view', () => {
  it('M0: counts as one view of each of its products', () => {
    const models = learned(event({ action: 'product_view', lines: [line(1), line(2)] }), event({ action: 'product_view', lines: [line(1)] })) // biome-ignore format: one line reads better
    const views = (id: number) => models.views.at(models.items.intern(id), atMs)
    expect([views(1), views(2)].map((count) => Math.round(count * 100) / 100)).toEqual([2, 1])
  })
})

describe('an order', () => {
  it('M1: counts its quantities as units and its quantities times prices as revenue', () => {
    const models = learned(order('a', line(1, 5, 2), line(2, 2, 20)), order('b', line(3, 1, 45)))
    expect(ranked(models, 'units')).toEqual([1, 2, 3])
    expect(ranked(models, 'revenue')).toEqual([3, 2, 1])
  })

  it('M2: counts once, however often it is reported; without a number, each report counts', () => {
    const soldIn = (models: ShopModels) => models.bestsellers.soldIn(models.items.intern(1), 7, atMs)
    expect(soldIn(learned(order('a', line(1)), order('a', line(1))))).toBe(1)
    expect(soldIn(learned(order('a', line(1)), order('b', line(1))))).toBe(2)
    expect(soldIn(learned(order(undefined, line(1)), order(undefined, line(1))))).toBe(2)
  })

  it('M3: counts a product on two lines as one order with the units of both lines', () => {
    const models = learned(order('a', line(1, 2), line(1, 3)), order('b', line(2, 1)), order('c', line(2, 1)))
    expect(ranked(models, 'orders')).toEqual([2, 1])
    expect(ranked(models, 'units')).toEqual([1, 2])
    expect(models.purchasesOf(['visitor:v']).filter(({ item }) => models.items.idOf(item) === 1)).toHaveLength(1)
  })

  it('M4: without lines teaches nothing', () => {
    const models = learned(order('a'))
    expect(models.bestsellers.ordersIn(7, atMs)).toBe(0)
    expect(learned(order('a', line(1))).bestsellers.ordersIn(7, atMs)).toBe(1)
  })

  it('M5: belongs only to its shopper', () => {
    const models = learned(order('a', line(1)))
    expect(models.purchasesOf(['visitor:v', 'visitor:w'])).toHaveLength(1)
    expect(models.purchasesOf(['visitor:w'])).toEqual([])
  })
})

describe('a cart', () => {
  const cart = (productId: number) => event({ action: 'cart_add', lines: [line(productId)] })
  const later = event({ atMs: atMs + HOUR_MS, sessionId: 'other', visitorId: 'other', lines: [line(9)] })
  const partners = (models: ShopModels) =>
    models.carts.rank([models.items.intern(1)], { limit: 5 }).map(({ item }) => models.items.idOf(item))

  it('M6: pairs the products of a visit when the visit is over', () => {
    expect(partners(learned(cart(1), cart(2)))).toEqual([])
    expect(partners(learned(cart(1), cart(2), later))).toEqual([2])
  })

  it('M7: counts a product once, and makes no pair of a single product', () => {
    expect(partners(learned(cart(1), cart(1), later))).toEqual([])
  })
})

it('M8: models are the same after saving and loading', () => {
  const models = learned(order('a', line(1, 2), line(2)), event({ lines: [line(1)] }), event({ lines: [line(2)] }))
  const loaded = ShopModels.load(models.save())
  loaded.learn([order('a', line(1, 50))])
  expect(ranked(loaded, 'units')).toEqual(ranked(models, 'units'))
  expect(loaded.bestsellers.soldIn(loaded.items.intern(1), 7, atMs)).toBe(2)
  expect([loaded.firstEventMs, loaded.lastEventMs]).toEqual([atMs, atMs])
})

it('M9: refined models are the same after saving and loading', () => {
  const models = learned(event({ lines: [line(1)] }), event({ lines: [line(2)] }), event({ lines: [line(3)] }))
  models.ranker.slist = Slist.fit([[0, 1, 2], [0, 1], [1, 2]]) // biome-ignore format: one line reads better
  const rank = ({ ranker }: ShopModels) => ranker.rank([0], { limit: 5, returns: 'leave out' })
  const unrefined = ShopModels.load(learned(event({ lines: [line(1)] }), event({ lines: [line(2)] })).save())
  expect(rank(ShopModels.load(models.save()))).toEqual(rank(models))
  expect(unrefined.ranker.slist).toBeUndefined()
})
