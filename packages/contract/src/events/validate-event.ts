/** Validates events by schema, and by rules that no schema can express (times, required payloads, ids). */
import type { TSchema } from 'typebox'
import { parseCanonicalTime } from '../formats.ts'
import { compileValidator, type Validated, type ValidationItem, validationItem } from '../validate.ts'
import { LegacyEventRequest, SearchEventRequest, StorefrontEventRequest } from './event-envelope.ts'
import { CUSTOM_EVENT_NAMES, STANDARD_EVENT_NAMES } from './event-names.ts'
import { AnyTrack } from './event-track.ts'
import { CartBounds, DataBounds } from './payload-bounds.ts'

/** v1: search side. v3: storefront suite. legacy: v2 clients. */
export type EnvelopeKind = 'v1' | 'v3' | 'legacy'

export interface EventEnvelope {
  channel?: string
  visitor_id?: string | null
  user_id?: string | null
  client_id?: string | null
  customer_id?: string | null
  session_id?: string | null
  page_type?: string | null
  page_url?: string | null
  cart_identifier?: string | null
  cart?: Record<string, unknown> | null
  customer?: { id?: string | number | null; email?: string | null; phone?: string | null } | null
  customer_privacy?: Partial<Record<string, boolean | null>> | null
  event: {
    id: string
    name: string
    type: 'standard' | 'custom'
    timestamp: string
    context: Record<string, unknown> & { navigator: { user_agent: string } }
    data?: unknown
    custom_data?: unknown
    client_id?: string | null
  }
}

export type EventValidation =
  | { kind: 'valid'; envelope: EventEnvelope; atMs: number }
  | { kind: 'invalid'; items: ValidationItem[] }
  | { kind: 'nobody'; message: string }

export interface EventRules {
  nowMs: number
  /** The visitor of a valid session token, if the body names none. */
  sessionVisitorId?: string
  /** Accepts timestamps of any age, for imports of past events. */
  anyTime?: boolean
}

export const EVENT_CLOCK_TOLERANCE_MS = 2 * 24 * 60 * 60 * 1000

export function validateEvent(kind: EnvelopeKind, body: unknown, rules: EventRules): EventValidation {
  const candidate = kind === 'v1' ? withoutUserId(body) : withUpperChannel(body)
  const checked = validators[kind](candidate)
  const event = eventOf(candidate)
  const inCart = isObject(candidate) ? itemsAt(['cart'], validateCart(candidate.cart)) : []
  const atMs = event === undefined ? Number.NaN : parseEventTime(event.timestamp)
  if (!checked.ok) {
    return { kind: 'invalid', items: [...withNavigator(checked.items), ...ruleItems(event, atMs, rules), ...inCart] }
  }
  const items = [...ruleItems(event, atMs, rules), ...inCart]
  if (items.length > 0) return { kind: 'invalid', items }
  const envelope = candidate as EventEnvelope
  if (!isSomebody(kind, envelope) && !rules.sessionVisitorId) return { kind: 'nobody', message: NOBODY[kind] }
  return { kind: 'valid', envelope, atMs }
}

/** Returns milliseconds since 1970. A time without an offset is UTC. */
export function parseEventTime(timestamp: unknown): number {
  if (typeof timestamp !== 'string') return Number.NaN
  const canonical = parseCanonicalTime(timestamp)
  if (!Number.isNaN(canonical)) return canonical
  const zoned = !timestamp.includes('T') || /(Z|[+-]\d\d:?\d\d|[+-]\d\d)$/i.test(timestamp)
  return Date.parse(zoned ? timestamp : `${timestamp}Z`)
}

const NOBODY: Record<EnvelopeKind, string> = {
  v1: 'At least one of visitor_id or client_id is required',
  v3: 'At least one of client_id or user_id is required',
  legacy: 'At least one of client_id or user_id is required',
}

const validators = {
  v1: compileValidator(SearchEventRequest as TSchema),
  v3: compileValidator(StorefrontEventRequest as TSchema),
  legacy: compileValidator(LegacyEventRequest as TSchema),
}

function isSomebody(kind: EnvelopeKind, envelope: EventEnvelope): boolean {
  return Boolean(envelope.visitor_id || envelope.client_id || (kind !== 'v1' && envelope.user_id))
}

/** On the search side `user_id` is an unknown field: the visitor is `visitor_id`. */
function withoutUserId(body: unknown): unknown {
  if (!isObject(body) || body.user_id === undefined) return body
  const { user_id: _, ...known } = body
  return known
}

