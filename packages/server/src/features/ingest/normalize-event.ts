/** Converts a valid envelope to a stored event. Time, ids and the cache of user agents are passed in. */
import type { EventEnvelope } from '@vitrine/contract'
import type { EventChannel, EventConsents, SentParts, ShopEvent } from '../../ports/event-log/shop-event.ts'
import { type CustomerProof, customerVerification } from '../identity/customer-verification.ts'
import { type Fields, fieldsOf, readCart, readText, readTextId } from '../platform/event-values.ts'
import { readPixelData } from './read-pixel-data.ts'
import { readTrack } from './read-track.ts'
import { storedContext } from './stored-context.ts'
import type { UserAgent } from './user-agents.ts'

export interface NormalizeContext {
  atMs: number
  receivedAtMs: number
  /** The visitor of a session token, used if the body has none. */
  sessionVisitorId?: string
  proof: CustomerProof
  /** True for an event without a key, whose customer is not linked to anything. */
  isKeyless?: boolean
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
    trust: given.isKeyless ? 'keyless' : given.proof.isServerSide ? 'signed' : 'keyed',
    ...personalPart(envelope, given),
    pageType: readText(envelope.page_type),
    path: readText(fieldsOf(fieldsOf(context.document)?.location)?.pathname, 2048),
    customerPrivacy: consentsIn(envelope),
    personalize: envelope.customer_privacy?.preferences_processing_allowed !== false,
    bot: agent.bot,
    browser: agent.browser,
    os: agent.os,
    device: agent.device,
    ...meaning,
  }
}

function consentsIn({ customer_privacy: sent }: EventEnvelope): EventConsents | undefined {
  if (!sent || Object.values(sent).every((said) => typeof said !== 'boolean')) return undefined
  const said = (name: string) => sent[name] ?? undefined
  return {
    analyticsProcessingAllowed: said('analytics_processing_allowed'),
    marketingAllowed: said('marketing_allowed'),
    preferencesProcessingAllowed: said('preferences_processing_allowed'),
    saleOfDataAllowed: said('sale_of_data_allowed'),
  }
}

/** Returns ids and the raw payload, but nothing without consent to analytics. */
function personalPart(envelope: EventEnvelope, given: NormalizeContext): Partial<ShopEvent> {
  if (isAnonymous(envelope)) return {}
  const { event } = envelope
  return {
    visitorId: readText(envelope.user_id) ?? readText(envelope.visitor_id) ?? given.sessionVisitorId,
    clientId: readText(event.client_id, 255) ?? readText(envelope.client_id),
    ...customerPart(envelope, given),
    sessionId: readText(envelope.session_id) ?? given.newId(),
    pageUrl: readText(envelope.page_url, 8192),
    cartIdentifier: readText(envelope.cart_identifier),
    ...cartPart(envelope.cart),
  }
}

function cartPart(sent: unknown): Partial<ShopEvent> {
  const cart = readCart(sent)
  return cart === undefined ? {} : { cartProducts: [...cart.keys()], cartQuantities: [...cart.values()] }
}

function customerPart(envelope: EventEnvelope, { proof, isKeyless }: NormalizeContext): Partial<ShopEvent> {
  const sent = [envelope.customer_id, envelope.customer?.id].find((id) => readTextId(id) !== undefined)
  const id = readTextId(sent)
  const standing = id === undefined || isKeyless ? 'void' : customerVerification(proof, String(sent))
  return {
    customerId: standing === 'void' ? undefined : id,
    isCustomerVerified: standing === 'verified' || undefined,
    claimedCustomerId: standing === 'void' ? id : undefined,
    isKeyless: isKeyless || undefined,
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
