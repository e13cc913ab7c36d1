/** An accepted event with its interpretation, so that readers need not know the platform's payloads. */
export interface ShopEvent {
  /** `event.id` as sent. */
  id: string
  name: string
  type: 'standard' | 'custom'
  /** Time by the sender's clock, used for reports, windows and orderings. */
  atMs: number
  receivedAtMs: number
  channel: EventChannel
  /** Absent if `customer_privacy.analytics_processing_allowed` is false. */
  visitorId?: string
  clientId?: string
  customerId?: string
  /** True if the customer id was signed or came from a server of the shop. */
  isCustomerVerified?: true
  /** A customer id without effect (without a key or the required signature), kept for export and erasure. */
  claimedCustomerId?: string
  /** The event links no ids. */
  isKeyless?: true
  /** Absent in events of early versions, which count as keyed. */
  trust?: EventTrust
  /** false: the event counts in reports, but ranking and models do not learn from it (see evidence-gate.ts). */
  teaches?: false
  /** Products in `lines` that already counted as evidence in an earlier event of the visitor. */
  repeats?: number[]
  /** Absent if consent forbids identity. */
  sessionId?: string
  pageType?: string
  pageUrl?: string
  /** `context.document.location.pathname`. */
  path?: string
  cartIdentifier?: string
  /** The whole cart, if the sender reports it. */
  cartProducts?: number[]
  /** Quantities in the order of `cartProducts`. */
  cartQuantities?: number[]
  customerPrivacy?: EventConsents
  /** `customer_privacy.preferences_processing_allowed`. If false, the event is kept out of histories and models. */
  personalize: boolean
  bot: boolean
  browser: string
  os: string
  device: EventDevice
  /** An event with the action `other` is only counted. */
  action: EventAction
  /** Lines in the order sent, without those that have no readable product id. */
  lines: EventLine[]
  currency?: string
  orderId?: string
  refundId?: string
  /** Of the order or cart, in major units of `currency`. */
  total?: number
  query?: string
  /** Id or handle, as sent. */
  collection?: string
  /** Only in Vitrine's own events. */
  track?: EventTrack
  /** false if the payload does not have the form that the event's name requires. It is stored as sent. */
  readable: boolean
}

/** Stored as sent. Exported, but not passed to followers. */
export interface SentParts {
  /** The stored columns of `context`, in snake_case. */
  context: Record<string, unknown>
  /** `event.data` or `event.custom_data`. Like `cart`, absent if consent forbids identity. */
  data?: unknown
  cart?: unknown
}

/** `signed`: by the platform or a server key. `keyed`: by the public storefront key. `keyless`: no proof. */
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
  /** Of a part of an order (`orderId`, `refundId`), reported only by webhooks. */
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
  /** Price per unit, in major units of the event's currency. */
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
