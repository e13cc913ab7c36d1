import type { EventAction, EventLine, EventTrack, Surface } from '../../ports/event-log/shop-event.ts'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { type Fields, fieldsOf, listOf, readQuantity, readText, readTextId } from '../platform/event-values.ts'
import type { Meaning } from './read-pixel-data.ts'

export interface TrackMeaning extends Meaning {
  track: EventTrack
}

export function readTrack(name: string, customData: unknown): TrackMeaning {
  const track = fieldsOf(fieldsOf(customData)?.track) ?? {}
  const kind = KINDS[name] ?? { action: 'other' }
  const lines = listOf(track.products).flatMap((product) => readProduct(product) ?? [])
  const read: EventTrack = {
    surface: kind.surface === 'search' ? searchSurface(track) : kind.surface,
    requestId: readText(track.request_id ?? track.requestId, 100),
    sectionServeId: readText(track.section_serve_id ?? track.sectionServeId, 100),
    serveId: readText(
      track.serve_id ?? track.serveId ?? track.recommendation_serve_id ?? track.recommendationServeId,
      100,
    ),
    section: readTextId(track.section ?? track.section_id ?? track.sectionId),
    source: readText(track.source, 100),
    campaign: readText(track.campaign, 255),
    checkoutToken: readText(track.checkout_token ?? track.checkoutToken, 255),
    parentProductId: readProduct(track.parent)?.productId,
    filters: readFilters(track.filters),
  }
  const query = readText(track.search_term ?? track.searchTerm ?? track.query)
  return { action: kind.action, lines, query, track: read, readable: isReadable(kind.action, lines, read) }
}

const KINDS: Record<string, { action: EventAction; surface?: Surface }> = {
  'svc:customer_preference': { action: 'preference' },
  'svc:section:render': { action: 'surface_render', surface: 'section' },
  'svc:section:view': { action: 'surface_view', surface: 'section' },
  'svc:section:click': { action: 'surface_click', surface: 'section' },
  'svc:section:add_to_cart': { action: 'surface_cart_add', surface: 'section' },
  'svc:instant_search_triggered': { action: 'other', surface: 'instant_search' },
  'svc:instant_search_rendered': { action: 'surface_render', surface: 'instant_search' },
  'svc:search_result_rendered': { action: 'surface_render', surface: 'search' },
  'svc:search_result_clicked': { action: 'surface_click', surface: 'search' },
  'svc:search:add_to_cart': { action: 'surface_cart_add', surface: 'search' },
  'svc:search_filter_appeared': { action: 'filter_appear', surface: 'search' },
  'svc:search_filter_updated': { action: 'filter_update', surface: 'search' },
  'svc:image_search_triggered': { action: 'other', surface: 'image_search' },
  'svc:image_search_results_rendered': { action: 'surface_render', surface: 'image_search' },
  'svc:bundle:render': { action: 'surface_render', surface: 'bundle' },
  'svc:bundle:view': { action: 'surface_view', surface: 'bundle' },
  'svc:bundle:click': { action: 'surface_click', surface: 'bundle' },
  'svc:bundle:add_to_cart': { action: 'surface_cart_add', surface: 'bundle' },
  'svc:checkout:render': { action: 'surface_render', surface: 'checkout' },
  'svc:checkout:view': { action: 'surface_view', surface: 'checkout' },
  'svc:checkout:click': { action: 'surface_click', surface: 'checkout' },
  'svc:checkout:add_to_cart': { action: 'surface_cart_add', surface: 'checkout' },
}

function searchSurface(track: Fields): Surface {
  if ((track.search_type ?? track.searchType) === 'image') return 'image_search'
  return track.source === 'instant' ? 'instant_search' : 'search'
}

function readProduct(value: unknown): EventLine | undefined {
  const product = fieldsOf(value)
  const productId = readItemNumber('product', product?.product_id ?? product?.productId)
  if (product === undefined || productId === undefined) return undefined
  const variantId = readItemNumber('variant', product.variant_id ?? product.variantId)
  return { productId, variantId, quantity: readQuantity(product.quantity) }
}

function readFilters(value: unknown): EventTrack['filters'] {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry) => {
    const key = readText(fieldsOf(entry)?.key, 255)
    if (key === undefined) return []
    const values = fieldsOf(entry)?.value
    const texts = Array.isArray(values) ? values.filter((text): text is string => typeof text === 'string') : null
    return [{ key, value: texts }]
  })
}

/** A click or cart addition needs its product. A render or view may refer to the products of a serve. */
function isReadable(action: EventAction, lines: readonly EventLine[], track: EventTrack): boolean {
  if (action === 'surface_click' || action === 'surface_cart_add') return lines.length > 0
  if (action === 'filter_appear' || action === 'filter_update') return track.filters !== undefined
  return true
}
