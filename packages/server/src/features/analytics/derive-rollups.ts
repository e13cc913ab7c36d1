/** Derives what an event adds to the reports. Conversions are counted by the store. */
import { beginningOf } from '@vitrine/contract'
import { dimensionsOf } from '../../ports/derived-store/conversion-rollups.ts'
import { clickRollups } from '../../ports/derived-store/count-searches.ts'
import type { RollupChange, Source } from '../../ports/derived-store/derived-facts.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'

export interface RollupContext {
  source: Source | undefined
  /** True if the event shows that the shopper saw what was rendered. */
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
  if (source && event.action === 'surface_click' && !isCountedBySearch(source)) {
    const { segment: _segment, ...shown } = source
    changes.push(...clickRollups(shown, day, 1))
  }
  return changes
}

/** A click in search results counts once per search and product (see count-searches.ts), not here. */
function isCountedBySearch({ surface, query }: Source): boolean {
  return surface === 'search' && query !== undefined && query !== ''
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

function addSurface(event: ShopEvent, { source, isSeen }: { source: Source; isSeen: boolean }, add: Add): void {
  const metrics: string[] = []
  if (event.action === 'surface_render') metrics.push('renders')
  if (isSeen) metrics.push('views')
  for (const [dimension, key] of dimensionsOf(source)) for (const metric of metrics) add(dimension, key, metric)
}

function addFilters(event: ShopEvent, add: Add): void {
  for (const { key, value } of event.track?.filters ?? []) {
    if (event.action === 'filter_appear') add('filter', key, 'appearances')
    if (event.action !== 'filter_update' || !value || value.length === 0) continue
    add('filter', key, 'uses')
    for (const one of new Set(value)) add('filter_value', beginningOf(`${key}=${one}`, 300), 'uses')
  }
}
