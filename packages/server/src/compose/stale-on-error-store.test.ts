import { afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../ports/postgres/store-unusable.ts'
import type { ApiKey, RecordStore } from '../ports/record-store/record-store.ts'
import type { Product } from '../ports/record-store/product.ts'
import { normalizeProduct } from '../features/catalog/normalize/normalize-product.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { completeConfig } from '@vitrine/contract'
import { staleOnErrorStore } from './stale-on-error-store.ts'
import { StoreBreaker } from './store-breaker.ts'

const SHOP = 'far.example.com'
const KEY = { id: 'k', shop: SHOP, kind: 'storefront', hash: 'h', label: '', createdAt: '2026-01-01T00:00:00.000Z' }
const store = sqliteRecordStore({ path: ':memory:' })
await store.putShop(SHOP, completeConfig({}))
await store.addKey({ ...KEY, expiresAt: null, revokedAt: null } as ApiKey)

function product(id: number): Product {
  const normalized = normalizeProduct({ id, title: `P${id}`, handle: `p-${id}`, variants: [{ id, price: '1.00' }] })
  if (normalized.kind !== 'product') throw new Error(normalized.reason)
  return normalized.product
}

type Reads = 'getShop' | 'findKey' | 'getProducts' | 'lastChange'
let isAway = false
let isHanging = false
let asked = 0
const guarded = (name: Reads) => async (first: string, ids: readonly number[]) => {
  if (name !== 'lastChange') asked++
  if (isHanging) await new Promise(() => {})
  if (isAway) throw new StoreUnavailable('gone')
  return (store[name] as (first: string, ids: readonly number[]) => Promise<unknown>)(first, ids)
}
const far: RecordStore = {
  ...store,
  ...(Object.fromEntries(
    (['getShop', 'findKey', 'getProducts', 'lastChange'] as const).map((name) => [name, guarded(name)]),
  ) as unknown as Pick<RecordStore, Reads>),
}

afterEach(() => {
  isAway = false
  isHanging = false
})

const breaker = () => new StoreBreaker(() => far.lastChange(SHOP), { waitMs: 20, probeMs: 5 })
const open = () => staleOnErrorStore(far, breaker())

describe('records of an unreachable store', () => {
  it.each(['refuses', 'hangs'])('are those that were read last if the store %s', async (how) => {
    const records = open()
    await records.getShop(SHOP)
    await records.findKey('h')
    isAway = how === 'refuses'
    isHanging = how === 'hangs'
    expect((await records.getShop(SHOP))?.id).toBe(SHOP)
    expect((await records.findKey('h'))?.id).toBe('k')
  })

  it('are requested once if the store hangs, not by every caller', async () => {
    const records = open()
    await records.getShop(SHOP)
    isHanging = true
    await records.getShop(SHOP)
    const before = asked
    await Promise.all(Array.from({ length: 100 }, () => records.getShop(SHOP)))
    expect(asked).toBe(before)
  })

  it('that were never read are an error', async () => {
    const records = open()
    isAway = true
    await expect(records.getShop(SHOP)).rejects.toThrow('gone')
    await expect(records.findKey('h')).rejects.toThrow('gone')
    await expect(records.getProducts(SHOP, [1])).rejects.toThrow('gone')
  })

  it('are all the requested products or none', async () => {
    const records = open()
    await store.putProducts(SHOP, [1, 2].map(product))
    await records.getProducts(SHOP, [1])
    isAway = true
    expect((await records.getProducts(SHOP, [1]))[0]?.id).toBe(1)
    await expect(records.getProducts(SHOP, [1, 2])).rejects.toThrow('gone')
  })

  it('are reported as changed when the store is back, so that a key revoked meanwhile is read again', async () => {
    const records = open()
    await records.findKey('h')
    const changed: string[] = []
    const reported = new Promise<void>((resolve) => {
      records.onChange((shop) => {
        changed.push(shop)
        resolve()
      })
    })
    isAway = true
    expect((await records.findKey('h'))?.revokedAt).toBeNull()
    isAway = false
    await store.revokeKey(SHOP, 'k', '2026-01-02T00:00:00.000Z')
    await reported
    expect(changed[0]).toBe(SHOP)
    expect((await records.findKey('h'))?.revokedAt).not.toBeNull()
  })

  it('rethrow errors that have another cause', async () => {
    const records = staleOnErrorStore({ ...far, getShop: async () => Promise.reject(new Error('a bug')) }, breaker())
    await expect(records.getShop(SHOP)).rejects.toThrow('a bug')
  })
})
