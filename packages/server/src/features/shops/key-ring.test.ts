import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from '../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { hashKey } from './api-key.ts'
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
  it('finds a valid key with its shop and kind, and no invented key', async () => {
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

  it('refuses a key as soon as it is revoked, even if it was used before', async () => {
    const { ring } = await open()
    const { id, key } = await ring.issue(request())
    expect(await ring.findKey(key, NOW)).toBeDefined()
    expect(await ring.revoke(OTHER, id, NOW)).toBe(false)
    expect(await ring.findKey(key, NOW)).toBeDefined()
    expect(await ring.revoke(SHOP, id, NOW)).toBe(true)
    expect(await ring.findKey(key, NOW)).toBeUndefined()
  })

  it('does not cache a key that is revoked during its lookup', async () => {
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

  it('issues no expired key', async () => {
    const { ring } = await open()
    for (const expiresAt of [NOW - 1, NOW]) {
      const late = request({ expiresAt: new Date(expiresAt).toISOString() })
      await expect(ring.issue(late)).rejects.toMatchObject({ items: [{ path: ['expires_at'], type: 'date.greater' }] })
    }
    expect(await ring.list(SHOP)).toEqual([])
    await ring.issue(request({ expiresAt: new Date(NOW + 1).toISOString() }))
  })

  it('forgets the keys of a deleted shop', async () => {
    const { ring, store } = await open()
    const { key } = await ring.issue(request())
    expect(await ring.findKey(key, NOW)).toBeDefined()
    await store.deleteShop(SHOP)
    expect(await ring.findKey(key, NOW)).toBeUndefined()
  })

  it('recalls a key from the cache only after it was found, until it expires, is revoked or its shop is deleted', async () => {
    const { ring, store } = await open()
    const { id, key } = await ring.issue(request({ expiresAt: new Date(NOW + 1000).toISOString() }))
    expect(ring.recallKey(key, NOW)).toBeUndefined()
    await ring.findKey(key, NOW)
    expect(ring.recallKey(key, NOW + 999)).toMatchObject({ id, shop: SHOP })
    expect(ring.recallKey(key, NOW + 1000)).toBeUndefined()
    await ring.revoke(SHOP, id, NOW)
    expect(ring.recallKey(key, NOW)).toBeUndefined()
    const other = await ring.issue(request())
    await ring.findKey(other.key, NOW)
    await store.deleteShop(SHOP)
    expect(ring.recallKey(other.key, NOW)).toBeUndefined()
  })

  it('caches no key that is revoked while the store is answering', async () => {
    const { ring: first, store } = await open()
    const { id, key } = await first.issue(request())
    let answer: () => void = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const found = await store.findKey(hashKey(key))
    const ring = new KeyRing({
      store: {
        addKey: store.addKey.bind(store),
        listKeys: store.listKeys.bind(store),
        revokeKey: store.revokeKey.bind(store),
        onChange: store.onChange.bind(store),
        findKey: async () => {
          await slow
          return found
        },
      },
      newId: () => 'n',
    })
    const asked = ring.findKey(key, NOW)
    await ring.revoke(SHOP, id, NOW)
    answer()
    await asked
    expect(ring.recallKey(key, NOW)).toBeUndefined()
  })

  it('forgets a revoked key and no other', async () => {
    const { ring } = await open()
    const kept = await ring.issue(request())
    const gone = await ring.issue(request({ label: 'old' }))
    for (const { key } of [kept, gone]) await ring.findKey(key, NOW)
    await ring.revoke(SHOP, gone.id, NOW)
    expect(ring.recallKey(kept.key, NOW)).toMatchObject({ id: kept.id })
    expect(ring.recallKey(gone.key, NOW)).toBeUndefined()
  })
})
