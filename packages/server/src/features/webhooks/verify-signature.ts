import { createHmac, timingSafeEqual } from 'node:crypto'

/** Base64 HMAC-SHA256 over the bytes as they came: parsing and printing JSON again would change them. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
