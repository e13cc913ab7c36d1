import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { StoredServe } from '../ports/derived-store/derived-records.ts'
import { SqliteDerivedTables } from '../ports/derived-store/sqlite-derived-tables.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import { attributionSettings } from './event-pipeline.ts'
import { judgeClicks } from './judge-clicks.ts'

const SHOP = 'a.example'
const NOW = Date.parse('2026-03-10T12:00:00Z')
const serve = { surface: 'search', requestId: 'r', atMs: NOW, subjects: ['visitor:v'], experience: null, total: 1, products: [{ productId: 1, position: 1 }] } as unknown as StoredServe // biome-ignore format: one line reads better

interface Case {
  serves?: StoredServe[]
  isServedElsewhere?: boolean
}

async function judged(parts: Partial<ShopEvent>, { serves = [serve], isServedElsewhere = false }: Case = {}) {
  const tables = new SqliteDerivedTables(':memory:')
  if (serves.length > 0) tables.putServes(serves.map((one) => ({ shop: SHOP, serve: one })))
  const click = { id: 'c', trust: 'keyed', action: 'surface_click', track: { surface: 'search', requestId: 'r' }, visitorId: 'v', atMs: NOW, receivedAtMs: NOW, lines: [{ productId: 1, quantity: 1 }] } // biome-ignore format: one line reads better
  const event = { ...click, ...parts } as unknown as ShopEvent
  const store = {
    findServes: async (...given: Parameters<SqliteDerivedTables['findServes']>) => tables.findServes(...given),
    servesShown: async (...given: Parameters<SqliteDerivedTables['servesShown']>) => tables.servesShown(...given),
    servesKeptFrom: async (shop: string) => tables.servesKeptFrom(shop),
    placesServed: async (...given: Parameters<SqliteDerivedTables['placesServed']>) => tables.placesServed(...given),
  }
  const windowsOf = async () => ({ clickMs: 1, viewMs: 1, isServedElsewhere })
  const [one] = await judgeClicks({ store, windowsOf, startedAtMs: NOW }, SHOP, [{ offset: 1, event }])
  tables.close()
  return one!.event
}
const teaches = async (...given: Parameters<typeof judged>) => (await judged(...given)).teaches !== false

const ELSE = { track: { surface: 'search', requestId: 'x' } } as Partial<ShopEvent>
const HOUR_MS = 3_600_000

describe('a click as evidence', () => {
  it('J1: counts on what was shown to that visitor alone, and signed in any case', async () => {
    expect(await teaches({})).toBe(true)
    expect(await teaches({ visitorId: 'other' })).toBe(false)
    expect(await teaches({ lines: [{ productId: 2, quantity: 1 }] })).toBe(false)
    expect(await teaches(ELSE)).toBe(false)
    expect(await teaches({ ...ELSE, trust: 'signed' })).toBe(true)
  })

  it('J2: counts without its answer if that may have been removed or lost, by the time when it was received', async () => {
    expect(await teaches({ ...ELSE, receivedAtMs: NOW - HOUR_MS })).toBe(true)
    expect(await teaches({ ...ELSE, atMs: NOW - HOUR_MS })).toBe(false)
    expect(await teaches({}, { serves: [] })).toBe(false)
    expect(await teaches({ receivedAtMs: NOW - HOUR_MS }, { serves: [] })).toBe(true)
  })

  it('J3: counts without its answer in a search if edge nodes keep their answers to themselves', async () => {
    expect(await teaches(ELSE, { isServedElsewhere: true })).toBe(true)
    const section = { track: { surface: 'section', requestId: 'x' } } as Partial<ShopEvent>
    expect(await teaches(section, { isServedElsewhere: true })).toBe(false)
    // Those that share a store bring home what they showed.
    const config = completeConfig({ edge: { enabled: true } })
    const kept = [true, false].map((isShared) => attributionSettings(config, { isShared }).isServedElsewhere)
    expect(kept).toEqual([false, true])
  })

  it('J4: products of which earlier events were evidence already are left out of a list', async () => {
    const lines = [1, 2, 3].map((productId) => ({ productId, quantity: 1 }))
    const { lines: left } = await judged({ action: 'surface_view', lines, repeats: [1, 3] })
    expect(left.map(({ productId }) => productId)).toEqual([2])
  })
})
