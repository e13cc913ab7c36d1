/**
 * Browsers on other origins may call only the storefront routes: there the key identifies the caller, not the page.
 * Admin, metrics and operations routes are not for pages of other origins.
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

/** The path at which every preflight request is answered. */
export const PREFLIGHT_PATH = `${STOREFRONT_PREFIX}*`

export function allowsOtherOrigins(url: string): boolean {
  return url.startsWith(STOREFRONT_PREFIX)
}
