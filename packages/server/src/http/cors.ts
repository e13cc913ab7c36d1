/** Pages of other origins may call only the storefront routes, where a key identifies the caller. */
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

export const PREFLIGHT_PATH = `${STOREFRONT_PREFIX}*`

export function allowsOtherOrigins(url: string): boolean {
  return url.startsWith(STOREFRONT_PREFIX)
}
