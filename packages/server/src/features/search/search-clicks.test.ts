import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { SearchClicks } from './search-clicks.ts'

const shop = 'a.example'
let made = 0
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
  Array.from({ length: count }, (_, i) => clicked(id, `s${i}`, parts))

/** Returns what is preferred for the query after these events. */
function preferred(events: ShopEvent[], query = 'red mug'): number[] {
  const model = new SearchClicks()
  model.consume(shop, events)
  return [...model.preferences(shop, query, NOW)].filter(([, weight]) => weight > 0).map(([id]) => id)
}
const page = [1, 2, 3, 4]

describe('what shoppers choose for a query', () => {
  it('O1: what is clicked more than its place brings is preferred, for that query alone', () => {
    const events = [shown(page), ...clicks(4, 30)]
    expect(preferred(events)).toEqual([4])
    expect(preferred(events, 'blue mug')).toEqual([])
    expect(preferred([shown(page)])).toEqual([])
  })

  it('O2: case and spaces do not make another query', () => {
    expect(preferred([shown(page), ...clicks(4, 30)], '  RED   Mug ')).toEqual([4])
  })

  it('O3: nothing is learnt from robots, nor from whoever did not consent', () => {
    expect(preferred([shown(page), ...clicks(4, 30, { bot: true })])).toEqual([])
    expect(preferred([shown(page), ...clicks(4, 30, { personalize: false })])).toEqual([])
  })

  it('O4: nothing is learnt from other surfaces, nor without words', () => {
    const track = { surface: 'recommendation', requestId: 'r' } as ShopEvent['track']
    expect(preferred([shown(page), ...clicks(4, 30, { track })])).toEqual([])
    expect(preferred([shown(page, { query: ' ' }), ...clicks(4, 30, { query: ' ' })], '')).toEqual([])
  })

  it('O5: a shopper who clicks thirty times has chosen once', () => {
    const model = new SearchClicks()
    const often = new SearchClicks()
    const once = [shown(page), clicked(4, 'one')]
    model.consume(shop, once)
    often.consume(shop, [...once, ...Array.from({ length: 30 }, () => clicked(4, 'one'))])
    expect([...often.preferences(shop, 'red mug', NOW)]).toEqual([...model.preferences(shop, 'red mug', NOW)])
  })

  it('O6: shops learn apart, and a shop that is released knows nothing', () => {
    const model = new SearchClicks()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    expect(model.preferences('b.example', 'red mug', NOW).size).toBe(0)
    model.release(shop)
    expect(model.preferences(shop, 'red mug', NOW).size).toBe(0)
  })

  it('O7: a snapshot restores what was learnt; what was learnt anew takes its place when adopted', () => {
    const model = new SearchClicks()
    model.consume(shop, [shown(page), ...clicks(4, 30)])
    const other = new SearchClicks()
    other.restore(shop, model.snapshot(shop))
    const preferences = () => [...other.preferences(shop, 'red mug', NOW)]
    expect(preferences()).toEqual([...model.preferences(shop, 'red mug', NOW)])
    const again = other.relearn(shop)
    again.consume([shown(page), ...clicks(3, 30)])
    expect(preferences().some(([id]) => id === 3)).toBe(false)
    again.adopt()
    expect(
      preferences()
        .filter(([, weight]) => weight > 0)
        .map(([id]) => id),
    ).toEqual([3])
    expect(new SearchClicks().snapshot(shop)).toBeUndefined()
  })

  it('O8: what comes after a snapshot counts as it would have without one: places, and clicks that were counted', () => {
    const before = [shown(page), clicked(4, 'one'), clicked(3, 'two')]
    const after = [clicked(4, 'one'), clicked(4, 'three'), clicked(2, 'four')]
    const whole = new SearchClicks()
    whole.consume(shop, [...before, ...after])
    const first = new SearchClicks()
    first.consume(shop, before)
    const second = new SearchClicks()
    second.restore(shop, first.snapshot(shop))
    second.consume(shop, after)
    expect(Buffer.from(second.snapshot(shop)!).toString()).toEqual(Buffer.from(whole.snapshot(shop)!).toString())
  })
})
