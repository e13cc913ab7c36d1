import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { EvidenceGate, FREE_VISITORS, evidenceNetwork } from './evidence-gate.ts'

const keyOf = (day: number) => new TextEncoder().encode(`key of ${day}`)
const NOW = Date.parse('2026-03-01T12:00:00Z')
const event = (parts: Partial<ShopEvent> = {}) =>
  ({ trust: 'keyed', visitorId: 'v', receivedAtMs: NOW, action: 'order', lines: [], ...parts }) as unknown as ShopEvent
const admits = (gate: EvidenceGate, one: ShopEvent, address = '203.0.113.9', shop = 's') =>
  gate.judge(shop, one, address).teaches !== false
const admitted = (gate: EvidenceGate, visitors: number, address: string, parts: Partial<ShopEvent> = {}) =>
  Array.from({ length: visitors }, (_, i) =>
    admits(gate, event({ visitorId: `${address} ${i}`, ...parts }), address),
  ).filter(Boolean).length

describe('events as evidence', () => {
  it('E1: a dozen visitors of one network are all evidence, a thousand are less than two dozen, and more are no more', () => {
    const gate = new EvidenceGate(keyOf)
    expect(admitted(gate, FREE_VISITORS, '203.0.113.9')).toBe(12)
    const farm = new EvidenceGate(keyOf)
    const counts = [12, 24, 100, 1000, 5000].map((visitors) =>
      admitted(new EvidenceGate(keyOf), visitors, '203.0.113.9'),
    )
    expect(counts).toEqual([12, 18, 22, 23, 23])
    expect(admitted(farm, 1000, '203.0.113.9') + admitted(farm, 1000, '203.0.113.77')).toBe(23)
  })

  it('E2: networks, shops and days count for themselves', () => {
    const gate = new EvidenceGate(keyOf)
    expect(admitted(gate, 100, '203.0.113.9')).toBe(22)
    expect(admitted(gate, 100, '198.51.100.9')).toBe(22)
    expect(admitted(gate, 100, '203.0.113.9', { receivedAtMs: NOW + 86_400_000 })).toBe(22)
    expect(admits(gate, event(), '203.0.113.9', 'other')).toBe(true)
  })

  it('E3: a visitor counts once a day for an order, and once for the same of a product', () => {
    const gate = new EvidenceGate(keyOf)
    const lines = (productId: number) => [{ productId, quantity: 1 }]
    const view = (productId: number) => event({ action: 'product_view', lines: lines(productId) })
    expect([1, 2, 3].map((id) => admits(gate, event({ lines: lines(id) })))).toEqual([true, false, false])
    expect([1, 1, 2].map((id) => admits(gate, view(id)))).toEqual([true, false, true])
  })

  it('E7: a product counts once for a visitor, whatever it is listed with: pages of a search do, the new products of a section do', () => {
    const gate = new EvidenceGate(keyOf)
    const listed = (action: ShopEvent['action'], ...ids: number[]) =>
      gate.judge('s', event({ action, query: 'sofa', lines: ids.map((productId) => ({ productId, quantity: 1 })) }), '203.0.113.9') // biome-ignore format: one line reads better
    const [whole, none] = [{}, { teaches: false }]
    const search = [[1, 2], [3, 4], [1, 5], [5, 6], [7, 7]] // biome-ignore format: one line reads better
    expect(search.map((ids) => listed('surface_render', ...ids))).toEqual([whole, whole, none, none, whole])
    expect([[1, 2], [2, 3], [3, 1]].map((ids) => listed('surface_view', ...ids))).toEqual([whole, { repeats: [2] }, none]) // biome-ignore format: one line reads better
    expect([[1], [1, 2], [3]].map((ids) => listed('surface_click', ...ids))).toEqual([whole, none, whole]) // biome-ignore format: one line reads better
  })

  it('E4: what is signed is evidence from anywhere, and what is nobody’s is none', () => {
    const gate = new EvidenceGate(keyOf)
    expect(admitted(gate, 500, '203.0.113.9', { trust: 'signed' })).toBe(500)
    expect(admits(gate, event({ visitorId: undefined }))).toBe(false)
  })

  it('E5: networks are /24 and /48; addresses behind a proxy that is not trusted say nothing', () => {
    expect(evidenceNetwork('203.0.113.9')).toBe('203.0.113')
    expect(evidenceNetwork('::ffff:203.0.113.9')).toBe('203.0.113')
    expect(evidenceNetwork('2001:db8:7::1')).toBe('2001:db8:7::/48')
    expect(evidenceNetwork('2001:0db8:0007:9::')).toBe('2001:db8:7::/48')
    expect(evidenceNetwork('2001::1')).toBe('2001:0:0::/48')
    for (const inside of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.20.0.1', '::1', 'fd00::1', 'fe80::1'])
      expect(evidenceNetwork(inside)).toBeUndefined()
  })

  it('E6: a network goes on counting after a restart and on another node, and stored hashes tell nobody’s address', () => {
    const [first, restarted, other] = [new EvidenceGate(keyOf), new EvidenceGate(keyOf), new EvidenceGate(keyOf)]
    expect(admitted(first, 12, '203.0.113.9')).toBe(12)
    const { day, counts } = first.takeNew()
    expect([counts.map(({ visitors }) => visitors), first.takeNew().counts]).toEqual([[12], []])
    expect(JSON.stringify(counts)).not.toContain('203')
    restarted.notice(day, counts)
    expect(admitted(restarted, 200, '203.0.113.77')).toBe(11)
    // Its own are not counted twice when they come back in the total.
    admitted(other, 6, '203.0.113.5')
    other.notice(
      day,
      other.takeNew().counts.map((one) => ({ ...one, visitors: one.visitors + 6 })),
    )
    expect(admitted(other, 206, '203.0.113.5')).toBe(11)
    first.notice(day + 1, [])
    expect(admitted(first, 12, '203.0.113.9', { receivedAtMs: NOW + 86_400_000 })).toBe(12)
  })

  it('E8: a network has another hash each day, so that stored ones cannot be joined', () => {
    const stored = (receivedAtMs: number) => {
      const gate = new EvidenceGate(keyOf)
      admitted(gate, 1, '203.0.113.9', { receivedAtMs })
      return gate.takeNew().counts[0]!.network
    }
    expect(stored(NOW)).toBe(stored(NOW + 1))
    expect(stored(NOW + 86_400_000)).not.toBe(stored(NOW))
  })
})
