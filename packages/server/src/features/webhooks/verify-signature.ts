import { createHmac, timingSafeEqual } from 'node:crypto'

const HEX = /^sha256=([0-9a-f]{64})$/i

/** HMAC-SHA256 over the bytes as they came, in Base64 or as `sha256=` and hex: parsing and printing JSON again would change them. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const hex = HEX.exec(signature)?.[1]
  const given = hex === undefined ? Buffer.from(signature, 'base64') : Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
