import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CustomerProof, customerVerification } from './customer-verification.ts'
import { claimed, fromServer, unproven } from './testing/proofs.ts'

const SECRET = 'a'.repeat(32)
const PREVIOUS = 'b'.repeat(32)
const sign = (id: string, secret = SECRET) => createHmac('sha256', secret).update(id).digest('hex')
const verification = { enabled: true, secret: SECRET, previous_secret: PREVIOUS }
const signed = (signature: string, more: Partial<CustomerProof> = {}): CustomerProof => ({
  verification,
  signature,
  isServerSide: false,
  ...more,
})

describe('a customer id', () => {
  it('V1: is claimed if the shop requires no signature, and otherwise void', () => {
    expect(customerVerification(claimed, '7')).toBe('claimed')
    expect(customerVerification(unproven, '7')).toBe('void')
  })

  it('V2: is verified from a server, whatever the shop requires', () => {
    expect(customerVerification(fromServer, '7')).toBe('verified')
    expect(customerVerification({ ...claimed, isServerSide: true }, '7')).toBe('verified')
  })

  it('V3: is verified by a signature with either secret', () => {
    for (const secret of [SECRET, PREVIOUS])
      expect(customerVerification(signed(sign('7', secret)), '7')).toBe('verified')
    expect(customerVerification(signed(sign('7').toUpperCase()), '7')).toBe('verified')
  })

  it('V4: is verified by a signature even if the shop does not require one', () => {
    const off = { ...verification, enabled: false }
    expect(customerVerification(signed(sign('7'), { verification: off }), '7')).toBe('verified')
    expect(customerVerification(signed(sign('8'), { verification: off }), '7')).toBe('claimed')
  })

  it('V5: may be signed as number or as gid, whichever is sent', () => {
    const gid = 'gid://shopify/Customer/7'
    expect(customerVerification(signed(sign('7')), gid)).toBe('verified')
    expect(customerVerification(signed(sign(gid)), gid)).toBe('verified')
    expect(customerVerification(signed(sign(gid)), '7')).toBe('void')
  })

  it('V6: is not verified by a signature of another id, another secret, another length or another alphabet', () => {
    const right = sign('7')
    const wrong = [
      sign('77'),
      sign('7', 'c'.repeat(32)),
      right.slice(1),
      `${right}0`,
      ` ${right}`,
      `${right}\n`,
      'g'.repeat(64),
    ]
    for (const signature of ['', ...wrong, '0'.repeat(64)])
      expect(customerVerification(signed(signature), '7')).toBe('void')
    for (let at = 0; at < 64; at++) {
      const other = right[at] === '0' ? '1' : '0'
      expect(customerVerification(signed(right.slice(0, at) + other + right.slice(at + 1)), '7')).toBe('void')
    }
  })

  it('V7: is not verified without a secret, not even by a signature with an empty one', () => {
    for (const secret of [null, '']) {
      const none = { enabled: true, secret, previous_secret: null }
      for (const guess of ['', 'null', 'undefined'])
        expect(customerVerification(signed(sign('7', guess), { verification: none }), '7')).toBe('void')
    }
  })
})
