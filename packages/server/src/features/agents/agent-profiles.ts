/**
 * Profiles of calling platforms. Anybody can make us fetch one, so the effort is fixed: addresses are remembered, failures too, and only so many
 * are fetched in a minute.
 */
import { LRUCache } from 'lru-cache'
import { TooBusy } from '../errors.ts'
import { type Negotiation, negotiate, profileUrlOf } from './ucp-negotiation.ts'

export interface ProfileSource {
  /** @throws where the address does not answer with a small file */
  fetch(url: string): Promise<Uint8Array>
}

const KEPT_PROFILES = 500
/** The protocol asks for a minute at least. */
const KEPT_MS = 5 * 60_000
const FAILURE_KEPT_MS = 60_000
const FETCHES_A_MINUTE = 60

interface Known {
  untilMs: number
  outcome: Promise<Negotiation>
}

export class AgentProfiles {
  readonly #source: ProfileSource
  readonly #known = new LRUCache<string, Known>({ max: KEPT_PROFILES })
  #minute = 0
  #fetches = 0

  constructor(source: ProfileSource) {
    this.#source = source
  }

  /** @throws TooBusy where too many unknown profiles were fetched this minute */
  async negotiate(header: string | string[] | undefined, nowMs: number): Promise<Negotiation> {
    const url = profileUrlOf(header)
    if (url === undefined) {
      const content = 'UCP-Agent must name a profile: profile="https://…"'
      return { kind: 'refused', status: 400, code: 'invalid_profile_url', content }
    }
    const known = this.#known.get(url)
    if (known && known.untilMs > nowMs) return known.outcome
    this.#spend(nowMs)
    const entry: Known = { untilMs: nowMs + KEPT_MS, outcome: this.#read(url) }
    this.#known.set(url, entry)
    const outcome = await entry.outcome
    if (outcome.kind === 'refused') entry.untilMs = nowMs + FAILURE_KEPT_MS
    return outcome
  }

  #spend(nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#fetches = 0
    }
    if (this.#fetches >= FETCHES_A_MINUTE) throw new TooBusy(60, 503, 'too many unknown profiles, try again')
    this.#fetches++
  }

  async #read(url: string): Promise<Negotiation> {
    let file: Uint8Array
    try {
      file = await this.#source.fetch(url)
    } catch {
      // Why it failed is not told: it would say which addresses can be reached from here.
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
