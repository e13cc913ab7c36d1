import { describe, expect, it } from 'vitest'
import { readPixelData } from './read-pixel-data.ts'
import { readTrack } from './read-track.ts'

const read = (name: string, track: object) => readTrack(name, { track })

describe('a track', () => {
  it('K1: has the id of its serve in either spelling, cut at 100 characters', () => {
    const long = 'x'.repeat(150)
    expect(read('svc:section:view', { section_serve_id: long, request_id: long, serve_id: long }).track).toMatchObject({
      sectionServeId: 'x'.repeat(100),
      requestId: 'x'.repeat(100),
      serveId: 'x'.repeat(100),
    })
    const camel = { sectionServeId: 's', requestId: 'r', recommendationServeId: 'q' }
    expect(read('svc:section:view', camel).track).toMatchObject({ sectionServeId: 's', requestId: 'r', serveId: 'q' })
  })

  it('K2: has campaign and checkout token cut at 255 characters, the source at 100', () => {
    const long = 'x'.repeat(600)
    const { campaign, checkoutToken, source } = read('svc:section:view', {
      campaign: long,
      checkout_token: long,
      source: long,
    }).track
    expect([campaign, checkoutToken, source].map((text) => text?.length)).toEqual([255, 255, 100])
  })

  it('K3: is unreadable for a click or an addition without a product, but not for a render or a view', () => {
    for (const name of ['svc:section:click', 'svc:search:add_to_cart']) {
      expect(read(name, {}).readable).toBe(false)
      expect(read(name, { products: [{ product_id: 1 }] }).readable).toBe(true)
    }
    for (const name of ['svc:section:render', 'svc:section:view']) expect(read(name, {}).readable).toBe(true)
  })

  it('K4: must have filters if filters appeared or changed', () => {
    for (const name of ['svc:search_filter_appeared', 'svc:search_filter_updated']) {
      expect(read(name, {}).readable).toBe(false)
      expect(read(name, { filters: [{ key: 'color', value: null }] }).readable).toBe(true)
    }
  })

  it('K5: marks a search as type-ahead or image search', () => {
    const surface = (track: object) => read('svc:search_result_clicked', track).track.surface
    expect(surface({})).toBe('search')
    expect(surface({ source: 'instant' })).toBe('instant_search')
    expect(surface({ search_type: 'image', source: 'instant' })).toBe('image_search')
    expect(read('svc:section:click', { source: 'instant' }).track.surface).toBe('section')
  })
})

describe('a standard event', () => {
  it('K6: is readable with a null cart, which is empty, but not with a cart without lines', () => {
    expect(readPixelData('cart_viewed', { cart: null })).toMatchObject({ readable: true, lines: [] })
    expect(readPixelData('cart_viewed', { cart: { lines: [] } }).readable).toBe(true)
    expect(readPixelData('cart_viewed', { cart: {} }).readable).toBe(false)
  })

  it('K7: is always readable if it has no payload to read', () => {
    for (const name of ['ui_extension_errored', 'alert_displayed', 'page_viewed'])
      expect(readPixelData(name, {})).toMatchObject({ readable: true, lines: [] })
  })
})
