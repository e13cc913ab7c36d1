/** Builds the envelope, keeps what cannot be sent yet, and sends what may be sent. */
import type { CustomEventName, EventData, EventTracks, StandardEventName } from '@vitrine/contract'
import type { Client } from '../client.ts'
import { browserContext, type WireContext } from './browser-context.ts'
import { type Consent, mayStore, mayTrack, wireConsent } from './consent.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createQueue } from './queue.ts'
import { type KeyValueStorage, localStorageStorage, memoryStorage } from './storage.ts'
import { newUuid } from './uuid.ts'

export interface TrackerOptions {
  client: Client
  /** Ids. Default: localStorage in a browser, else memory. */
  storage?: KeyValueStorage
  /** Waiting events; default as `storage`. */
  queueStorage?: KeyValueStorage
  consent?: Consent
  /** hydrogen (default), headless or mobile. */
  channel?: 'hydrogen' | 'headless' | 'mobile'
  /** base (default): the v3 suite's events; search: the search host's. */
  host?: 'base' | 'search'
  customerId?: string | null
  clientId?: string | null
  /** What init said; `analyticsEnabled: false` stops everything. */
  analyticsEnabled?: boolean
  context?: () => WireContext
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
  /** An event of the commerce platform. Its name says what `data` must hold; whatever else is in it is sent as it is. */
  standard<Name extends StandardEventName, Data extends EventData[Name]>(
    name: Name,
    data: Data,
    details?: EventDetails,
  ): Promise<void>
  /** One of the service's own events. Its name says what `track` may hold; whatever else is in it is sent as it is. */
  custom<Name extends CustomEventName, Track extends EventTracks[Name]>(
    name: Name,
    track: Track,
    details?: EventDetails,
  ): Promise<void>
  setConsent(consent: Consent): void
  setCustomer(customerId: string | null): void
  setAnalyticsEnabled(enabled: boolean): void
  /** Tries to send what waits. */
  flush(options?: { keepalive?: boolean }): Promise<void>
  /** Stops listening to the page. */
  close(): void
}

export function createTracker(options: TrackerOptions): Tracker {
  const storage = options.storage ?? (typeof localStorage === 'undefined' ? memoryStorage() : localStorageStorage())
  let consent = options.consent ?? {}
  let customerId = options.customerId ?? null
  let enabled = options.analyticsEnabled ?? true
  const identity = createIdentity(storage, mayStore(consent))
  const host = options.client.version === 'v2' ? 'legacy' : (options.host ?? 'base')
  const queue = createQueue(options.queueStorage ?? storage, (envelope, keepalive) =>
    options.client.sendEvent(envelope, { host, keepalive, retries: 0 }),
  )

  const channel = options.channel ?? 'hydrogen'
  const sender = {
    channel: host === 'search' ? channel.toUpperCase() : channel,
    client_id: options.clientId ?? undefined,
  }
  const visitorField = host === 'search' ? 'visitor_id' : 'user_id'

  const enqueue = async (event: object, details: EventDetails): Promise<void> => {
    if (!enabled || !mayTrack(consent)) return
    const id = details.id ?? newUuid()
    const envelope = {
      ...sender,
      [visitorField]: identity.visitorId(),
      session_id: identity.sessionId(),
      customer_id: customerId ?? undefined,
      customer_privacy: wireConsent(consent),
      page_type: details.pageType,
      page_url: typeof location === 'undefined' ? undefined : location.href,
      cart: details.cart,
      event: {
        id,
        timestamp: details.timestamp ?? new Date().toISOString(),
        context: details.context ?? (options.context ?? browserContext)(),
        ...event,
      },
    }
    queue.add({ id, envelope })
    await queue.flush()
  }

  const stopListening = listenToPage((keepalive) => void queue.flush({ keepalive }))
  return {
    identity,
    standard: (name, data, details = {}) => enqueue({ name, type: 'standard', data }, details),
    custom: (name, track, details = {}) => enqueue({ name, type: 'custom', custom_data: { track } }, details),
    setConsent(next) {
      consent = next
      identity.allowStorage(mayStore(next))
      if (!mayTrack(next)) queue.clear()
    },
    setCustomer(id) {
      customerId = id
    },
    setAnalyticsEnabled(next) {
      enabled = next
      if (!next) queue.clear()
    },
    flush: (flushOptions) => (enabled && mayTrack(consent) ? queue.flush(flushOptions) : Promise.resolve()),
    close: stopListening,
  }
}

/** Back online, or about to leave: both are moments to send. A beacon cannot carry the key, so the request is kept alive instead. */
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