function withUpperChannel(body: unknown): unknown {
  if (!isObject(body) || !('channel' in body)) return body
  if (body.channel === null) return { ...body, channel: undefined }
  return typeof body.channel === 'string' ? { ...body, channel: body.channel.toUpperCase() } : body
}

function eventOf(body: unknown): Record<string, unknown> | undefined {
  return isObject(body) && isObject(body.event) ? body.event : undefined
}

/** Reports the required field of the navigator if the whole navigator is missing. */
function withNavigator(items: ValidationItem[]): ValidationItem[] {
  return items.map((item) => {
    const missing = item.type === 'any.required' && item.path.join('.') === 'event.context.navigator'
    return missing ? validationItem([...item.path, 'user_agent'], 'any.required', 'is required') : item
  })
}

function ruleItems(event: Record<string, unknown> | undefined, atMs: number, rules: EventRules): ValidationItem[] {
  if (event === undefined) return []
  const items: ValidationItem[] = []
  if (!rules.anyTime) checkClock(atMs, rules.nowMs, items)
  if (event.type === 'standard') checkStandard(event, items)
  if (event.type === 'custom') checkCustom(event, items)
  return items
}

function itemsAt(path: readonly string[], checked: Validated<unknown>): ValidationItem[] {
  if (checked.ok) return []
  return checked.items.map((item) => {
    const words = item.message.slice(item.context.label.length + '"" '.length)
    return validationItem([...path, ...item.path], item.type, words)
  })
}

function checkClock(atMs: number, nowMs: number, items: ValidationItem[]): void {
  const earliest = nowMs - EVENT_CLOCK_TOLERANCE_MS
  const latest = nowMs + EVENT_CLOCK_TOLERANCE_MS
  const path = ['event', 'timestamp']
  if (atMs < earliest)
    items.push(validationItem(path, 'date.min', `must be greater than or equal to "${iso(earliest)}"`))
  if (atMs > latest) items.push(validationItem(path, 'date.max', `must be less than or equal to "${iso(latest)}"`))
}

const iso = (ms: number) => new Date(ms).toISOString()

function checkStandard(event: Record<string, unknown>, items: ValidationItem[]): void {
  if (customNames.has(event.name)) {
    items.push(validationItem(['event', 'name'], 'any.only', `must be one of [${STANDARD_EVENT_NAMES.join(', ')}]`))
  }
  requirePayload(event, 'data', items)
  items.push(...itemsAt(['event', 'data'], validateData(event.data)))
}

/** The schema allows both payloads to be absent, so this requires the one for the event's type. */
function requirePayload(event: Record<string, unknown>, key: 'data' | 'custom_data', items: ValidationItem[]): void {
  const path = ['event', key]
  if (event[key] === undefined) items.push(validationItem(path, 'any.required', 'is required'))
  if (event[key] === null) items.push(validationItem(path, 'object.base', 'must be of type object'))
}

function checkCustom(event: Record<string, unknown>, items: ValidationItem[]): void {
  if (standardNames.has(event.name)) {
    items.push(validationItem(['event', 'name'], 'any.only', `must be one of [${CUSTOM_EVENT_NAMES.join(', ')}]`))
  }
  const path = ['event', 'custom_data']
  requirePayload(event, 'custom_data', items)
  if (!isObject(event.custom_data)) return
  const { track } = event.custom_data
  if (track === undefined) items.push(validationItem([...path, 'track'], 'any.required', 'is required'))
  else if (!isObject(track)) items.push(validationItem([...path, 'track'], 'object.base', 'must be of type object'))
  else items.push(...trackItems(track, [...path, 'track']))
}

/** Reports fields of the wrong type, which would otherwise be ignored silently. */
function trackItems(track: Record<string, unknown>, path: string[]): ValidationItem[] {
  const checked = validateTrack(track)
  return itemsAt(path, checked.ok ? { ok: false, items: missingProductIds(track) } : checked)
}

const validateTrack = compileValidator(AnyTrack as TSchema)
const validateData = compileValidator(DataBounds)
const validateCart = compileValidator(CartBounds)

function missingProductIds({ products }: Record<string, unknown>): ValidationItem[] {
  const listed = (products ?? []) as Record<string, unknown>[]
  return listed.flatMap((product, i) =>
    (product.product_id ?? product.productId) === undefined
      ? [validationItem(['products', i, 'product_id'], 'any.required', 'is required')]
      : [],
  )
}

const standardNames: ReadonlySet<unknown> = new Set(STANDARD_EVENT_NAMES)
const customNames: ReadonlySet<unknown> = new Set(CUSTOM_EVENT_NAMES)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
