import { describe, expect, it } from 'vitest'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { EventTrack } from '../../ports/event-log/shop-event.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import {
  findServe,
  isServed,
  type KnownServes,
  placeAsk,
  placeOf,
  serveIdsOf,
  shownAsk,
  sourceOf,
} from './find-source.ts'

const DAY_MS = 86_400_000

function serve(changes: Partial<StoredServe>): StoredServe {
  return { surface: 'section', atMs: NOW, subjects: ['visitor:v'], products: [], ...changes }
}

function known(byId: Record<string, StoredServe[]>, changes: Partial<KnownServes> = {}): KnownServes {
  return {
    byId: new Map(Object.entries(byId)),
    byEvent: new Map(),
    places: new Map(),
    keptFromMs: 0,
    isServedElsewhere: false,
    ...changes,
  }
}

const click = (track: EventTrack, ...products: number[]) =>
  shopEvent({ action: 'surface_click', track, lines: products.map((id) => line(id)) })
const showing = (...ids: number[]) =>
  ids.map((productId, i) => ({ productId, position: i + 1, step: `step-${productId}` }))

describe('the serve of an event', () => {
  it('S1: is found by the section’s id first, then the recommendation’s, then the request’s', () => {
    const event = click({ requestId: 'r', serveId: 'q', sectionServeId: 's' })
    expect(serveIdsOf(event)).toEqual(['s', 'q', 'r'])
    const serves = { r: [serve({ requestId: 'r' })], s: [serve({ sectionServeId: 's' })], q: [serve({ serveId: 'q' })] }
    expect(findServe(event, known(serves))).toBe(serves.s[0])
    expect(findServe(event, known({ r: serves.r, q: serves.q }))).toBe(serves.q[0])
    expect(findServe(event, known({ r: serves.r }))).toBe(serves.r[0])
    expect(serveIdsOf(shopEvent())).toEqual([])
  })

  it('S2: is, of several serves of one request, the named section’s, else the one with the product, else the first', () => {
    const first = serve({ section: '1', products: showing(1) })
    const second = serve({ section: '2', products: showing(2) })
    const third = serve({ section: '3', products: showing(2, 3) })
    const serves = known({ r: [first, second, third] })
    expect(findServe(click({ requestId: 'r', section: '3' }, 2), serves)).toBe(third)
    expect(findServe(click({ requestId: 'r', section: '9' }, 3), serves)).toBe(third)
    expect(findServe(click({ requestId: 'r' }, 2), serves)).toBe(second)
    expect(findServe(click({ requestId: 'r' }, 9), serves)).toBe(first)
    const searches = known({ r: [serve({ products: showing(1) }), serve({ products: showing(2) })] })
    expect(findServe(click({ requestId: 'r' }, 2), searches)?.products[0]?.productId).toBe(2)
  })

  it('S3: is the one shown to the shopper if the event names none', () => {
    const shown = serve({ requestId: 'x' })
    const event = click({ surface: 'section' }, 1)
    expect(findServe(event, known({}, { byEvent: new Map([[event.id, shown]]) }))).toBe(shown)
    expect(findServe(event, known({}))).toBeUndefined()
  })
})

describe('an event that names an unknown answer', () => {
  const named = click({ requestId: 'r', surface: 'section' })

  it('S4: is rejected, unless the answer may be too old to be still stored', () => {
    expect(isServed(named, undefined, known({}, { keptFromMs: NOW }))).toBe(false)
    expect(isServed(named, undefined, known({}, { keptFromMs: NOW + 1 }))).toBe(true)
  })

  it('S5: is accepted if it names no answer, or a known one', () => {
    expect(isServed(click({ surface: 'section' }), undefined, known({}))).toBe(true)
    expect(isServed(named, serve({}), known({}))).toBe(true)
  })

  it('S6: is accepted for searches that other nodes answer, too', () => {
    const elsewhere = known({}, { isServedElsewhere: true })
    for (const surface of ['search', 'instant_search', 'image_search'] as const) {
      expect(isServed(click({ requestId: 'r', surface }), undefined, elsewhere)).toBe(true)
      expect(isServed(click({ requestId: 'r', surface }), undefined, known({}))).toBe(false)
    }
    expect(isServed(named, undefined, elsewhere)).toBe(false)
    expect(isServed(click({ requestId: 'r' }), undefined, elsewhere)).toBe(false)
  })
})

