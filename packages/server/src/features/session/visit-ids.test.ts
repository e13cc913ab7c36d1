import { describe, expect, it } from 'vitest'
import { VISIT_GAP_MS, VisitIds } from './visit-ids.ts'

const NOW = Date.parse('2026-03-10T12:10:00Z')
const NOBODY = { visitorId: null, clientId: null, customerId: null }

function asks(identity: object = {}, changes: object = {}) {
  return {
    shop: { id: 'a.example' },
    identity: { ...NOBODY, ...identity },
    session: undefined,
    nowMs: NOW,
    ...changes,
  } as never
}

describe('the visit of a request', () => {
  it('V1: stays the same until a gap of 30 minutes, however long the visit is', () => {
    const visits = new VisitIds('secret')
    const first = visits.idOf(asks({ clientId: 'c' }), 'issued')
    for (let minutes = 29; minutes < 200; minutes += 29) {
      const nowMs = NOW + minutes * 60_000
      expect(visits.idOf(asks({ clientId: 'c' }, { nowMs }), 'other')).toBe(first)
    }
  })

  it('V2: differs after a gap of 30 minutes, for another visitor and in another shop', () => {
    const visits = new VisitIds('secret')
    const first = visits.idOf(asks({ visitorId: 'v' }), 'v')
    expect(visits.idOf(asks({ visitorId: 'w' }), 'w')).not.toBe(first)
    expect(visits.idOf(asks({ visitorId: 'v' }, { shop: { id: 'b.example' } }), 'v')).not.toBe(first)
    expect(visits.idOf(asks({ visitorId: 'v' }, { nowMs: NOW + VISIT_GAP_MS }), 'v')).not.toBe(first)
  })

  it('V3: continues with any known id of the visitor, even the issued one', () => {
    const visits = new VisitIds('secret')
    const first = visits.idOf(asks(), 'issued')
    expect(visits.idOf(asks({ clientId: 'c', visitorId: 'issued' }), 'issued')).toBe(first)
    expect(visits.idOf(asks({ clientId: 'c' }), 'new')).toBe(first)
  })

  it('V4: is separate on two devices of a customer', () => {
    const visits = new VisitIds('secret')
    const phone = visits.idOf(asks({ clientId: 'phone', customerId: '7' }), 'a')
    expect(visits.idOf(asks({ clientId: 'desk', customerId: '7' }), 'b')).not.toBe(phone)
    expect(visits.idOf(asks({ customerId: '7' }), 'd')).toBe(visits.idOf(asks({ customerId: '7' }), 'e'))
  })

  it('V5: is the same on two nodes that see the visitor in the same half hour, and with its token on any node', () => {
    const [one, two] = [new VisitIds('secret'), new VisitIds('secret')]
    const first = one.idOf(asks({ clientId: 'c' }), 'a')
    expect(two.idOf(asks({ clientId: 'c' }, { nowMs: NOW + 60_000 }), 'b')).toBe(first)
    const session = { shop: 'a.example', visit: first, visitor: 'c', issuedAtMs: NOW }
    const later = (minutes: number) =>
      new VisitIds('secret').idOf(asks({ clientId: 'c' }, { session, nowMs: NOW + minutes * 60_000 }), 'b')
    expect(later(29)).toBe(first)
    expect(later(31)).not.toBe(first)
    expect(new VisitIds('other').idOf(asks({ clientId: 'c' }), 'a')).not.toBe(first)
  })
})
