import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from '../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { KeyRing, type NewKey } from './key-ring.ts'

const SHOP = 'a.example.com'
const OTHER = 'b.example.com'
const NOW = Date.UTC(2026, 0, 1)

async function open(): Promise<{ ring: KeyRing; store: RecordStore }> {
  const store = sqliteRecordStore({ path: ':memory:' })
  for (const shop of [SHOP, OTHER]) await store.putShop(shop, completeConfig({}))
  let next = 0
  return { store, ring: new KeyRing({ store, newId: () => `key-${++next}` }) }
}

function request(parts: Partial<NewKey> = {}): NewKey {
  return { shop: SHOP, kind: 'storefront', label: 'web', expiresAt: null, nowMs: NOW, ...parts }
}

describe('KeyRing', () => {
  it('finds a living key with its shop and kind, and nothing for a guess', async () => {
    const { ring } = await open()
    const { id, key } = await ring.issue(request())
    expect(await ring.findKey(key, NOW)).toMatchObject({ id, shop: SHOP, kind: 'storefront' })
    const guess = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
    for (const text of [guess, `${key}0`, key.slice(4), '']) expect(await ring.findKey(text, NOW)).toBeUndefined()
  })

  it('stores a hash and never the key', async () => {
    const { ring, store } = await open()
    const { id, key } = await ring.issue(request())
    const [stored] = await store.listKeys(SHOP)
    expect(stored).toMatchObject({ id, label: 'web' })
    expect(JSON.stringify(stored)).not.toContain(key.slice(4))
  })

  it('honours a revocation at once, however often the key was used before', async () => {
    const { ring } = await open()
    const { id, key } = await ring.issue(request())
    expect(await ring.findKey(key, NOW)).toBeDefined()
    expect(await ring.revoke(OTHER, id, NOW)).toBe(false)
    expect(await ring.findKey(key, NOW)).toBeDefined()
    expect(await ring.revoke(SHOP, id, NOW)).toBe(true)
    expect(await ring.findKey(key, NOW)).toBeUndefined()
  })

  it('does not remember a key that is revoked while it is being looked up', async () => {
    const { ring } = await open()
    const { id, key } = await ring.issue(request())
    await Promise.all([ring.findKey(key, NOW), ring.revoke(SHOP, id, NOW)])
    expect(await ring.findKey(key, NOW)).toBeUndefined()
  })

  it('lets a key expire', async () => {
    const { ring } = await open()
    const { key } = await ring.issue(request({ expiresAt: new Date(NOW + 1000).toISOString() }))
    expect(await ring.findKey(key, NOW + 999)).toBeDefined()
    expect(await ring.findKey(key, NOW + 1000)).toBeUndefined()
  })

  it('forgets the keys of a deleted shop', async () => {
    const { ring, store } = await open()
    const { key } = await ring.issue(request())
    expect(await ring.findKey(key, NOW)).toBeDefined()
    await store.deleteShop(SHOP)
    expect(await ring.findKey(key, NOW)).toBeUndefined()
  })
})
