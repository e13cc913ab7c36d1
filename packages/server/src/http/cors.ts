/** Every origin may ask: the key says who is calling, not the page it is called from. */
const EXPOSED_HEADERS = ['x-request-id', 'retry-after']

export const CORS_OPTIONS = {
  origin: '*',
  methods: ['POST', 'GET', 'OPTIONS'],
  allowedHeaders: ['authorization', 'content-type', 'x-shop', 'x-session-token', 'x-admin-key'],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 86_400,
  strictPreflight: false,
}

/** What an answer carries, as names and values in turn. */
export const CORS_HEADERS: readonly string[] = [
  'access-control-allow-origin',
  CORS_OPTIONS.origin,
  'access-control-expose-headers',
  EXPOSED_HEADERS.join(', '),
]
