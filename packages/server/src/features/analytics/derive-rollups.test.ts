import { describe, expect, it } from 'vitest'
import type { Source } from '../../ports/derived-store/derived-facts.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { line, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { deriveRollups } from './derive-rollups.ts'

const source: Source = { surface: 'search', section: '3', query: 'mug', position: 4, step: 'text' }

function counted(changes: Partial<ShopEvent>, given: { source?: Source; isSeen?: boolean } = {}): string[] {
  const { source: from, isSeen = false } = given
  const rows = deriveRollups(shopEvent(changes), { source: from, isSeen, day: 9 })
  expect(rows.every(({ day }) => day === 9)).toBe(true)
  return rows.map(({ dimension, key, metric, value }) => `${dimension}/${key}/${metric}=${value}`)
}

describe('what an event adds', () => {
  it('A1: one event, by name, device, browser, system and channel', () => {
    expect(counted({ action: 'other', name: 'svc:init' })).toEqual([
      'shop//events=1',
      'event/svc:init/events=1',
      'device/mobile/events=1',
      'browser/Safari/events=1',
      'os/iOS/events=1',
      'channel/HEADLESS/events=1',
    ])
  })

  it('A2: for a bot, one bot event and nothing else', () => {
    expect(
      counted({ bot: true, name: 'n', action: 'product_view', lines: [line(1)] }, { source, isSeen: true }),
    ).toEqual(['shop//events=1', 'event/n/events=1', 'shop//bot_events=1'])
  })

  it('A3: counts an unreadable event as unreadable', () => {
    expect(counted({ readable: false, name: 'n' })).toContain('event/n/unreadable=1')
    expect(counted({ name: 'n' }).join()).not.toContain('unreadable')
  })

  it.each([
    ['page_view', 'page_views'],
    ['product_view', 'product_views'],
    ['collection_view', 'collection_views'],
    ['search', 'searches'],
    ['checkout', 'checkout_steps'],
  ] as const)('A4: %s is one of %s', (action, metric) => {
    expect(counted({ action })).toContain(`shop//${metric}=1`)
    expect(counted({ action: 'other' }).join()).not.toContain(metric)
  })

  it('A5: views count for each product and for the collection', () => {
    const rows = counted({ action: 'product_view', lines: [line(1), line(2)] })
    expect(rows).toEqual(expect.arrayContaining(['product/1/views=1', 'product/2/views=1']))
    expect(counted({ action: 'cart_add', lines: [line(1)] }).join()).not.toContain('product/')
    expect(counted({ action: 'collection_view', collection: 'new' })).toContain('collection/new/views=1')
    expect(counted({ action: 'collection_view' }).join()).not.toContain('collection/')
    expect(counted({ action: 'page_view', collection: 'new' }).join()).not.toContain('collection/')
  })

  it('A6: a surface counts renders, views and clicks by position, in each of its dimensions', () => {
    const section: Source = { surface: 'section', section: '3', position: 4, step: 'text' }
    const of = (changes: Partial<ShopEvent>, isSeen = false) =>
      counted(changes, { source: section, isSeen }).filter((row) => row.startsWith('surface/section'))
    expect(of({ action: 'surface_render' })).toEqual(['surface/section/renders=1'])
    expect(of({ action: 'surface_render' }, true)).toEqual(['surface/section/renders=1', 'surface/section/views=1'])
    expect(of({ action: 'surface_view' }, true)).toEqual(['surface/section/views=1'])
    expect(of({ action: 'surface_click' })).toEqual([
      'surface/section/clicks=1',
      'surface/section/clicks_at:4=1',
      'surface/section/position_sum=4',
      'surface/section/position_count=1',
    ])
    const names = counted({ action: 'surface_click' }, { source: section }).filter((row) => row.endsWith('/clicks=1'))
    expect(names).toEqual(expect.arrayContaining(['attributed//clicks=1', 'section/3/clicks=1', 'step/text/clicks=1']))
    const nowhere = counted({ action: 'surface_click' }, { source: { surface: 'section' } })
    expect(nowhere).toContain('surface/section/clicks_at:0=1')
    expect(nowhere.join()).not.toContain('position')
  })

  it('A6b: counts clicks in listings without a query; those of a search are counted with the search', () => {
    expect(counted({ action: 'surface_click' }, { source }).join()).not.toContain('clicks')
    expect(counted({ action: 'surface_click' }, { source: { surface: 'search' } })).toContain('surface/search/clicks=1')
  })

  it('A7: filters appear with or without a value, and are used only with one; a value counts once', () => {
    const filters = [
      { key: 'color', value: ['red', 'blue', 'red'] },
      { key: 'size', value: [] },
      { key: 'brand', value: null },
    ]
    const rows = (action: ShopEvent['action']) =>
      counted({ action, track: { filters } }).filter((row) => /^filter/.test(row))
    expect(rows('filter_appear')).toEqual([
      'filter/color/appearances=1',
      'filter/size/appearances=1',
      'filter/brand/appearances=1',
    ])
    expect(rows('filter_update')).toEqual([
      'filter/color/uses=1',
      'filter_value/color=red/uses=1',
      'filter_value/color=blue/uses=1',
    ])
    expect(rows('surface_click')).toEqual([])
  })
})
