/** Converts events of InstantSearch's insights middleware to Vitrine's. */
import type { Tracker } from '../events/tracker.ts'

interface InsightsPayload {
  queryID?: string
  objectIDs?: readonly string[]
  eventSubtype?: string
  objectData?: readonly { quantity?: number }[]
}

/** Called by the middleware. Unknown methods are ignored. */
// biome-ignore lint/suspicious/noExplicitAny: the middleware's own types differ by version
export type InsightsClient = (method: string, ...payloads: any[]) => void

type Name = 'svc:search_result_rendered' | 'svc:search_result_clicked' | 'svc:search:add_to_cart'

export function insightsClient(tracker: Tracker): InsightsClient {
  return (method, ...payloads) => {
    for (const payload of payloads as (InsightsPayload | undefined)[]) {
      const name = nameOf(method, payload)
      if (name !== undefined && payload?.objectIDs) void tracker.custom(name, trackOf(payload))
    }
  }
}

/** Returns undefined for other conversions: these are orders, which the checkout reports. */
function nameOf(method: string, payload: InsightsPayload | undefined): Name | undefined {
  if (method.startsWith('viewedObjectIDs')) return 'svc:search_result_rendered'
  if (method.startsWith('clickedObjectIDs')) return 'svc:search_result_clicked'
  const isCart = method.startsWith('addedToCartObjectIDs') || payload?.eventSubtype === 'addToCart'
  return isCart ? 'svc:search:add_to_cart' : undefined
}

function trackOf({ queryID, objectIDs = [], objectData = [] }: InsightsPayload) {
  const products = objectIDs.map((id, at) => ({
    product_id: id,
    ...(objectData[at]?.quantity === undefined ? {} : { quantity: objectData[at].quantity }),
  }))
  return { ...(queryID === undefined ? {} : { request_id: queryID }), search_type: 'text' as const, products }
}
