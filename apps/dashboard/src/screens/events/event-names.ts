/** Every event that a shop can send, in the usual order of a visit, with sample code. */

export interface KnownEvent {
  name: string
  snippet: string
}

const standard = (name: string, data: string): KnownEvent => ({
  name,
  snippet: `await tracker.standard('${name}', ${data})`,
})
const SEARCH = "import { searchEvents } from '@vitrine/client/events'\n\nawait searchEvents(tracker, answer"
const search = (name: string, call: string, options = ''): KnownEvent => ({
  name,
  snippet: `${SEARCH}${options}).${call}`,
})
const section = (name: string, call: string): KnownEvent => ({
  name,
  snippet: `import { sectionEvents } from '@vitrine/client/events'\n\nawait sectionEvents(tracker, answer, section).${call}`,
})
const custom = (name: string, track: string): KnownEvent => ({
  name,
  snippet: `await tracker.custom('${name}', ${track})`,
})

const CHECKOUT = '{ checkout: { token, lineItems } }'
const PRODUCTS = '{ products: [{ productId }] }'

export const EVENT_GROUPS: readonly {
  group: 'visit' | 'search' | 'sections' | 'cart' | 'checkout' | 'other'
  events: KnownEvent[]
}[] = [
  {
    group: 'visit',
    events: [
      custom('svc:init', '{}'),
      standard('page_viewed', '{}'),
      standard('product_viewed', '{ productVariant: { id, product: { id } } }'),
      standard('collection_viewed', '{ collection: { id, title, productVariants } }'),
    ],
  },
  {
    group: 'search',
    events: [
      standard('search_submitted', '{ searchResult: { query, productVariants } }'),
      search('svc:instant_search_triggered', 'triggered()', ", { source: 'instant' }"),
      search('svc:instant_search_rendered', 'rendered()', ", { source: 'instant' }"),
      search('svc:search_result_rendered', 'rendered()'),
      search('svc:search_result_clicked', 'clicked({ productId })'),
      search('svc:search:add_to_cart', 'addToCart({ productId, variantId })'),
      search('svc:search_filter_appeared', "filterAppeared(['color', 'price'])"),
      search('svc:search_filter_updated', 'filterUpdated()', ', { filters }'),
      search('svc:image_search_triggered', 'triggered()', ", { searchType: 'image' }"),
      search('svc:image_search_results_rendered', 'rendered()', ", { searchType: 'image' }"),
    ],
  },
  {
    group: 'sections',
    events: [
      section('svc:section:render', 'render()'),
      section('svc:section:view', 'view()'),
      section('svc:section:click', 'click({ productId })'),
      section('svc:section:add_to_cart', 'addToCart({ productId, variantId })'),
      custom('svc:bundle:render', PRODUCTS),
      custom('svc:bundle:view', PRODUCTS),
      custom('svc:bundle:click', PRODUCTS),
      custom('svc:bundle:add_to_cart', PRODUCTS),
    ],
  },
  {
    group: 'cart',
    events: [
      standard('product_added_to_cart', '{ cartLine: { quantity, merchandise: { id, product: { id } } } }'),
      standard('product_removed_from_cart', '{ cartLine: { quantity, merchandise: { id, product: { id } } } }'),
      standard('cart_viewed', '{ cart: { id, lines } }'),
    ],
  },
  {
    group: 'checkout',
    events: [
      standard('checkout_started', CHECKOUT),
      standard('checkout_contact_info_submitted', CHECKOUT),
      standard('checkout_address_info_submitted', CHECKOUT),
      standard('checkout_shipping_info_submitted', CHECKOUT),
      standard('payment_info_submitted', CHECKOUT),
      standard('checkout_completed', '{ checkout: { order: { id }, totalPrice, currencyCode, lineItems } }'),
      custom('svc:checkout:render', PRODUCTS),
      custom('svc:checkout:view', PRODUCTS),
      custom('svc:checkout:click', PRODUCTS),
      custom('svc:checkout:add_to_cart', PRODUCTS),
    ],
  },
  {
    group: 'other',
    events: [
      custom('svc:customer_preference', '{ preferences }'),
      standard('alert_displayed', '{ alert: { message } }'),
      standard('ui_extension_errored', '{ error: { message } }'),
    ],
  },
]
