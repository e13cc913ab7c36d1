/**
 * Browsers of other origins may call the storefront routes, and only those: there the key says who is calling, not the page it is
 * called from. Admin, metrics and operations routes are not for pages of other origins.
 */
const EXPOSED_HEADERS = 'x-request-id, retry-after, ratelimit, ratelimit-policy'
const STOREFRONT_PREFIX = '/api/storefront/'

export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
} as const

export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'authorization, content-type, x-shop, x-session-token, x-admin-key, x-customer-signature',
  'access-control-max-age': '86400',
} as const

/** The address every preflight is answered at. */
export const PREFLIGHT_PATH = `${STOREFRONT_PREFIX}*`

export function allowsOtherOrigins(url: string): boolean {
  return url.startsWith(STOREFRONT_PREFIX)
}
