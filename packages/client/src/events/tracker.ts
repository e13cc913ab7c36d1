import type { CustomEventName, EventData, EventTracks, StandardEventName } from '@vitrine/contract'
import type { Client, EventVerdict } from '../client.ts'
import { ApiError } from '../errors.ts'
import { browserContext, type WireContext } from './browser-context.ts'
import { type Consent, createConsent } from './consent.ts'
import { type EventReport, eventReporter } from './event-report.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createQueue, type QueuedEvent, type SendEvents } from './queue.ts'
import { type KeyValueStorage, localStorageStorage, memoryStorage } from './storage.ts'
import { newUuid } from './uuid.ts'

export interface TrackerOptions {
  client: Client
  /** Storage for ids. Default: localStorage in a browser, otherwise memory. */
  storage?: KeyValueStorage
  /** Storage for waiting events. Default: `storage`. */
  queueStorage?: KeyValueStorage
  /** Consent known from another part of the shop. Default: what `setConsent` stored on the device. */
  consent?: Consent
  /** If true, nothing is sent or stored before `setConsent`. The shop's rule is `config.consentRequired` of `init`. */
  consentRequired?: boolean | Promise<boolean>
  /** The kind of storefront, by which reports divide events. Default: hydrogen; that of `pageTracker` is headless. */
  channel?: 'hydrogen' | 'headless' | 'mobile'
  /** base (default): the events route of v3, in batches; search: the route of the search host, one by one. */
  host?: 'base' | 'search'
  /** Sends shop and key in the URL, for frames and workers that cannot set headers. */
  withoutHeaders?: boolean
  customerId?: string | null
  clientId?: string | null
  /** From init. `analyticsEnabled: false` stops all events. */
  analyticsEnabled?: boolean
  context?: () => WireContext
  /** Called with the state of each event. `?vitrine-debug` in a page's URL shows the same in a panel. */
  onEvent?: (report: EventReport) => void
}

export interface EventDetails {
  id?: string
  timestamp?: string
  pageType?: string
  cart?: object
  context?: WireContext
}

export interface Tracker {
  readonly identity: Identity
  /** Records an event of the platform. Its name determines `data`; further fields are sent unchanged. */
  standard<Name extends StandardEventName, Data extends EventData[Name]>(
    name: Name,
    data: Data,
    details?: EventDetails,
  ): Promise<void>
  /** Records an event of Vitrine. Its name determines `track`; further fields are sent unchanged. */
  custom<Name extends CustomEventName, Track extends EventTracks[Name]>(
    name: Name,
    track: Track,
    details?: EventDetails,
  ): Promise<void>
  /** Replaces the shopper's earlier choice, and stores it on the device. */
  setConsent(consent: Consent): void
  /** True if consent is required and the shopper has not answered. */
  readonly consentNeeded: Promise<boolean>
  setCustomer(customerId: string | null): void
  setAnalyticsEnabled(enabled: boolean): void
  flush(options?: { keepalive?: boolean }): Promise<void>
  close(): void
}

/** Events of the shop's staff, who have a cookie, are not sent. Servers on other origins cannot read the cookie. */
function isStaff(): boolean {
  return typeof document !== 'undefined' && /(^|; )vitrine_staff=1(;|$)/.test(document.cookie)
}

/** Maximum number of events that wait for consent. The newest are kept. */
const MAX_HELD = 200

