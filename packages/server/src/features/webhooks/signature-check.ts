import { createHmac, timingSafeEqual } from 'node:crypto'
import { Unauthorized } from '../errors.ts'

const HEX = /^sha256=([0-9a-f]{64})$/i

/** An unknown shop, a missing secret and a wrong signature get the same answer. */
export class NotSigned extends Unauthorized {
  constructor() {
    super('the webhook is not signed by this shop')
  }
}

/** Compares a signature with the bytes of a body, which are hashed as they arrive: megabytes at once would take long. */
export interface SignatureCheck {
  readonly secret: string
  update(bytes: Uint8Array): void
  /** Called once, at the end of the body. */
  isRight(): boolean
}

/** A signature is the HMAC-SHA256 of the bytes as sent, which parsing would not preserve: in Base64, or `sha256=` and hex. */
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
