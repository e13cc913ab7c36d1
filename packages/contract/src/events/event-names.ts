/** Names that the ingestion endpoints accept. The `svc:` prefix is literal. */
export const STANDARD_EVENT_NAMES = [
  'cart_viewed',
  'checkout_completed',
  'checkout_started',
  'checkout_shipping_info_submitted',
  'checkout_contact_info_submitted',
  'checkout_address_info_submitted',
  'payment_info_submitted',
  'collection_viewed',
  'page_viewed',
  'product_added_to_cart',
  'product_removed_from_cart',
  'product_viewed',
  'search_submitted',
  'ui_extension_errored',
  'alert_displayed',
] as const

export const CUSTOM_EVENT_NAMES = [
  'svc:customer_preference',
  'svc:init',
  'svc:section:add_to_cart',
  'svc:section:click',
  'svc:section:render',
  'svc:section:view',
  'svc:instant_search_triggered',
  'svc:instant_search_rendered',
  'svc:search_result_rendered',
  'svc:search_result_clicked',
  'svc:search_filter_appeared',
  'svc:search_filter_updated',
  'svc:image_search_triggered',
  'svc:image_search_results_rendered',
  'svc:search:add_to_cart',
  'svc:bundle:add_to_cart',
  'svc:bundle:render',
  'svc:bundle:view',
  'svc:bundle:click',
  'svc:checkout:add_to_cart',
  'svc:checkout:render',
  'svc:checkout:view',
  'svc:checkout:click',
] as const

export type StandardEventName = (typeof STANDARD_EVENT_NAMES)[number]
export type CustomEventName = (typeof CUSTOM_EVENT_NAMES)[number]
export type EventName = StandardEventName | CustomEventName

export const EVENT_NAMES: readonly EventName[] = [...STANDARD_EVENT_NAMES, ...CUSTOM_EVENT_NAMES]
export const EVENT_CHANNELS = ['HYDROGEN', 'HEADLESS', 'MOBILE'] as const
