/**
 * How often somebody may try to sign in: by network, and by account from a network, so that neither guessing one password for many accounts
 * nor many for one gets far. Nobody is kept out of an account by what others try elsewhere. An IPv6 network is a /64.
 */
import type { SignInTries } from '../../ports/sign-in-tries/sign-in-tries.ts'
import { RateLimited } from '../errors.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_NETWORK = 30

export class SignInThrottle {
  readonly #tries: SignInTries

  constructor(tries: SignInTries) {
    this.#tries = tries
  }

  /** Counts a try, or throws `RateLimited`. Accounts that do not exist are counted like those that do. */
  async try(account: string, network: string, nowMs: number): Promise<void> {
    await this.#count(`address ${network}`, TRIES_PER_NETWORK, nowMs)
    await this.#count(`account ${account} ${network}`, TRIES_PER_ACCOUNT, nowMs)
  }

  /** Signed in: the account's tries from here are forgotten, of the network only this one. */
  async succeeded(account: string, network: string): Promise<void> {
    await this.#tries.forget(`account ${account} ${network}`)
    await this.#tries.takeBack(`address ${network}`)
  }

  /** Counts links alone: whoever used up their passwords can still come by one. Links are as long as keys, so no account is counted. */
  async tryLink(network: string, nowMs: number): Promise<void> {
    await this.#count(`link ${network}`, TRIES_PER_NETWORK, nowMs)
  }

  async linkSucceeded(network: string): Promise<void> {
    await this.#tries.takeBack(`link ${network}`)
  }

  /** Counts tries of the current password by somebody who is signed in: a stolen session must not find it out, nor keep its user from signing in. */
  async tryCurrentPassword(userId: string, nowMs: number): Promise<void> {
    await this.#count(`current password ${userId}`, TRIES_PER_ACCOUNT, nowMs)
  }

  async #count(key: string, limit: number, nowMs: number): Promise<void> {
    const leftMs = await this.#tries.count(key, { limit, windowMs: WINDOW_MS, nowMs })
    if (leftMs === undefined) return
    const seconds = Math.max(1, Math.ceil(leftMs / 1000))
    const policy = { name: 'sign-in', quota: limit, windowSeconds: WINDOW_MS / 1000 }
    throw new RateLimited(
      policy,
      seconds,
      0,
      'too many attempts to sign in, try again later or ask for a one-time link',
    )
  }
}
