import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginSignatureCheck } from './signature-check.ts'

const sign = (secret: string, body: Uint8Array) => createHmac('sha256', secret).update(body).digest('base64')
const isSignedBy = (secret: string, body: Uint8Array, signature: string) => {
  const check = beginSignatureCheck(secret, signature)
  check.update(body.subarray(0, 3))
  check.update(body.subarray(3))
  return check.isRight()
}
const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at % bytes.length ? byte ^ 1 : byte))

describe('a webhook signature', () => {
  const body = fc.uint8Array({ minLength: 1, maxLength: 200 })

  it('W1: is valid for exactly the bytes that were signed', () => {
    fc.assert(fc.property(body, (bytes) => isSignedBy('secret', bytes, sign('secret', bytes))))
  })

  it('W1b: is valid in hex, too, but only in full length', () => {
    const hex = createHmac('sha256', 'secret').update('body').digest('hex')
    const isRight = (signature: string) => isSignedBy('secret', Buffer.from('body'), signature)
    expect([`sha256=${hex}`, `sha256=${hex.toUpperCase()}`].map(isRight)).toEqual([true, true])
    expect([hex, `sha256=${hex.slice(2)}`, `sha1=${hex}`, 'sha256='].map(isRight)).toEqual([false, false, false, false])
  })

  it('W2: is invalid for a body that differs in one bit', () => {
    fc.assert(
      fc.property(body, fc.nat(), (bytes, at) => !isSignedBy('secret', flipped(bytes, at), sign('secret', bytes))),
    )
  })

  it('W3: is invalid for another secret', () => {
    fc.assert(fc.property(body, (bytes) => !isSignedBy('secret', bytes, sign('Secret', bytes))))
  })

  it('W4: is neither any other 32 bytes, nor a shorter or longer text', () => {
    const bytes = Buffer.from('{"id":1}')
    const right = createHmac('sha256', 'secret').update(bytes).digest()
    for (let at = 0; at < right.length; at++)
      expect(isSignedBy('secret', bytes, Buffer.from(flipped(right, at)).toString('base64'))).toBe(false)
    for (const wrong of [Buffer.alloc(32), right.subarray(1), Buffer.concat([right, Buffer.of(0)]), Buffer.alloc(0)])
      expect(isSignedBy('secret', bytes, wrong.toString('base64'))).toBe(false)
  })
})
