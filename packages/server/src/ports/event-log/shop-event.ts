/** An accepted event with its interpretation, so that readers of the log need not know the platform's payloads. */
export interface ShopEvent {
  /** `event.id` as it was sent. */
  id: string
  name: string
  type: 'standard' | 'custom'
  /** When the event happened, by the sender's clock. Reports, windows and orderings use this time. */
  atMs: number
  receivedAtMs: number
  channel: EventChannel
  /** Absent if `customer_privacy.analytics_processing_allowed` is false: the event is counted without an identity. */
  visitorId?: string
  clientId?: string
  customerId?: string
  /** Present if the customer id was signed or came from a server of the shop, absent if only a browser claims it. */
  isCustomerVerified?: true
  /** A customer id without effect (keyless, or without the required signature), kept for export and erasure. */
  claimedCustomerId?: string
  /** Sent without a key, so the event links no ids. */
  isKeyless?: true
  /** Absent in events of early versions, which count as keyed. */
  trust?: EventTrust
  /** false: the event counts in reports, but ranking and models do not learn from it (see evidence-gate.ts). */
  teaches?: false
  /** Products in `lines` for which an earlier event of the visitor counted as evidence, so this one does not. */
  repeats?: number[]
  /** Absent if consent forbids identity. */
  sessionId?: string
  pageType?: string
  pageUrl?: string
  /** `context.document.location.pathname`. */
  path?: string
  cartIdentifier?: string
  /** The whole cart at that moment, if the sender reports it. */
  cartProducts?: number[]
  /** Quantities of `cartProducts`, in the same order. */
  cartQuantities?: number[]
  customerPrivacy?: EventConsents
  /** `customer_privacy.preferences_processing_allowed`. If false, the event is kept out of histories and models. */
  personalize: boolean
  bot: boolean
  browser: string
  os: string
  device: EventDevice
  /** The kind of action. An event with the action `other` is only counted. */
  action: EventAction
  /** In the order sent. Lines without a readable product id are left out. */
  lines: EventLine[]
  currency?: string
  orderId?: string
  /** Only for action `refund`. */
  refundId?: string
  /** Order or cart total in `currency`, major units. */
  total?: number
  query?: string
  /** Collection id or handle, as sent. */
  collection?: string
  /** Only on Vitrine's own events. */
  track?: EventTrack
  /** false: the payload does not have the shape that the event's name requires. It is stored as sent. */
  readable: boolean
}

/** Parts that the log stores as they were sent. They are exported, but not passed to followers. */
export interface SentParts {
  /** The stored columns of `context`, in snake_case. */
  context: Record<string, unknown>
  /** `event.data` or `event.custom_data`. Like `cart`, absent if consent forbids identity. */
  data?: unknown
  cart?: unknown
}

/** Proof of origin: the platform or a server key (`signed`), the public storefront key (`keyed`), none (`keyless`). */
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
  /** A refund of a part of an order (`orderId`, `refundId`), reported only by webhooks. */
  | 'refund'
  /** A surface (see `track.surface`) was rendered, seen or clicked, or a product was added from it. */
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

export interface FollowedEvent {
  offset: number
  event: ShopEvent
}
