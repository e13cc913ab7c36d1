import { describe, expect, it } from 'vitest'
import { VISIT_STEPS } from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { ShopEvent, Surface } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { deriveSearch, deriveVisit } from './derive-visits.ts'

describe('a visit', () => {
  it.each([
    ['product_view', VISIT_STEPS.productView],
    ['search', VISIT_STEPS.search],
    ['surface_click', VISIT_STEPS.click],
    ['cart_add', VISIT_STEPS.cartAdd],
    ['surface_cart_add', VISIT_STEPS.cartAdd],
    ['checkout', VISIT_STEPS.checkout],
    ['order', VISIT_STEPS.order],
    ['other', 0],
  ] as const)('N1: %s is a step of its own, and always a visit', (action, step) => {
    expect(deriveVisit(shopEvent({ action }))[0]?.steps).toBe(VISIT_STEPS.visit | step)
  })

  it('N2: begins at the path and time of the event; a path is cut at 300 characters', () => {
    expect(deriveVisit(shopEvent({ path: '/a', device: 'tablet', visitorId: 'v' }))).toEqual([
      {
        visitor: 'v',
        firstAtMs: NOW,
        lastAtMs: NOW,
        path: '/a',
        device: 'tablet',
        placedAtMs: 0,
        place: '',
        steps: VISIT_STEPS.visit,
        pages: ['/a'],
      },
    ])
    expect(deriveVisit(shopEvent({ path: 'x'.repeat(301) }))[0]?.pages).toEqual(['x'.repeat(300)])
    expect(deriveVisit(shopEvent({}))).toMatchObject([{ path: '', pages: [] }])
  })

  it('N2b: belongs to the visitor, else the client, else the session; reports of the shop’s systems are no visits', () => {
    const of = (changes: Partial<ShopEvent>) => deriveVisit(shopEvent({ visitorId: undefined, ...changes }))[0]?.visitor
    expect(of({ visitorId: 'v', clientId: 'c' })).toBe('v')
    expect(of({ clientId: 'c' })).toBe('c')
    expect(of({ sessionId: 's' })).toBe('s')
    expect(of({ visitorId: 'v', sessionId: undefined })).toBeUndefined()
  })
})

describe('a search', () => {
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
    })
  const answer = (...args: Parameters<typeof facts>) => facts(...args)[0]?.answer

  it('N3: belongs to the visitor, under the normalized query; without a visitor, the event counts as one', () => {
    expect(facts({ action: 'search', visitorId: 'v' })).toEqual([
      { visitor: 'v', query: 'linen shirt', firstAtMs: NOW, lastAtMs: NOW, answeredAtMs: 0, answer: '', clicks: [] },
    ])
    const nobody = { visitorId: undefined, clientId: undefined, sessionId: undefined }
    expect(facts({ action: 'search', ...nobody })[0]?.visitor).toBe('event:e')
    expect(facts({ action: 'search', query: '  ' })).toEqual([])
    expect(facts({ action: 'search', query: undefined })).toEqual([])
  })

  it('N4: takes query and time from the serve rather than from the event', () => {
    const [found] = facts({ action: 'surface_click' }, 'search', serve({ query: 'Mug', atMs: NOW - 5000 }))
    expect(found).toMatchObject({ query: 'mug', firstAtMs: NOW - 5000 })
  })

  it('N5: includes clicks and cart additions from results, but not type-ahead', () => {
    const [clicked] = facts({ action: 'surface_click', lines: [line(7)] }, 'search')
    expect(clicked?.clicks).toEqual([{ productId: 7, atMs: NOW, eventId: 'e', source: { surface: 'search' } }])
    expect(facts({ action: 'surface_cart_add', lines: [line(7)] }, 'search')).toMatchObject([{ clicks: [] }])
    for (const surface of ['instant_search', 'section', 'image_search', 'bundle'] as const)
      expect(facts({ action: 'surface_click', lines: [line(7)] }, surface)).toEqual([])
    expect(facts({ action: 'surface_click', lines: [line(7)] })).toEqual([])
  })

  it('N6: says how it was answered: with something, only approximately, or not at all', () => {
    expect(answer({ action: 'surface_render' }, 'search', serve({ total: 3 }))).toBe('found')
    expect(answer({ action: 'surface_render' }, 'search', serve({ total: 3, isApproximate: true }))).toBe('approximate')
    expect(answer({ action: 'surface_render' }, 'search', serve({ total: 0 }))).toBe('empty')
    expect(facts({ action: 'surface_render' }, 'instant_search', serve({ total: 0 }))).toEqual([])
    expect(facts({ action: 'surface_view' }, 'search')).toEqual([])
  })

  it('N7: without a serve is empty if the event reports no products and no filter explains that', () => {
    expect(answer({ action: 'surface_render' }, 'search')).toBe('empty')
    expect(answer({ action: 'surface_render', lines: [line(1)] }, 'search')).toBe('found')
    const filtered = { filters: [{ key: 'color', value: ['red'] }] }
    expect(answer({ action: 'surface_render', track: filtered }, 'search')).toBe('found')
    expect(answer({ action: 'surface_render', track: { filters: [] } }, 'search')).toBe('empty')
  })
})
