import { describe, expect, it } from 'vitest'
import { isStaff } from './shop-staff.ts'

const staff = { networks: ['203.0.113.0/24', '198.51.100.7', '2001:db8:7::/48', 'nonsense'], customer_ids: ['42'] }

describe('the shop’s own staff', () => {
  it('are recognized by their network, their customer id or the cookie', () => {
    for (const address of ['203.0.113.200', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:7:1::9'])
      expect([address, isStaff({ staff }, { address })]).toEqual([address, true])
    for (const address of ['203.0.114.1', '198.51.100.8', '2001:db8:8::1', 'unknown'])
      expect([address, isStaff({ staff }, { address })]).toEqual([address, false])
    expect(isStaff({ staff }, { customerId: '42' })).toBe(true)
    expect(isStaff({ staff }, { customerId: 42 })).toBe(false)
    expect(isStaff({}, { cookie: 'a=b; vitrine_staff=1' })).toBe(true)
    expect(isStaff({}, { cookie: 'not_vitrine_staff=1; vitrine_staff=10' })).toBe(false)
  })

  it('do not exist if the shop configured none', () => {
    expect(isStaff({}, { address: '203.0.113.200', customerId: '42' })).toBe(false)
  })
})
