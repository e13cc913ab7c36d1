/** Limits sign-ins per network (for IPv6 a /64), and per account and network. Other networks never lock a user out. */
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

  /** Counts attempts to sign in to accounts that do not exist, too, so that a refusal does not reveal which ones do. */
  async try(account: string, network: string, nowMs: number): Promise<void> {
    await this.#count(`address ${network}`, TRIES_PER_NETWORK, nowMs)
    await this.#count(`account ${account} ${network}`, TRIES_PER_ACCOUNT, nowMs)
  }

  /** Forgets the account's attempts from this network, but only this one attempt of the network as a whole. */
  async succeeded(account: string, network: string): Promise<void> {
    await this.#tries.forget(`account ${account} ${network}`)
    await this.#tries.takeBack(`address ${network}`)
  }

  /** Links are counted apart from passwords. They are too long to guess, so they are not counted per account. */
  async tryLink(network: string, nowMs: number): Promise<void> {
    await this.#count(`link ${network}`, TRIES_PER_NETWORK, nowMs)
  }

  async linkSucceeded(network: string): Promise<void> {
    await this.#tries.takeBack(`link ${network}`)
  }

  /** Counted apart from signing in, so that a stolen session can neither guess the password nor lock its user out. */
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
