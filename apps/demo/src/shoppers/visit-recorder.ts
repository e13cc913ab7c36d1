import type { PastServe } from '@vitrine/server/plugin'
import type { Random } from '../random.ts'
import { type Device, newUuid, type Shopper } from './shopper.ts'

export interface SentEvent {
  channel: string
  visitor_id: string
  client_id: string
  session_id: string
  customer_id?: string
  page_type: string
  page_url: string
  customer_privacy?: { analytics_processing_allowed: boolean; preferences_processing_allowed: boolean }
  event: {
    id: string
    name: string
    type: 'standard' | 'custom'
    timestamp: string
    context: object
    data?: object
    custom_data?: { track: object }
  }
}

export interface Page {
  type: string
  path: string
  title: string
  search?: string
}

export interface RecorderOptions {
  shopper: Shopper
  device: Device
  random: Random
  startMs: number
  origin: string
  loggedIn: boolean
}

const MARKETS: Readonly<Record<string, string>> = { 'en-US': 'us', 'en-GB': 'uk' }

function placeOf(language: string): Pick<PastServe, 'market' | 'locale'> {
  return { market: MARKETS[language] ?? 'eu', locale: language.slice(0, 2) }
}

/** Records one visit. Time advances only in `pause`. */
export class VisitRecorder {
  readonly events: SentEvent[] = []
  readonly serves: PastServe[] = []
  readonly sessionId: string
  readonly #options: RecorderOptions
  #atMs: number
  #page: Page = { type: 'home', path: '/', title: 'Vitrine Living' }
  #referrer: string

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#atMs = options.startMs
    this.sessionId = this.newId()
    this.#referrer = options.random.pick([
      '',
      'https://www.google.com/',
      'https://www.instagram.com/',
      'https://duckduckgo.com/',
    ])
  }

  get atMs(): number {
    return this.#atMs
  }

  pause(minSeconds: number, maxSeconds: number): void {
    this.#atMs += Math.round(this.#options.random.between(minSeconds, maxSeconds) * 1000)
  }

  open(page: Page): SentEvent {
    this.#referrer = this.events.length === 0 ? this.#referrer : this.#url()
    this.#page = page
    return this.standard('page_viewed', {})
  }

  standard(name: string, data: object): SentEvent {
    return this.#write({ name, type: 'standard', data })
  }

  custom(name: string, track: object): SentEvent {
    return this.#write({ name, type: 'custom', custom_data: { track } })
  }

  /** Leaves out the visitor's ids if the shopper declines analytics. */
  serve(shown: Omit<PastServe, 'atMs' | 'visitorId' | 'clientId' | 'market' | 'locale'>): void {
    const { device, shopper } = this.#options
    const isKnown = !shopper.declinesAnalytics
    this.serves.push({
      ...shown,
      ...placeOf(shopper.language),
      atMs: this.#atMs,
      visitorId: isKnown ? device.visitorId : null,
      clientId: isKnown ? device.clientId : null,
    })
  }

  newId(): string {
    return newUuid(this.#options.random)
  }

  #write(part: Pick<SentEvent['event'], 'name' | 'type' | 'data' | 'custom_data'>): SentEvent {
    const { shopper, device, loggedIn } = this.#options
    const sent: SentEvent = {
      channel: device.channel,
      visitor_id: device.visitorId,
      client_id: device.clientId,
      session_id: this.sessionId,
      ...(loggedIn && shopper.customerId ? { customer_id: shopper.customerId } : {}),
      page_type: this.#page.type,
      page_url: this.#url(),
      ...(shopper.declinesAnalytics
        ? { customer_privacy: { analytics_processing_allowed: false, preferences_processing_allowed: false } }
        : {}),
      event: { id: this.newId(), timestamp: new Date(this.#atMs).toISOString(), context: this.#context(), ...part },
    }
    this.events.push(sent)
    return sent
  }

  #context(): object {
    const { device, shopper } = this.#options
    const { path, title, search = '' } = this.#page
    const { host, origin } = new URL(this.#options.origin)
    return {
      navigator: { user_agent: device.userAgent, language: shopper.language, cookie_enabled: true },
      document: {
        location: { href: this.#url(), pathname: path, search, host, origin },
        title,
        referrer: this.#referrer,
      },
      window: { screen: device.screen },
    }
  }

  #url(): string {
    return `${this.#options.origin}${this.#page.path}${this.#page.search ?? ''}`
  }
}
