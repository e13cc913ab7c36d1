/** How often somebody may try to sign in: by address and by account, so that neither guessing one password for many accounts nor many for one gets far. */
import type { SignInTries } from '../../ports/sign-in-tries/sign-in-tries.ts'
import { TooBusy } from '../errors.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 30

export class SignInThrottle {
  readonly #tries: SignInTries

  constructor(tries: SignInTries) {
    this.#tries = tries
  }

  /** Counts a try, or throws `TooBusy` (429). Accounts that do not exist are counted like those that do. */
  async try(account: string, address: string, nowMs: number): Promise<void> {
    await this.#count(`address ${address}`, TRIES_PER_ADDRESS, nowMs)
    await this.#count(`account ${account}`, TRIES_PER_ACCOUNT, nowMs)
  }

  /** Signed in: the account's tries are forgotten, of the address only this one. */
  async succeeded(account: string, address: string): Promise<void> {
    await this.#tries.forget(`account ${account}`)
    await this.#tries.takeBack(`address ${address}`)
  }

  /** Of links alone: whoever used up their passwords can still come by one. They are as long as keys, so no account is counted. */
  async tryLink(address: string, nowMs: number): Promise<void> {
    await this.#count(`link ${address}`, TRIES_PER_ADDRESS, nowMs)
  }

  async linkSucceeded(address: string): Promise<void> {
    await this.#tries.takeBack(`link ${address}`)
  }

  /** Of the current password, asked of somebody who is signed in: a stolen session must not find it out, nor keep its user from signing in. */
  async tryCurrentPassword(userId: string, nowMs: number): Promise<void> {
    await this.#count(`current password ${userId}`, TRIES_PER_ACCOUNT, nowMs)
  }

  async #count(key: string, limit: number, nowMs: number): Promise<void> {
    const leftMs = await this.#tries.count(key, { limit, windowMs: WINDOW_MS, nowMs })
    if (leftMs === undefined) return
    const seconds = Math.max(1, Math.ceil(leftMs / 1000))
    throw new TooBusy(seconds, 429, 'too many attempts to sign in, try again later or ask for a one-time link')
  }
}
