import { describe, expect, it } from 'vitest'
import type { Features } from '@vitrine/engine'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { SearchLearning } from './search-learning.ts'

const shop = 'a.example'
let made = 0
const page = [1, 2, 3, 4]
const event = (action: ShopEvent['action'], ids: number[], parts: Partial<ShopEvent> = {}) =>
  shopEvent({
    id: `e${++made}`,
    action,
    query: 'red mug',
    lines: ids.map((id) => line(id)),
    track: { surface: 'search', requestId: 'r' } as ShopEvent['track'],
    ...parts,
  })
const shown = (ids: number[], parts?: Partial<ShopEvent>) => event('surface_render', ids, parts)
const clicked = (id: number, session: string, parts?: Partial<ShopEvent>) =>
  event('surface_click', [id], { sessionId: session, ...parts })
const clicks = (id: number, count: number, parts?: Partial<ShopEvent>) =>
  Array.from({ length: count }, (_, i) => clicked(id, `s${i}`, { visitorId: `v${i}`, ...parts }))

const proof = { searches: 500, moved: 100, difference: 0.1, error: 0.01, before: 1, isLive: true }
const PROVEN = { products: proof, values: { ...proof, isLive: false }, weights: { ...proof, isLive: false } }
const lifts = (model: SearchLearning, query = 'red mug', ofShop = shop) => {
  const scorer = model.scorer(ofShop, query, NOW)
  const boostOf = (id: number) => scorer?.boosts({ id, features: {} as Features, values: [] }).products ?? 0
  return new Map(page.map((id) => [id, boostOf(id)]))
}
const preferredBy = (model: SearchLearning, query?: string, ofShop?: string) =>
  [...lifts(model, query, ofShop)].filter(([, boost]) => boost > 0).map(([id]) => id)

function preferred(events: ShopEvent[], query = 'red mug'): number[] {
  const model = new SearchLearning()
  model.consume(shop, events)
  model.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW })
  return preferredBy(model, query)
}
describe('learning from what shoppers choose for a query', () => {
  it('O1: prefers products that are clicked more than their position explains, only for that query', () => {
    const events = [shown(page), ...clicks(4, 30)]
    expect(preferred(events)).toEqual([4])
    expect(preferred(events, 'blue mug')).toEqual([])
    expect(preferred([shown(page)])).toEqual([])
  })

  it('O2: ignores case and spaces of a query', () => {
    expect(preferred([shown(page), ...clicks(4, 30)], '  RED   Mug ')).toEqual([4])
  })

  it('O3: ignores bots, shoppers without consent, and clicks that are no evidence', () => {
    expect(preferred([shown(page), ...clicks(4, 30, { bot: true })])).toEqual([])
    expect(preferred([shown(page), ...clicks(4, 30, { personalize: false })])).toEqual([])
    expect(preferred([shown(page), ...clicks(4, 30, { teaches: false })])).toEqual([])
  })

  it('O4: ignores other surfaces, and searches without words', () => {
    const track = { surface: 'recommendation', requestId: 'r' } as ShopEvent['track']
    expect(preferred([shown(page), ...clicks(4, 30, { track })])).toEqual([])
    expect(preferred([shown(page, { query: ' ' }), ...clicks(4, 30, { query: ' ' })], '')).toEqual([])
  })

  it('O5: counts thirty clicks of one shopper once', () => {
    const model = new SearchLearning()
    const often = new SearchLearning()
    const once = [shown(page), clicked(4, 'one')]
    model.consume(shop, once)
    often.consume(shop, [...once, ...Array.from({ length: 30 }, () => clicked(4, 'one'))])
    for (const one of [model, often]) one.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW })
    expect(lifts(often)).toEqual(lifts(model))
  })

  it('O6: is separate for each shop, and is released with the shop', () => {
    const model = new SearchLearning()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    model.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW })
    expect(preferredBy(model, 'red mug', 'b.example')).toEqual([])
    model.release(shop)
    expect(preferredBy(model)).toEqual([])
  })

  it('O7: is restored from a snapshot, and replaced by a newly learned state once that is adopted', () => {
    const model = new SearchLearning()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    model.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW })
    const other = new SearchLearning()
    other.restore(shop, model.snapshot(shop))
    expect(lifts(other)).toEqual(lifts(model))
    const again = other.relearn(shop)
    again.consume([shown(page), ...clicks(3, 30)])
    expect(preferredBy(other)).toEqual([4])
    again.adopt()
    expect(preferredBy(other)).toEqual([3])
    expect(other.conclusion(shop)?.checkedAtMs).toBe(0)
    expect(new SearchLearning().snapshot(shop)).toBeUndefined()
  })

  it('O9: has no live model before it is proven, nor after a later proof fails', () => {
    const model = new SearchLearning()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    expect(preferredBy(model)).toEqual([])
    model.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW })
    expect(model.conclusion(shop)?.standings.products).toMatchObject({ sinceMs: NOW, steppedBackAtMs: null })
    model.conclude(shop, { proofs: PROVEN, windows: new Map(), nowMs: NOW + 1 })
    expect(model.conclusion(shop)?.standings.products.sinceMs).toBe(NOW)
    const lost = { ...PROVEN, products: { ...proof, isLive: false } }
    model.conclude(shop, { proofs: lost, windows: new Map(), nowMs: NOW + 2 })
    expect(preferredBy(model)).toEqual([])
    expect(model.conclusion(shop)?.standings.products).toMatchObject({ sinceMs: null, steppedBackAtMs: NOW + 2 })
  })

  it('O9a: has no live model that breaks golden queries, however much it improves others, and keeps the reason', () => {
    const model = new SearchLearning()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    const held = new Map([['products', ['red mug']]] as const)
    const trial = model.trial(shop, new Map(), NOW)
    expect(trial(['products'], 'red mug')).toBeDefined()
    expect(trial([], 'red mug')).toBeUndefined()
    model.conclude(shop, { proofs: PROVEN, windows: new Map(), held, nowMs: NOW })
    expect(preferredBy(model)).toEqual([])
    const restored = new SearchLearning()
    restored.restore(shop, model.snapshot(shop))
    expect(restored.conclusion(shop)?.standings.products).toMatchObject({ sinceMs: null, breaks: ['red mug'] })
  })

  it('O10: logs each search once, with the products chosen from it', () => {
    const model = new SearchLearning()
    model.consume(shop, [shown(page), clicked(4, 'one'), clicked(4, 'one'), clicked(9, 'two')])
    expect(model.log(shop)).toMatchObject([{ query: 'red mug', shown: page, clicked: [4] }])
  })

  it('O8: counts the same after a snapshot as without one: positions, and clicks counted already', () => {
    const before = [shown(page), clicked(4, 'one'), clicked(3, 'two')]
    const after = [clicked(4, 'one'), clicked(4, 'three'), clicked(2, 'four')]
    const whole = new SearchLearning()
    whole.consume(shop, [...before, ...after])
    const first = new SearchLearning()
    first.consume(shop, before)
    const second = new SearchLearning()
    second.restore(shop, first.snapshot(shop))
    second.consume(shop, after)
    expect(Buffer.from(second.snapshot(shop)!).toString()).toEqual(Buffer.from(whole.snapshot(shop)!).toString())
  })
})
