/** A valid envelope → the event as the log keeps it. Pure: time, ids and the user-agent memory are passed in. */
import type { EventEnvelope } from '@vitrine/contract'
import type { EventChannel, SentParts, ShopEvent } from '../../ports/event-log/shop-event.ts'
import { type Fields, fieldsOf, readText, readTextId } from '../platform/event-values.ts'
import { readCartProducts } from '../platform/read-cart.ts'
import { readPixelData } from './read-pixel-data.ts'
import { readTrack } from './read-track.ts'
import { storedContext } from './stored-context.ts'
import type { UserAgent } from './user-agents.ts'

export interface NormalizeContext {
  atMs: number
  receivedAtMs: number
  /** The visitor a valid session token names, where the body names none. */
  sessionVisitorId?: string
  newId: () => string
  readUserAgent: (userAgent: string) => UserAgent
}

export interface NormalizedEvent {
  event: ShopEvent
  sent: SentParts
}

export function normalizeEvent(envelope: EventEnvelope, given: NormalizeContext): NormalizedEvent {
  const context = storedContext(envelope.event.context)
  return { event: toShopEvent(envelope, context, given), sent: sentParts(envelope, context) }
}

function toShopEvent(envelope: EventEnvelope, context: Fields, given: NormalizeContext): ShopEvent {
  const { event } = envelope
  const standard = event.type === 'standard'
  const meaning = standard ? readPixelData(event.name, event.data) : readTrack(event.name, event.custom_data)
  const agent = given.readUserAgent(event.context.navigator.user_agent)
  return {
    id: event.id.toLowerCase(),
    name: event.name,
    type: event.type,
    atMs: given.atMs,
    receivedAtMs: given.receivedAtMs,
    channel: (envelope.channel as EventChannel | undefined) ?? 'HYDROGEN',
    ...personalPart(envelope, given),
    pageType: readText(envelope.page_type),
    path: readText(fieldsOf(fieldsOf(context.document)?.location)?.pathname, 2048),
    personalize: envelope.customer_privacy?.preferences_processing_allowed !== false,
    bot: agent.bot,
    browser: agent.browser,
    os: agent.os,
    device: agent.device,
    ...meaning,
  }
}

/** What tells one shopper from another. Without consent to analytics none of it is kept, nor the raw payload (e-mail, address). */
function personalPart(envelope: EventEnvelope, given: NormalizeContext): Partial<ShopEvent> {
  if (isAnonymous(envelope)) return {}
  const { event } = envelope
  return {
    visitorId: readText(envelope.user_id) ?? readText(envelope.visitor_id) ?? given.sessionVisitorId,
    clientId: readText(envelope.client_id) ?? readText(event.client_id, 255),
    customerId: readTextId(envelope.customer_id) ?? readTextId(envelope.customer?.id),
    sessionId: readText(envelope.session_id) ?? given.newId(),
    pageUrl: readText(envelope.page_url, 8192),
    cartIdentifier: readText(envelope.cart_identifier),
    cartProducts: readCartProducts(envelope.cart),
  }
}

function sentParts(envelope: EventEnvelope, context: Fields): SentParts {
  if (isAnonymous(envelope)) return { context: {} }
  const { event, cart } = envelope
  return { context, data: event.type === 'standard' ? event.data : event.custom_data, cart: cart ?? undefined }
}

function isAnonymous(envelope: EventEnvelope): boolean {
  return envelope.customer_privacy?.analytics_processing_allowed === false
}
