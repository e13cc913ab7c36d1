import { createHmac, timingSafeEqual } from 'node:crypto'
import { Unauthorized } from '../errors.ts'

const HEX = /^sha256=([0-9a-f]{64})$/i

/** The answer does not reveal whether the shop is unknown, has no secret, or the signature is wrong. */
export class NotSigned extends Unauthorized {
  constructor() {
    super('the webhook is not signed by this shop')
  }
}

/** Hashes a body as it arrives, because hashing megabytes at once would delay all other requests. */
export interface SignatureCheck {
  readonly secret: string
  update(bytes: Uint8Array): void
  /** Must be called once, at the end of the body. */
  isRight(): boolean
}

/** The HMAC-SHA256 of the bytes as sent, in Base64 or as `sha256=` and hex. */
export function beginSignatureCheck(secret: string, signature: string): SignatureCheck {
  const hex = HEX.exec(signature)?.[1]
  const given = hex === undefined ? Buffer.from(signature, 'base64') : Buffer.from(hex, 'hex')
  const hmac = createHmac('sha256', secret)
  return {
    secret,
    update: (bytes) => void hmac.update(bytes),
    isRight() {
      const expected = hmac.digest()
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
