/**
 * An accepted event as the log keeps it: what was sent, and what it was understood to mean. Readers use the meaning
 * (`action`, `lines`, `query`, …) and never have to know the platform's payloads.
 */
export interface ShopEvent {
  /** `event.id` of the wire. */
  id: string
  name: string
  type: 'standard' | 'custom'
  /** When it happened, by the sender's clock; reports, windows and orderings use this. */
  atMs: number
  receivedAtMs: number
  channel: EventChannel
  /** Absent where `customer_privacy.analytics_processing_allowed` is false: counted, but nobody's. */
  visitorId?: string
  clientId?: string
  customerId?: string
  /** The customer id was signed, or came from a server of the shop; absent where a browser said so alone. */
  isCustomerVerified?: true
  /** A customer id that counts for nothing (keyless, or unsigned where the shop wants signatures): kept to be exported and erased. */
  claimedCustomerId?: string
  /** Sent without a key: it links no ids. */
  isKeyless?: true
  /** Absent of events from before there were classes, which count as keyed. */
  trust?: EventTrust
  /** false: counted in reports, and evidence of nothing: ranking and models do not learn from it (see evidence-gate.ts). */
  teaches?: false
  /** Absent with identity. */
  sessionId?: string
  pageType?: string
  pageUrl?: string
  /** `context.document.location.pathname`. */
  path?: string
  cartIdentifier?: string
  /** All that was in the cart at that moment, where the sender says it beside the event. */
  cartProducts?: number[]
  /** Pieces of each of them. */
  cartQuantities?: number[]
  /** Consents that `customer_privacy` stated, as far as it said anything. */
  customerPrivacy?: EventConsents
  /** false where `customer_privacy.preferences_processing_allowed` is: keep it out of histories and models. */
  personalize: boolean
  bot: boolean
  browser: string
  os: string
  device: EventDevice
  /** Meaning of the event. `other` has no effect beyond being counted. */
  action: EventAction
  /** Products it is about, in the order sent. A line without a readable product id is left out. */
  lines: EventLine[]
  currency?: string
  orderId?: string
  /** With action `refund`: which one of the order's. */
  refundId?: string
  /** Order or cart total in `currency`, major units. */
  total?: number
  query?: string
  /** Collection id or handle, as sent. */
  collection?: string
  /** Set on the service's own events. */
  track?: EventTrack
  /** false: the payload did not have the shape its name promises; it is kept as sent all the same. */
  readable: boolean
}

/** Parts that the log keeps as they were sent, beside the event: exported, but not handed to followers, which would only parse them in vain. */
export interface SentParts {
  /** The stored columns of `context`, snake_case. */
  context: Record<string, unknown>
  /** `event.data` or `event.custom_data`. Absent, like `cart`, where consent forbids identity. */
  data?: unknown
  cart?: unknown
}

/**
 * Who vouches for an event. signed: the platform's webhook, or a key that no browser has. keyed: the storefront key, which is public.
 * keyless: nobody.
 */
export type EventTrust = 'signed' | 'keyed' | 'keyless'

export type EventChannel = 'HYDROGEN' | 'HEADLESS' | 'MOBILE'
export type EventDevice = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'bot' | 'other'

export type EventAction =
  | 'page_view'
  | 'product_view'
  | 'collection_view'
  | 'search'
  | 'cart_view'
  | 'cart_add'
  | 'cart_remove'
  | 'checkout'
  | 'order'
  /** Takes back part of an order (`orderId`, `refundId`); only webhooks report it. */
  | 'refund'
  /** Actions of a surface (see `track.surface`): something was put on the page, was seen, was clicked, was added from there. */
  | 'surface_render'
  | 'surface_view'
  | 'surface_click'
  | 'surface_cart_add'
  | 'filter_appear'
  | 'filter_update'
  /** The shopper named products they like. */
  | 'preference'
  | 'other'

export interface EventLine {
  productId: number
  variantId?: number
  quantity: number
  /** Price of one unit, in the event's currency, major units. */
  price?: number
}

export interface EventConsents {
  analyticsProcessingAllowed?: boolean
  marketingAllowed?: boolean
  preferencesProcessingAllowed?: boolean
  saleOfDataAllowed?: boolean
}

/** Place where a product was shown. */
export type Surface =
  | 'search'
  | 'instant_search'
  | 'image_search'
  | 'section'
  | 'recommendation'
  | 'bundle'
  | 'checkout'

export interface EventTrack {
  surface?: Surface
  requestId?: string
  sectionServeId?: string
  serveId?: string
  section?: string
  source?: string
  campaign?: string
  checkoutToken?: string
  parentProductId?: number
  filters?: { key: string; value: string[] | null }[]
}

/** The event with its place in the log. */
export interface FollowedEvent {
  offset: number
  event: ShopEvent
}
