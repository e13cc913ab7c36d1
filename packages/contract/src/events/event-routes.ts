import type { Static, TObject, TSchema } from 'typebox'
import { adminRoute, OPERATORS, storefrontRoute } from '../route.ts'
import { Text } from '../schema.ts'
import { Type } from '../type.ts'
import { AnyEvent } from './event-catalog.ts'
import {
  EVENT_LIMIT_BYTES,
  EventBatchResponse,
  EventResponse,
  LegacyEventRequest,
  MAX_BATCH_EVENTS,
  SearchEventRequest,
  StorefrontEventRequest,
} from './event-envelope.ts'

const description =
  'One event per request. 200 means the event is on disk; sending the same `event.id` again also returns 200 and counts once. Unknown context keys are discarded; `data` is kept as sent.'

const shared = {
  group: 'Events',
  intake: true as const,
  description,
  errorShape: 'ok-items' as const,
  response: EventResponse,
  validatedBy: 'handler' as const,
  bodyLimitBytes: EVENT_LIMIT_BYTES,
}
const busy = {
  429: 'Too many requests, or the shop has used up its quota of events for the day; see Retry-After.',
  503: 'Events arrive faster than they can be stored; see Retry-After.',
}

function documented(envelope: TObject): TSchema {
  return Type.Object({ ...envelope.properties, event: AnyEvent })
}

const event = {
  id: '6f9b2c1e-0d5a-4c83-9a55-0f1f2e6c7a10',
  name: 'product_viewed',
  type: 'standard',
  timestamp: '2026-03-01T12:00:00.000Z',
  context: {
    navigator: {
      user_agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      language: 'en-US',
    },
    document: { location: { pathname: '/products/linen-shirt' }, title: 'Linen shirt' },
  },
  data: {
    productVariant: {
      id: '1234',
      price: { amount: 59, currencyCode: 'USD' },
      product: { id: '8000000000012', title: 'Linen shirt' },
    },
  },
}

export const exampleEnvelope = { client_id: 'c-1', event }

export const searchEventRoute = storefrontRoute({
  ...shared,
  path: '/api/storefront/v1/headless/events',
  summary: 'Report an event',
  side: 'search',
  request: documented(SearchEventRequest),
  otherStatuses: busy,
  example: { request: { channel: 'HEADLESS', visitor_id: 'v-1', session_id: 's-1', event }, response: { ok: true } },
})

export const storefrontEventRoute = storefrontRoute({
  ...shared,
  path: '/api/storefront/v3/headless/events',
  summary: 'Report an event (v3 suite)',
  side: 'base',
  request: documented(StorefrontEventRequest),
  otherStatuses: busy,
  example: { request: { user_id: 'v-1', session_id: 's-1', event }, response: { ok: true } },
})

export const eventBatchRoute = storefrontRoute({
  ...shared,
  path: '/api/storefront/v3/headless/events/batch',
  summary: 'Report several events at once',
  description:
    'Up to 50 events, each with its own envelope and its own verdict: a refused event does not affect the others. An event whose verdict is `ok` is on disk.',
  side: 'base',
  request: Type.Object({ events: Type.Array(documented(StorefrontEventRequest), { maxItems: MAX_BATCH_EVENTS }) }),
  response: EventBatchResponse,
  otherStatuses: busy,
  example: {
    request: { events: [{ user_id: 'v-1', session_id: 's-1', event }] },
    response: { ok: true, results: [{ ok: true }] },
  },
})

export const legacyEventRoute = storefrontRoute({
  ...shared,
  path: '/api/storefront/event',
  summary: 'Report an event (v2 clients)',
  side: 'base',
  auth: 'shop',
  request: documented(LegacyEventRequest),
  otherStatuses: busy,
  example: { request: exampleEnvelope, response: { ok: true } },
})

export const HistoryAnswer = Type.Object({
  accepted: Type.Integer('Number of events that were newly stored on disk.'),
  duplicates: Type.Integer('Number of events whose id was already stored.'),
  rejected: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text() }), {
    description: 'The first 100 rejected lines, with their reasons.',
  }),
})
export type HistoryAnswer = Static<typeof HistoryAnswer>

export const eventHistoryRoute = adminRoute('POST /shops/:shop/events/bulk', OPERATORS, {
  summary: 'Import past events',
  description:
    'NDJSON, one event envelope per line in the form that storefronts post, of any age, such as the history of another system. Events keep their own times. ' +
    'Valid lines are stored even if others are rejected; sending a file again changes nothing.',
  body: 'ndjson',
  request: LegacyEventRequest,
  response: HistoryAnswer,
  otherStatuses: { 404: 'There is no such shop.' },
  example: {
    request: exampleEnvelope,
    response: { accepted: 2, duplicates: 0, rejected: [{ line: 2, error: '"event.name" is required' }] },
  },
})
