import { describe, expect, it } from 'vitest'
import { type Payer, rateLimit } from './rate-limit.ts'
import { RequestAccount } from './request-account.ts'

const ALL = 1000
const visitor: Payer = { bucket: 'key', member: 'visitor' }

function accounts() {
  const limit = rateLimit('key', ALL)
  return (payer: Payer) => new RequestAccount(limit, payer, () => 0)
}

describe('the units that a request has paid', () => {
  it.each([503, 429] as const)('return to the shop’s shared bucket if the request is refused with %s', (status) => {
    const open = accounts()
    const account = open({ bucket: 'key', member: 'flooding' })
    account.take(300)
    account.correct(200)
    open(visitor).take(200)
    for (const _twice of [1, 2]) account.refundRefusal(status)
    expect(() => open(visitor).take(ALL - 200)).not.toThrow()
    expect(() => open(visitor).take(1)).toThrow()
  })

  it('return to an address without a key only if the server was busy', () => {
    const open = accounts()
    const [refused, shed] = [open({ bucket: 'refused' }), open({ bucket: 'shed' })]
    for (const account of [refused, shed]) account.take(300)
    refused.refundRefusal(429)
    shed.refundRefusal(503)
    expect(() => refused.take(ALL)).toThrow()
    expect(() => shed.take(ALL)).not.toThrow()
  })
})
