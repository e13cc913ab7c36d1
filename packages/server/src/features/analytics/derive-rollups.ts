/** The additive numbers an event contributes. Conversions are counted where they are stored: an order sent twice counts once. */
import { beginningOf } from '@vitrine/contract'
import { dimensionsOf } from '../../ports/derived-store/conversion-rollups.ts'
import type { RollupChange, Source } from '../../ports/derived-store/derived-facts.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'

export interface RollupContext {
  /** Where the event happened, as far as it is known. */
  source: Source | undefined
  /** Whether the event shows that the shopper saw what was rendered. */
  isSeen: boolean
  day: number
}

export function deriveRollups(event: ShopEvent, { source, isSeen, day }: RollupContext): RollupChange[] {
  const changes: RollupChange[] = []
  const add: Add = (dimension, key, metric, value = 1) => changes.push({ day, dimension, key, metric, value })
  add('shop', '', 'events')
  add('event', event.name, 'events')
  if (!event.readable) add('event', event.name, 'unreadable')
  if (event.bot) {
    add('shop', '', 'bot_events')
    return changes
  }
  addAudience(event, add)
  if (source) addSurface(event, { source, isSeen }, add)
  addFilters(event, add)
  return changes
}

type Add = (dimension: string, key: string, metric: string, value?: number) => void

const SHOP_METRICS: Partial<Record<ShopEvent['action'], string>> = {
  page_view: 'page_views',
  product_view: 'product_views',
  collection_view: 'collection_views',
  search: 'searches',
  checkout: 'checkout_steps',
}

function addAudience(event: ShopEvent, add: Add): void {
  add('device', event.device, 'events')
  add('browser', event.browser, 'events')
  add('os', event.os, 'events')
  add('channel', event.channel, 'events')
  const metric = SHOP_METRICS[event.action]
  if (metric) add('shop', '', metric)
  if (event.action === 'collection_view' && event.collection) add('collection', event.collection, 'views')
  if (event.action !== 'product_view') return
  for (const { productId } of event.lines) {
    add('product', String(productId), 'views')
    if (event.teaches !== false) add('product', String(productId), 'seen', 1)
  }
}

/** Clicks further down are counted together. */
const LAST_POSITION = 21

function addSurface(event: ShopEvent, { source, isSeen }: { source: Source; isSeen: boolean }, add: Add): void {
  const metrics: [metric: string, value: number][] = []
  if (event.action === 'surface_render') metrics.push(['renders', 1])
  if (isSeen) metrics.push(['views', 1])
  if (event.action === 'surface_cart_add') metrics.push(['cart_adds', 1])
  if (event.action === 'surface_click') {
    metrics.push(['clicks', 1])
    if (source.position !== undefined) {
      const place = Math.min(source.position, LAST_POSITION)
      metrics.push(['position_sum', source.position], ['position_count', 1], [`clicks_at:${place}`, 1])
    }
  }
  for (const [dimension, key] of dimensionsOf(source)) {
    for (const [metric, value] of metrics) add(dimension, key, metric, value)
  }
}

function addFilters(event: ShopEvent, add: Add): void {
  for (const { key, value } of event.track?.filters ?? []) {
    if (event.action === 'filter_appear') add('filter', key, 'appearances')
    if (event.action !== 'filter_update' || !value || value.length === 0) continue
    add('filter', key, 'uses')
    for (const one of new Set(value)) add('filter_value', beginningOf(`${key}=${one}`, 300), 'uses')
  }
}
