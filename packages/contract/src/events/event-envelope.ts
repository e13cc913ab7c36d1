import type { Static } from 'typebox'
import { ValidationItemSchema } from '../error-bodies.ts'
import { AnyObject, DateTime, Line, Name, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { EVENT_CHANNELS, EVENT_NAMES } from './event-names.ts'
import { Type } from '../type.ts'
import { Measure, Whole } from '../numbers.ts'

/** Carts and orders of 250 lines fit; most events are below 10 kB. */
export const EVENT_LIMIT_BYTES = 1024 * 1024
/** Maximum number of values in a payload. An order of 250 lines has about 15,000 in the platform's shape. */
const MAX_PAYLOAD_NODES = 40_000

// null is accepted, because clients send back values of init, which are null without a login.
const OptionalText = (options: Record<string, unknown> = {}) => Optional(Nullable(Line(options)))
// Ids become index keys, so their length is limited.
const OptionalId = (options: Record<string, unknown> = {}) => OptionalText({ maxLength: 255, ...options })
const FreePayload = (options: Record<string, unknown> = {}) =>
  AnyObject({ maxProperties: 1000, propertyNames: { maxLength: 255 }, 'x-max-nodes': MAX_PAYLOAD_NODES, ...options })
const Flag = () => Optional(Nullable(Type.Boolean()))

const EventNavigator = Type.Object({
  user_agent: NonEmpty({
    maxLength: 4096,
    description: 'Browser, operating system and device are derived from it.',
  }),
  language: OptionalText(),
  cookie_enabled: Flag(),
})

const EventDocument = Type.Object({
  location: Optional(
    Nullable(
      FreePayload({
        maxProperties: 50,
        description: 'href, pathname, search, hash, host, hostname, origin, port, protocol: stored as sent.',
      }),
    ),
  ),
  title: OptionalText(),
  referrer: OptionalText({ maxLength: 8192 }),
  character_set: OptionalText(),
})

const EventWindow = Type.Object({
  screen: Optional(
    Nullable(Type.Object({ width: Optional(Nullable(Measure())), height: Optional(Nullable(Measure())) })),
  ),
})

export const EventContext = Type.Object(
  { navigator: EventNavigator, document: Optional(Nullable(EventDocument)), window: Optional(Nullable(EventWindow)) },
  { description: 'snake_case keys only; unknown keys are accepted and discarded.' },
)

export const EventBody = Type.Object({
  id: Name({ format: 'uuid' }),
  name: OneOf(EVENT_NAMES),
  type: OneOf(['standard', 'custom']),
  timestamp: DateTime('ISO 8601, within 2 days of now.'),
  context: EventContext,
  data: Optional(Nullable(FreePayload({ description: 'Required when type is standard; may be empty.' }))),
  custom_data: Optional(
    Nullable(FreePayload({ description: 'Required when type is custom; holds a `track` object.' })),
  ),
  client_id: OptionalId({ description: 'Defaults to the envelope’s client_id.' }),
})

export const CustomerPrivacy = Type.Object({
  analytics_processing_allowed: Flag(),
  marketing_allowed: Flag(),
  preferences_processing_allowed: Flag(),
  sale_of_data_allowed: Flag(),
})

const Identifier = Type.Union([Name(), Whole(), Type.Null()])

const shared = {
  event: EventBody,
  client_id: OptionalId({ description: 'Device id.' }),
  customer_id: OptionalId({ description: 'Logged-in customer id.' }),
  page_type: OptionalId(),
  page_url: OptionalText({ maxLength: 8192 }),
  cart_identifier: OptionalId({ description: 'Form `<token>?key=<key>`.' }),
  cart: Optional(Nullable(FreePayload({ description: 'Cart state in the platform’s shape.' }))),
  customer: Optional(Nullable(Type.Object({ id: Optional(Identifier), email: OptionalText(), phone: OptionalText() }))),
  customer_privacy: Optional(Nullable(CustomerPrivacy)),
}

/** `POST /api/storefront/v1/headless/events` */
export const SearchEventRequest = Type.Object({
  channel: OneOf(EVENT_CHANNELS),
  ...shared,
  visitor_id: OptionalId({ description: 'Anonymous persistent id. One of visitor_id and client_id is required.' }),
  session_id: OptionalId({ description: 'Unit of funnel analytics; generated when absent.' }),
})

// The channel is converted to upper case before it is checked.
const LooseChannel = Optional(OneOf(EVENT_CHANNELS, { default: 'HYDROGEN', description: 'Upper or lower case.' }))
const userId = OptionalId({ description: 'Visitor id that init issued. One of client_id and user_id is required.' })

/** `POST /api/storefront/v3/headless/events` */
export const StorefrontEventRequest = Type.Object({
  channel: LooseChannel,
  ...shared,
  user_id: userId,
  visitor_id: OptionalId({ description: 'Treated as user_id.' }),
  session_id: NonEmpty(),
})

/** `POST /api/storefront/event` */
export const LegacyEventRequest = Type.Object({
  channel: LooseChannel,
  ...shared,
  user_id: userId,
  visitor_id: OptionalId({ description: 'Treated as user_id.' }),
  session_id: OptionalId(),
})

export const EventResponse = Type.Object({ ok: Type.Boolean() })

export const MAX_BATCH_EVENTS = 50

/** `results` are in the order of the events sent. `ok` is true if every event was accepted. */
export const EventBatchResponse = Type.Object({
  ok: Type.Boolean(),
  results: Type.Array(
    Type.Object({
      ok: Type.Boolean(),
      error: Type.Optional(Type.Union([Type.Array(ValidationItemSchema), Text()])),
      retry_after: Type.Optional(Type.Integer('Seconds after which this event may be sent again.')),
    }),
  ),
})

export type SearchEventRequest = Static<typeof SearchEventRequest>
export type StorefrontEventRequest = Static<typeof StorefrontEventRequest>
export type LegacyEventRequest = Static<typeof LegacyEventRequest>
export type EventBody = Static<typeof EventBody>
export type EventContext = Static<typeof EventContext>
