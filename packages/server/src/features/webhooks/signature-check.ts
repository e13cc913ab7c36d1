import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { Unauthorized } from '../errors.ts'

const HEX = /^sha256=([0-9a-f]{64})$/i

/** An unknown shop, a missing secret and a wrong signature get the same answer. */
export class NotSigned extends Unauthorized {
  constructor() {
    super('the webhook is not signed by this shop')
  }
}

/**
 * Checks that a signature is the HMAC-SHA256 of the bytes as received, which parsing would not preserve: in Base64, or
 * `sha256=` and hex. Each piece is hashed as it arrives, because hashing megabytes at once would hold up every other
 * request.
 */
export class SignatureCheck {
  readonly #secret: string
  readonly #given: Buffer
  readonly #hmac: Hmac
  #isRight: boolean | undefined

  constructor(secret: string, signature: string) {
    const hex = HEX.exec(signature)?.[1]
    this.#secret = secret
    this.#given = hex === undefined ? Buffer.from(signature, 'base64') : Buffer.from(hex, 'hex')
    this.#hmac = createHmac('sha256', secret)
  }

  update(bytes: Uint8Array): void {
    this.#hmac.update(bytes)
  }

  /** Ends the check. Returns true if the signature was made with `secret`, which must be the one the check began with. */
  holds(secret = this.#secret): boolean {
    this.#isRight ??= this.#isEqual(this.#hmac.digest())
    return this.#isRight && secret === this.#secret
  }

  #isEqual(expected: Buffer): boolean {
    return this.#given.length === expected.length && timingSafeEqual(this.#given, expected)
  }
}
