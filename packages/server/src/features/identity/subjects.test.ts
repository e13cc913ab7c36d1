import { describe, expect, it } from 'vitest'
import { shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { factSubject, linksOf, subjectsOfIdentity } from './subjects.ts'

const who = (changes: object) => shopEvent({ visitorId: undefined, ...changes })

describe('subjects', () => {
  it('I1: begin with the customer, without the prefix of the platform’s id; empty ids are left out', () => {
    const all = { visitorId: 'v', clientId: 'c', customerId: 'gid://shopify/Customer/7' }
    expect(subjectsOfIdentity(all)).toEqual(['customer:7', 'visitor:v', 'client:c'])
    expect(subjectsOfIdentity({ visitorId: '', clientId: null, customerId: '' })).toEqual([])
  })

  it('I2: of facts are the visitor, else the client, else the customer', () => {
    expect(factSubject(who({ visitorId: 'v', clientId: 'c' }))).toBe('visitor:v')
    expect(factSubject(who({ clientId: 'c' }))).toBe('client:c')
    expect(factSubject(who({ customerId: '7' }))).toBe('customer:7')
    expect(factSubject(who({}))).toBeUndefined()
  })

  it('I3: of facts about a logged-in shopper are the login, or a claim if the login is not verified', () => {
    const ids = { visitorId: 'v', clientId: 'c', customerId: '7' }
    expect(factSubject(who(ids))).toBe('claim:7@visitor:v')
    expect(factSubject(who({ ...ids, isCustomerVerified: true }))).toBe('login:7@visitor:v')
    expect(factSubject(who({ clientId: 'c', customerId: '7' }))).toBe('claim:7@client:c')
  })

  it('I4: link visitor with client, and a login with its device and its customer, but never device and customer', () => {
    expect(linksOf(who({ visitorId: 'v', clientId: 'c' }))).toEqual([['visitor:v', 'client:c']])
    expect(linksOf(who({ visitorId: 'v', clientId: 'c', customerId: '7' }))).toEqual([
      ['visitor:v', 'client:c'],
      ['claim:7@visitor:v', 'visitor:v'],
      ['claim:7@visitor:v', 'customer:7'],
    ])
    expect(linksOf(who({ clientId: 'c', customerId: '7', isCustomerVerified: true }))).toEqual([
      ['login:7@client:c', 'client:c'],
      ['login:7@client:c', 'customer:7'],
    ])
    for (const alone of [{ visitorId: 'v' }, { clientId: 'c' }, { customerId: '7' }])
      expect(linksOf(who(alone))).toEqual([])
  })

  it('I5: link nothing without a key', () => {
    expect(linksOf(who({ visitorId: 'v', clientId: 'c', customerId: '7', isKeyless: true }))).toEqual([])
  })
})
