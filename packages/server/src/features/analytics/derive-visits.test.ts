/** What an event says about a visit and a query: numbered rules. */
import { describe, expect, it } from 'vitest'
import { SEARCH_FLAGS, SESSION_STEPS } from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-store.ts'
import type { ShopEvent, Surface } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { deriveSearch, deriveSession } from './derive-visits.ts'

describe('a visit', () => {
  it.each([
    ['product_view', SESSION_STEPS.productView],
    ['search', SESSION_STEPS.search],
    ['surface_click', SESSION_STEPS.click],
    ['cart_add', SESSION_STEPS.cartAdd],
    ['surface_cart_add', SESSION_STEPS.cartAdd],
    ['checkout', SESSION_STEPS.checkout],
    ['order', SESSION_STEPS.order],
    ['other', 0],
  ] as const)('N1: %s is a step of its own, and always a visit', (action, step) => {
    expect(deriveSession(shopEvent({ action }))?.steps).toBe(SESSION_STEPS.visit | step)
  })

  it('N2: begins where and when the event was; a path is cut at 300 characters', () => {
    expect(deriveSession(shopEvent({ path: '/a', device: 'tablet' }))).toEqual({
      session: 's',
      firstAtMs: NOW,
      path: '/a',
      device: 'tablet',
      steps: SESSION_STEPS.visit,
      pages: ['/a'],
    })
    expect(deriveSession(shopEvent({ path: 'x'.repeat(301) }))?.pages).toEqual(['x'.repeat(300)])
    expect(deriveSession(shopEvent({}))).toMatchObject({ path: '', pages: [] })
    expect(deriveSession(shopEvent({ sessionId: undefined }))).toBeUndefined()
  })
})

describe('a search', () => {
  const { searched, clicked, cartAdded, empty } = SEARCH_FLAGS
  const serve = (changes: Partial<StoredServe>): StoredServe => ({
    surface: 'search',
    atMs: NOW,
    subjects: [],
    products: [],
    ...changes,
  })
  const facts = (changes: Partial<ShopEvent>, surface?: Surface, from?: StoredServe) =>
    deriveSearch(shopEvent({ query: ' Linen  SHIRT ', ...changes }), {
      source: surface && { surface },
      serve: from,
      day: 9,
    })
  const flags = (...args: Parameters<typeof facts>) => facts(...args)[0]?.flags ?? 0

  it('N3: is counted by visit and day under its normal form; without a visit the event stands for one', () => {
    expect(facts({ action: 'search' })).toEqual([{ day: 9, session: 's', query: 'linen shirt', flags: searched }])
    expect(facts({ action: 'search', sessionId: undefined })[0]?.session).toBe('event:e')
    expect(facts({ action: 'search', query: '  ' })).toEqual([])
    expect(facts({ action: 'search', query: undefined })).toEqual([])
  })

  it('N4: what the serve was asked counts before what the event says', () => {
    expect(facts({ action: 'surface_click' }, 'search', serve({ query: 'Mug' }))[0]?.query).toBe('mug')
  })

  it('N5: clicks and additions from results are searches too, also from type-ahead', () => {
    for (const surface of ['search', 'instant_search'] as const) {
      expect(flags({ action: 'surface_click' }, surface)).toBe(searched | clicked)
      expect(flags({ action: 'surface_cart_add' }, surface)).toBe(searched | cartAdded)
    }
    for (const surface of ['section', 'image_search', 'bundle'] as const)
      expect(flags({ action: 'surface_click' }, surface)).toBe(0)
    expect(flags({ action: 'surface_click' })).toBe(0)
  })

  it('N6: a page of results is a search, empty where the serve had none; type-ahead is not one yet', () => {
    expect(flags({ action: 'surface_render' }, 'search', serve({ total: 3 }))).toBe(searched)
    expect(flags({ action: 'surface_render' }, 'search', serve({ total: 0 }))).toBe(searched | empty)
    expect(flags({ action: 'surface_render' }, 'instant_search', serve({ total: 0 }))).toBe(0)
    expect(flags({ action: 'surface_view' }, 'search')).toBe(0)
  })

  it('N7: without a serve it is empty where it shows nothing and no filter explains that', () => {
    expect(flags({ action: 'surface_render' }, 'search')).toBe(searched | empty)
    expect(flags({ action: 'surface_render', lines: [line(1)] }, 'search')).toBe(searched)
    const filtered = { filters: [{ key: 'color', value: ['red'] }] }
    expect(flags({ action: 'surface_render', track: filtered }, 'search')).toBe(searched)
    expect(flags({ action: 'surface_render', track: { filters: [] } }, 'search')).toBe(searched | empty)
  })
})
