/** Fetches profiles of calling platforms. Anybody can cause a fetch, so outcomes are cached and fetches limited. */
import { LRUCache } from 'lru-cache'
import { TooBusy } from '../errors.ts'
import { isProfileUrl, type Negotiation, negotiate } from './ucp-negotiation.ts'

export interface ProfileSource {
  /** @throws if the address does not return a small file */
  fetch(url: string): Promise<Uint8Array>
}

const KEPT_PROFILES = 500
/** How long a profile is cached. The protocol requires at least a minute. */
const KEPT_MS = 5 * 60_000
const FAILURE_KEPT_MS = 60_000
/** Limit per host, so that nobody can flood a host through this server or use up the fetches of profiles elsewhere. */
const FETCHES_A_MINUTE = 60
const KEPT_HOSTS = 1000

interface Known {
  untilMs: number
  outcome: Promise<Negotiation>
}

export class AgentProfiles {
  readonly #source: ProfileSource
  readonly #known = new LRUCache<string, Known>({ max: KEPT_PROFILES })
  readonly #fetches = new LRUCache<string, { minute: number; count: number }>({ max: KEPT_HOSTS })

  constructor(source: ProfileSource) {
    this.#source = source
  }

  /** Returns undefined if the profile must be fetched. */
  recall(url: string, nowMs: number): Negotiation | Promise<Negotiation> | undefined {
    if (!isProfileUrl(url)) {
      const content = 'UCP-Agent must name a profile: profile="https://…"'
      return { kind: 'refused', status: 400, code: 'invalid_profile_url', content }
    }
    const known = this.#known.get(url)
    return known && known.untilMs > nowMs ? known.outcome : undefined
  }

  /** @throws TooBusy if too many unknown profiles of the same host were fetched this minute */
  async negotiate(url: string, nowMs: number): Promise<Negotiation> {
    const known = this.recall(url, nowMs)
    if (known) return known
    this.#spend(new URL(url).hostname, nowMs)
    const entry: Known = { untilMs: nowMs + KEPT_MS, outcome: this.#read(url) }
    this.#known.set(url, entry)
    const outcome = await entry.outcome
    if (outcome.kind === 'refused') entry.untilMs = nowMs + FAILURE_KEPT_MS
    return outcome
  }

  #spend(host: string, nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000)
    const known = this.#fetches.get(host)
    const fetches = known?.minute === minute ? known : { minute, count: 0 }
    if (fetches.count >= FETCHES_A_MINUTE)
      throw new TooBusy(60, 'too many unknown profiles from this host, try again later')
    fetches.count++
    this.#fetches.set(host, fetches)
  }

  async #read(url: string): Promise<Negotiation> {
    let file: Uint8Array
    try {
      file = await this.#source.fetch(url)
    } catch {
      // The reason is not given, because it would reveal which addresses can be reached from here.
      return { kind: 'refused', status: 424, code: 'profile_unreachable', content: 'the profile could not be fetched' }
    }
    return negotiate(parsed(file))
  }
}

function parsed(file: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(file))
  } catch {
    return undefined
  }
}
