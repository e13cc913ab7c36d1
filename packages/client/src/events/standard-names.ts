import type { StandardEventName } from '@vitrine/contract'

/** The contract's list of the platform's events, repeated because the client must not contain code of the contract. */
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
