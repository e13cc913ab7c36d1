import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { rankedStream } from './ranked-stream.ts'
import type { RecommendQuery } from './recommend-context.ts'
import { type ContextSpec, createContext, NOW_MS, orders, query, visits } from './testing/shop-context.ts'

/** Many visitors have seen products 1 to 20, none 21 to 60. */
const PRODUCTS = Array.from({ length: 60 }, (_, i) => ({ id: i + 1, title: `Thing number${i + 1}` }))
const KNOWN = Array.from({ length: 20 }, (_, i) => [...visits(60, [i + 1], 1), ...orders(2, [i + 1], 1)]).flat()

function list(spec: Partial<ContextSpec>, asked: Partial<RecommendQuery> = {}, length = 40) {
  const context = createContext({ products: PRODUCTS, events: KNOWN, ...spec })
  const stream = rankedStream(context, query({ type: 'personalized', ...asked }))
  return Array.from({ length }, (_, place) => stream.at(place)).filter((one) => one !== undefined)
}
const explored = (spec: Partial<ContextSpec>, asked?: Partial<RecommendQuery>, length?: number) =>
  list(spec, asked, length).filter(({ step }) => step === 'explore')

let count = 0
function seen(action: 'surface_view' | 'surface_click', productId: number): ShopEvent {
  const visitorId = `s${++count}`
  const lines = [{ productId, quantity: 1 }]
  const track = { surface: 'section' }
  return { id: visitorId, atMs: NOW_MS, action, lines, track, visitorId, personalize: true, bot: false } as unknown as ShopEvent
} // biome-ignore format: one line reads better

describe('exploration', () => {
  it('X1: gives a tenth of a newcomer’s list to products that few have seen, never the first position', () => {
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const shown = list({ seed })
      const places = shown.flatMap(({ step }, place) => (step === 'explore' ? place : []))
      expect(places.length).toBe(4)
      expect(places[0]).toBeGreaterThan(0)
      expect(places.map((place) => (place - places[0]!) % 10)).toEqual([0, 0, 0, 0])
      expect(new Set(shown.map(({ productId }) => productId)).size).toBe(shown.length)
      for (const place of places) expect(shown[place]!.productId).toBeGreaterThan(20)
    }
  })

  it('X2: differs by shopper and by day', () => {
    const picks = (seed: string) => explored({ seed }).map(({ productId }) => productId).join() // biome-ignore format: one line reads better
    expect(picks('a')).toBe(picks('a'))
    expect(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map(picks)).size).toBeGreaterThan(4)
  })

  it('X3: shows clicked products more often than ignored ones', () => {
    const passed = Array.from({ length: 19 }, (_, i) => i + 21)
    const events = [
      ...KNOWN,
      ...passed.flatMap((id) => Array.from({ length: 30 }, () => seen('surface_view', id))),
      ...Array.from({ length: 30 }, () => seen('surface_view', 60)),
      ...Array.from({ length: 15 }, () => seen('surface_click', 60)),
    ]
    const of = (seed: string) => explored({ events, seed }).map(({ productId }) => productId)
    const picks = Array.from({ length: 20 }, (_, i) => of(`s${i}`))
    const times = (id: number) => picks.filter((ids) => ids.includes(id)).length
    expect(times(60)).toBe(20)
    expect(Math.max(...passed.map(times))).toBeLessThan(10)
  })

  it('X4: ends for a product after 50 visitors have seen it', () => {
    const all = PRODUCTS.slice(20, 59).map(({ id }) => id)
    const events = [...KNOWN, ...all.flatMap((id) => Array.from({ length: 50 }, () => seen('surface_view', id)))]
    expect(explored({ events }).map(({ productId }) => productId)).toEqual([60])
  })

  it('X5: is for newcomers, and for everybody on the home page', () => {
    const history = { browsedProducts: [3] }
    expect(explored({ history })).toEqual([])
    expect(explored({ history }, { isHome: true }, 30).length).toBeGreaterThan(1)
    expect(explored({}, { type: 'bestsellers', isHome: true })).toEqual([])
  })

  it('X6: follows the setting, and is off at 0', () => {
    const share = (exploration: number) => explored({ config: { recommendations: { exploration } } }).length / 40
    expect([share(0), share(0.1), share(0.25)]).toEqual([0, 0.1, 0.225])
  })

  it('X7: stops while all products are new', () => {
    expect(explored({ events: [] })).toEqual([])
  })

  it('X8: never shows products that are sold out, in the cart, hidden or outside the collection', () => {
    const config = {
      collections: [{ id: 1, handle: 'odd', title: 'Odd', product_ids: PRODUCTS.filter(({ id }) => id % 2).map(({ id }) => id) }],
      search: { rules: [{ id: 'r', when: {}, hide: PRODUCTS.slice(20, 40).map(({ id }) => id) }] },
    } // biome-ignore format: one line reads better
    const products = PRODUCTS.map((one) => (one.id > 50 ? { ...one, stock: 0 } : one))
    const ids = explored({ products, config }, { collection: 'odd', cart: [] }, 30).map(({ productId }) => productId)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect([id % 2 === 1, id > 40, id <= 50]).toEqual([true, true, true])
  })
})
