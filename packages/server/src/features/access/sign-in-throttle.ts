/** How often somebody may try to sign in: by address and by account, so that neither guessing one password for many accounts nor many for one gets far. */
import { LRUCache } from 'lru-cache'
import { TooBusy } from '../errors.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 30
/** Past this many those not seen for longest go: whoever invents accounts must not fill memory. */
const MAX_ENTRIES = 20_000

interface Tries {
  sinceMs: number
  count: number
}

export class SignInThrottle {
  readonly #accounts = new LRUCache<string, Tries>({ max: MAX_ENTRIES })
  readonly #addresses = new LRUCache<string, Tries>({ max: MAX_ENTRIES })

  /** Counts a try, or throws `TooBusy` (429). Accounts that do not exist are counted like those that do. */
  try(account: string, address: string, nowMs: number): void {
    count(this.#addresses, address, TRIES_PER_ADDRESS, nowMs)
    count(this.#accounts, account, TRIES_PER_ACCOUNT, nowMs)
  }

  /** Signed in: the account's tries are forgotten, of the address only this one. */
  succeeded(account: string, address: string): void {
    this.#accounts.delete(account)
    const tries = this.#addresses.get(address)
    if (tries) tries.count--
  }
}

function count(all: LRUCache<string, Tries>, key: string, limit: number, nowMs: number): void {
  let tries = all.get(key)
  if (tries === undefined || nowMs - tries.sinceMs >= WINDOW_MS) {
    tries = { sinceMs: nowMs, count: 0 }
    all.set(key, tries)
  }
  if (tries.count >= limit) {
    const seconds = Math.max(1, Math.ceil((tries.sinceMs + WINDOW_MS - nowMs) / 1000))
    throw new TooBusy(seconds, 429, 'too many attempts to sign in, try again later or ask for a one-time link')
  }
  tries.count++
}