describe('the source of a touch', () => {
  const shown = serve({
    surface: 'search',
    requestId: 'r',
    section: '7',
    recommendationType: 'similar_products',
    experience: { id: 'e', variant: 'b' },
    query: '  Linen   Shirt',
    products: showing(5, 6),
  })

  it('S7: comes from the serve, with the position of the product', () => {
    expect(sourceOf(click({ surface: 'section' }, 6), shown)).toEqual({
      surface: 'search',
      section: '7',
      recommendationType: 'similar_products',
      variant: 'e/b',
      query: 'linen shirt',
      position: 2,
      step: 'step-6',
      serve: 'r',
    })
    expect(sourceOf(click({}, 9), shown)).toMatchObject({ position: undefined, step: undefined })
  })

  it('S8: has the event’s own surface for bundles and checkout blocks, which show recommendations', () => {
    for (const surface of ['bundle', 'checkout'] as const)
      expect(sourceOf(click({ surface }, 6), shown)?.surface).toBe(surface)
    expect(sourceOf(click({ surface: 'instant_search' }, 6), shown)?.surface).toBe('search')
  })

  it('S9: is the event itself if no serve is known; without a surface there is none', () => {
    const event = { ...click({ surface: 'search', section: '3' }, 1), query: 'Mug' }
    expect(sourceOf(event, undefined)).toEqual({ surface: 'search', section: '3', query: 'mug' })
    expect(sourceOf(click({}, 1), undefined)).toBeUndefined()
  })

  it('S10: names the serve by its most specific id', () => {
    const ids = { requestId: 'r', serveId: 'q', sectionServeId: 's' }
    expect(sourceOf(click({}), serve(ids))?.serve).toBe('s')
    expect(sourceOf(click({}), serve({ ...ids, sectionServeId: undefined }))?.serve).toBe('q')
    expect(sourceOf(click({}), serve({ requestId: 'r' }))?.serve).toBe('r')
  })
})

describe('the lookup for an event without ids', () => {
  it('S11: covers serves of the product on that surface to that shopper, from a day before to a minute after', () => {
    expect(shownAsk(click({ surface: 'section' }, 1, 2), ['visitor:v'])).toEqual({
      surface: 'section',
      subjects: ['visitor:v'],
      productIds: [1, 2],
      fromMs: NOW - DAY_MS,
      toMs: NOW + 60_000,
    })
  })

  it('S12: is skipped without a surface, shopper or product, and if the event names a serve', () => {
    expect(shownAsk(click({}, 1), ['visitor:v'])).toBeUndefined()
    expect(shownAsk(click({ surface: 'section' }, 1), [])).toBeUndefined()
    expect(shownAsk(click({ surface: 'section' }), ['visitor:v'])).toBeUndefined()
    expect(shownAsk(click({ surface: 'section', requestId: 'r' }, 1), ['visitor:v'])).toBeUndefined()
  })
})

describe('the market and locale of an event', () => {
  const event = shopEvent({ id: 'e' })
  const elsewhere = { market: 'us', locale: 'en' }
  const places = known({}, { places: new Map([['e', elsewhere]]) as never })

  it('S20: are those of its serve, or else of other serves to the same shopper', () => {
    for (const reported of [{ market: 'eu' }, { locale: 'de' }, { market: 'eu', locale: 'de' }]) {
      const answer = serve(reported)
      expect(placeOf(event, answer, places)).toBe(answer)
    }
    expect(placeOf(event, serve({}), places)).toBe(elsewhere)
    expect(placeOf(event, undefined, places)).toBe(elsewhere)
    expect(placeOf(shopEvent({ id: 'f' }), undefined, places)).toBeUndefined()
  })

  it('S21: are looked up from a day before to a minute after, only for a known shopper', () => {
    expect(placeAsk(event, [])).toBeUndefined()
    expect(placeAsk(event, ['visitor:v'])).toEqual({
      subjects: ['visitor:v'],
      fromMs: event.atMs - DAY_MS,
      toMs: event.atMs + 60_000,
    })
  })
})
