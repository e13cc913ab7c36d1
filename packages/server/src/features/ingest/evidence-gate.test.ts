import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { NetworkVisitors } from '../../ports/derived-store/derived-records.ts'
import { EvidenceGate, FREE_VISITORS, evidenceNetwork } from './evidence-gate.ts'
import { NetworkSequences } from './network-sequences.ts'

const keyOf = (day: number) => new TextEncoder().encode(`key of ${day}`)
const NOW = Date.parse('2026-03-01T12:00:00Z')
const event = (parts: Partial<ShopEvent> = {}) =>
  ({ trust: 'keyed', visitorId: 'v', receivedAtMs: NOW, action: 'order', lines: [], ...parts }) as unknown as ShopEvent

function openGate() {
  const added: NetworkVisitors[] = []
  const add = async (_day: number, counts: readonly NetworkVisitors[]) => {
    added.push(...counts)
    return counts
  }
  const sequences = new NetworkSequences({ add, isShared: false, onError: () => {} })
  return { gate: new EvidenceGate(keyOf, sequences), sequences, added }
}
const admits = async (gate: EvidenceGate, one: ShopEvent, address = '203.0.113.9', shop = 's') =>
  (await gate.judge(shop, one, address)).teaches !== false
async function inTurn<T, R>(given: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of given) done.push(await work(one))
  return done
}
async function admitted(gate: EvidenceGate, visitors: number, address: string, parts: Partial<ShopEvent> = {}) {
  const names = Array.from({ length: visitors }, (_, i) => `${address} ${i}`)
  return (await inTurn(names, (visitorId) => admits(gate, event({ visitorId, ...parts }), address))).filter(Boolean)
    .length
}

describe('events as evidence', () => {
  it('E1: a dozen visitors of one network all count, a thousand count as fewer than two dozen, and more add nothing', async () => {
    const { gate } = openGate()
    expect(await admitted(gate, FREE_VISITORS, '203.0.113.9')).toBe(12)
    const { gate: farm } = openGate()
    const counts = await inTurn([12, 24, 100, 1000, 5000], (visitors) =>
      admitted(openGate().gate, visitors, '203.0.113.9'),
    )
    expect(counts).toEqual([12, 18, 22, 23, 23])
    expect((await admitted(farm, 1000, '203.0.113.9')) + (await admitted(farm, 1000, '203.0.113.77'))).toBe(23)
  })

  it('E2: networks, shops and days count separately', async () => {
    const { gate } = openGate()
    expect(await admitted(gate, 100, '203.0.113.9')).toBe(22)
    expect(await admitted(gate, 100, '198.51.100.9')).toBe(22)
    expect(await admitted(gate, 100, '203.0.113.9', { receivedAtMs: NOW + 86_400_000 })).toBe(22)
    expect(await admits(gate, event(), '203.0.113.9', 'other')).toBe(true)
  })

  it('E3: a visitor counts once a day for an order, and once per product and action', async () => {
    const { gate } = openGate()
    const lines = (productId: number) => [{ productId, quantity: 1 }]
    const view = (productId: number) => event({ action: 'product_view', lines: lines(productId) })
    expect(await inTurn([1, 2, 3], (id) => admits(gate, event({ lines: lines(id) })))).toEqual([true, false, false])
    expect(await inTurn([1, 1, 2], (id) => admits(gate, view(id)))).toEqual([true, false, true])
  })

  it('E7: a product counts once per visitor in all lists; further search pages and new products of a section count', async () => {
    const { gate } = openGate()
    const listed = (action: ShopEvent['action'], ...ids: number[]) =>
      gate.judge('s', event({ action, query: 'sofa', lines: ids.map((productId) => ({ productId, quantity: 1 })) }), '203.0.113.9') // biome-ignore format: one line reads better
    const [whole, none] = [{}, { teaches: false }]
    const search = [[1, 2], [3, 4], [1, 5], [5, 6], [7, 7]] // biome-ignore format: one line reads better
    expect(await inTurn(search, (ids) => listed('surface_render', ...ids))).toEqual([whole, whole, none, none, whole])
    expect(await inTurn([[1, 2], [2, 3], [3, 1]], (ids) => listed('surface_view', ...ids))).toEqual([whole, { repeats: [2] }, none]) // biome-ignore format: one line reads better
    expect(await inTurn([[1], [1, 2], [3]], (ids) => listed('surface_click', ...ids))).toEqual([whole, none, whole]) // biome-ignore format: one line reads better
  })

  it('E4: signed events are always evidence, and events without a visitor never are', async () => {
    const { gate } = openGate()
    expect(await admitted(gate, 500, '203.0.113.9', { trust: 'signed' })).toBe(500)
    expect(await admits(gate, event({ visitorId: undefined }))).toBe(false)
  })

  it('E5: networks are /24 and /48; private addresses, as of an untrusted proxy, name no network', () => {
    expect(evidenceNetwork('203.0.113.9')).toBe('203.0.113')
    expect(evidenceNetwork('::ffff:203.0.113.9')).toBe('203.0.113')
    expect(evidenceNetwork('2001:db8:7::1')).toBe('2001:db8:7::/48')
    expect(evidenceNetwork('2001:0db8:0007:9::')).toBe('2001:db8:7::/48')
    expect(evidenceNetwork('2001::1')).toBe('2001:0:0::/48')
    for (const inside of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.20.0.1', '::1', 'fd00::1', 'fe80::1'])
      expect(evidenceNetwork(inside)).toBeUndefined()
  })

  it('E6: stored hashes reveal no address, and change each day, so that days cannot be linked', async () => {
    const stored = async (receivedAtMs: number) => {
      const { gate, sequences, added } = openGate()
      await admitted(gate, 1, '203.0.113.9', { receivedAtMs })
      await sequences.flush()
      expect(JSON.stringify(added)).not.toContain('203')
      return added[0]!.network
    }
    expect(await stored(NOW)).toBe(await stored(NOW + 1))
    expect(await stored(NOW + 86_400_000)).not.toBe(await stored(NOW))
  })
})
