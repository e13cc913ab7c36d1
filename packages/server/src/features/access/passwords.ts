/** Hashes passwords with salted scrypt. Each check takes about 32 MB and a tenth of a second on another thread, so only few run at once. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { TooBusy } from '../errors.ts'

/** 2^15 · 8 · 128 bytes = 32 MB. Doubling N doubles the cost of a check, also for an attacker with the hashes. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 2
const MAX_WAITING = 50

export class Passwords {
  readonly #cost: typeof COST
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(cost = COST) {
    this.#cost = cost
  }

  /** Returns `scrypt$salt$key`, in base64url. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const key = await this.#derive(password, salt)
    return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`
  }

  /** Takes as long for a missing password (null) as for a wrong one, so that the time does not reveal which users exist. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    const [, salt = '', key = ''] = (stored ?? '').split('$')
    const wanted = Buffer.from(key, 'base64url')
    const derived = await this.#derive(password, Buffer.from(salt, 'base64url'))
    return stored !== null && wanted.length === derived.length && timingSafeEqual(wanted, derived)
  }

  async #derive(password: string, salt: Buffer): Promise<Buffer> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) throw new TooBusy(5)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, this.#cost, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      )
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
