import type { StandardEventName } from '@vitrine/contract'

/** The platform's events. The contract has the same list, but the client contains no code of it; a test compares the two. */
export const STANDARD_NAMES: readonly StandardEventName[] = [
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
]