export function createTracker(options: TrackerOptions): Tracker {
  const storage = options.storage ?? (typeof localStorage === 'undefined' ? memoryStorage() : localStorageStorage())
  const host = options.client.version === 'v2' ? 'legacy' : (options.host ?? 'base')
  const report = eventReporter(options.onEvent)
  const queue = createQueue(options.queueStorage ?? storage, reported(sender(options, host), report))
  let customerId = options.customerId ?? null
  let enabled = options.analyticsEnabled ?? true
  let held: QueuedEvent[] = []

  const { consent: given, consentRequired: required = false } = options
  const consent = createConsent({ storage, given, required, onChange: () => onConsent() })
  const identity = createIdentity(storage, consent.storage)
  const isOn = () => enabled && !isStaff()
  const mayTrack = () => isOn() && consent.gate !== 'closed'

  const onConsent = () => {
    identity.setStorage(consent.storage)
    if (!mayTrack()) drop()
    if (consent.gate !== 'open') return
    for (const { id, envelope } of held.splice(0)) {
      void queue.add({ id, envelope: { ...envelope, customer_privacy: consent.wire() } })
    }
  }
  const drop = () => {
    held = []
    queue.clear()
  }

  const channel = options.channel ?? 'hydrogen'
  const envelopeOf = (event: object, details: EventDetails, id: string) => ({
    channel: host === 'search' ? channel.toUpperCase() : channel,
    client_id: options.clientId ?? undefined,
    [host === 'search' ? 'visitor_id' : 'user_id']: identity.visitorId(),
    session_id: identity.sessionId(),
    customer_id: customerId ?? undefined,
    customer_privacy: consent.wire(),
    page_type: details.pageType,
    page_url: typeof location === 'undefined' ? undefined : location.href,
    cart: details.cart,
    event: {
      id,
      timestamp: details.timestamp ?? new Date().toISOString(),
      context: details.context ?? (options.context ?? browserContext)(),
      ...event,
    },
  })

  const enqueue = async (event: object, details: EventDetails): Promise<void> => {
    const id = details.id ?? newUuid()
    const queued = { id, envelope: envelopeOf(event, details, id) }
    const isHeld = consent.gate === 'held'
    report(queued, !isOn() ? 'switched-off' : !mayTrack() ? 'refused-by-shopper' : isHeld ? 'held' : 'waiting')
    if (!mayTrack()) return
    if (isHeld) held = [...held, queued].slice(-MAX_HELD)
    else await queue.add(queued)
  }
  const flush: Tracker['flush'] = async (flushOptions) => {
    if (mayTrack() && consent.gate === 'open') await queue.flush(flushOptions)
  }

  const stopListening = listenToPage((keepalive) => void flush({ keepalive }))
  return {
    identity,
    standard: (name, data, details = {}) => enqueue({ name, type: 'standard', data }, details),
    custom: (name, track, details = {}) => enqueue({ name, type: 'custom', custom_data: { track } }, details),
    setConsent: consent.decide,
    get consentNeeded() {
      return consent.needed
    },
    setCustomer(id) {
      customerId = id
    },
    setAnalyticsEnabled(next) {
      enabled = next
      if (!next) drop()
    },
    flush,
    close: stopListening,
  }
}

/** Sends batches to the route of v3, and single events to the other hosts. */
function sender({ client, withoutHeaders = false }: TrackerOptions, host: 'base' | 'search' | 'legacy'): SendEvents {
  return (events, leaving) => {
    const call = { withoutHeaders, keepalive: leaving, ...(leaving ? { retries: 0 } : {}) }
    const envelopes = events.map(({ envelope }) => envelope)
    if (host === 'base') {
      return client.sendEvents(envelopes, call).catch((error) => events.map(() => failed(error)))
    }
    return Promise.all(envelopes.map((envelope) => client.sendEvent(envelope, { ...call, host }).catch(failed)))
  }
}

function failed(error: Error): EventVerdict {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return { ok: false, error: error.message, ...(isRefused ? {} : { retryAfter: 0 }) }
}

function reported(send: SendEvents, report: ReturnType<typeof eventReporter>): SendEvents {
  return async (events, leaving) => {
    const verdicts = await send(events, leaving)
    for (const [at, event] of events.entries()) {
      const verdict = verdicts[at] ?? { ok: true }
      report(event, verdict.ok ? 'taken' : verdict.retryAfter === undefined ? 'refused' : 'sent-again-later', verdict)
    }
    return verdicts
  }
}

/** Sends when the page is online again or about to close. */
function listenToPage(send: (keepalive: boolean) => void): () => void {
  if (typeof addEventListener !== 'function' || typeof document === 'undefined') return () => {}
  const online = () => send(false)
  const leave = () => send(true)
  const hide = () => document.visibilityState === 'hidden' && send(true)
  addEventListener('online', online)
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  return () => {
    removeEventListener('online', online)
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hide)
  }
}
