import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { productContract } from './products.contract.ts'
import { type ApiKey, MAX_ENDED_KEYS, type RecordStore } from './record-store.ts'

const SHOP = 'a.example.com'
const OTHER = 'b.example.com'

export function recordStoreContract(name: string, open: () => Promise<RecordStore>): void {
  const opened: RecordStore[] = []
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  const opener = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  shopContract(name, opener)
  keyContract(name, opener)
  productContract(name, opener)
}

function shopContract(name: string, open: () => Promise<RecordStore>): void {
  describe(`${name} as a RecordStore of shops`, () => {
    it('creates a shop at version 1 and raises the version with each change', async () => {
      const store = await open()
      const created = await store.putShop(SHOP, completeConfig({ shop: { name: 'First' } }))
      expect(created).toMatchObject({ id: SHOP, version: 1, config: { shop: { name: 'First' } } })
      const changed = await store.putShop(SHOP, completeConfig({ shop: { name: 'Second' } }))
      expect(changed).toMatchObject({ version: 2, createdAt: created?.createdAt })
      expect(await store.getShop(SHOP)).toEqual(changed)
    })

    it('fills settings that an earlier version did not have with their defaults', async () => {
      const store = await open()
      const { markets: _, search, ...former } = completeConfig({ shop: { name: 'First' }, sections: [] })
      const { segments: __, ...formerSearch } = search
      const change = { author: 'a', note: '' }
      await store.putShop(SHOP, { ...former, search: { ...formerSearch, stop_words: ['of'] } } as never, 0, change)
      const expected = completeConfig({ shop: { name: 'First' }, sections: [], search: { stop_words: ['of'] } })
      expect((await store.getShop(SHOP))?.config).toEqual(expected)
      expect((await store.getVersion(SHOP, 1))?.config).toEqual(expected)
    })

    it('returns undefined and changes nothing if the expected version is not the stored one', async () => {
      const store = await open()
      const config = completeConfig({})
      expect(await store.putShop(SHOP, config, 1)).toBeUndefined()
      expect(await store.getShop(SHOP)).toBeUndefined()
      expect(await store.putShop(SHOP, config, 0)).toMatchObject({ version: 1 })
      expect(await store.putShop(SHOP, config, 0)).toBeUndefined()
      expect(await store.putShop(SHOP, config, 1)).toMatchObject({ version: 2 })
    })

    it('keeps every version of a configuration with its author, newest first, until the shop is deleted', async () => {
      const store = await open()
      const change = { author: 'mia@example.com', note: 'spring' }
      await store.putShop(SHOP, completeConfig({ shop: { name: 'First' } }), 0, change)
      await store.putShop(SHOP, completeConfig({ shop: { name: 'Second' } }))
      await store.putShop(OTHER, completeConfig({}))
      expect(await store.listVersions(SHOP, 10, 10)).toMatchObject([
        { version: 2, author: null, note: null },
        { version: 1, ...change },
      ])
      expect((await store.listVersions(SHOP, 2, 10)).map(({ version }) => version)).toEqual([1])
      expect(await store.getVersion(SHOP, 1)).toMatchObject({ ...change, config: { shop: { name: 'First' } } })
      for (const never of [0, 2 ** 31, Number.MAX_SAFE_INTEGER])
        expect(await store.getVersion(SHOP, never)).toBeUndefined()
      expect(await store.listVersions(SHOP, Number.MAX_SAFE_INTEGER, 10)).toHaveLength(2)
      await store.deleteShop(SHOP)
      expect(await store.getVersion(SHOP, 1)).toBeUndefined()
      expect(await store.getVersion(OTHER, 1)).toBeDefined()
    })

    it('lists shops in the order of their ids', async () => {
      const store = await open()
      for (const id of [OTHER, SHOP]) await store.putShop(id, completeConfig({}))
      expect((await store.listShops()).map((shop) => shop.id)).toEqual([SHOP, OTHER])
      expect(await store.listShopIds()).toEqual([SHOP, OTHER])
    })

    it('deletes a shop with its keys, and only that one', async () => {
      const store = await open()
      for (const id of [SHOP, OTHER]) {
        await store.putShop(id, completeConfig({}))
        await store.addKey(key(`of-${id}`, id))
      }
      expect(await store.deleteShop(SHOP)).toBe(true)
      expect(await store.deleteShop(SHOP)).toBe(false)
      expect(await store.getShop(SHOP)).toBeUndefined()
      expect(await store.findKey(`hash-of-${SHOP}`)).toBeUndefined()
      expect(await store.findKey(`hash-of-${OTHER}`)).toMatchObject({ shop: OTHER })
    })

    it('notifies listeners of a change of the shop until they unsubscribe', async () => {
      const store = await open()
      const changed: string[] = []
      const stop = store.onChange((shop) => changed.push(shop))
      await store.putShop(SHOP, completeConfig({}))
      stop()
      await store.putShop(SHOP, completeConfig({}))
      expect(changed).toEqual([SHOP])
    })
  })
}

function keyContract(name: string, open: () => Promise<RecordStore>): void {
  describe(`${name} as a RecordStore of keys`, () => {
    it('finds a key by its complete hash', async () => {
      const store = await open()
      await store.putShop(SHOP, completeConfig({}))
      const stored = { ...key('k1', SHOP), expiresAt: '2027-01-01T00:00:00.000Z' }
      await store.addKey(stored)
      expect(await store.findKey('hash-k1')).toEqual(stored)
      expect(await store.findKey('hash-k2')).toBeUndefined()
    })

    it("keeps the deployment's keys apart from a shop's", async () => {
      const store = await open()
      await store.putShop(SHOP, completeConfig({}))
      await store.addKey(key('k1', SHOP))
      await store.addKey({ ...key('k2', null), kind: 'admin' })
      expect((await store.listKeys(SHOP)).map((one) => one.id)).toEqual(['k1'])
      expect((await store.listKeys(null)).map((one) => one.id)).toEqual(['k2'])
    })

    it('refuses a second key with the same hash', async () => {
      const store = await open()
      await store.putShop(SHOP, completeConfig({}))
      await store.addKey(key('k1', SHOP))
      await expect(store.addKey({ ...key('k2', SHOP), hash: 'hash-k1' })).rejects.toThrow()
    })

    it('revokes within one shop only, and keeps the first time of revocation', async () => {
      const store = await open()
      for (const id of [SHOP, OTHER]) await store.putShop(id, completeConfig({}))
      await store.addKey(key('k1', SHOP))
      expect(await store.revokeKey(OTHER, 'k1', '2026-01-01T00:00:00.000Z')).toBe(false)
      expect(await store.revokeKey(SHOP, 'k1', '2026-01-02T00:00:00.000Z')).toBe(true)
      expect(await store.revokeKey(SHOP, 'k1', '2026-01-03T00:00:00.000Z')).toBe(true)
      expect(await store.findKey('hash-k1')).toMatchObject({ revokedAt: '2026-01-02T00:00:00.000Z' })
    })

    it('keeps the last hundred ended keys, and all valid ones, when another is added', async () => {
      const store = await open()
      for (const id of [SHOP, OTHER]) await store.putShop(id, completeConfig({}))
      const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
      const ended = (id: string, second: number) =>
        second % 2 === 0 ? { ...key(id, SHOP), revokedAt: at(second) } : { ...key(id, SHOP), expiresAt: at(second) }
      await store.addKey({ ...key('other', OTHER), revokedAt: at(0) })
      await store.addKey({ ...key('deployment', null), revokedAt: at(0) })
      await store.addKey({ ...key('later', SHOP), expiresAt: at(500) })
      for (let i = 0; i < MAX_ENDED_KEYS + 5; i++) await store.addKey({ ...ended(`e${i}`, i), createdAt: at(i) })
      await store.addKey({ ...key('new', SHOP), createdAt: at(200) })
      const kept = new Set((await store.listKeys(SHOP)).map(({ id }) => id))
      expect([kept.size, kept.has('later'), kept.has('new')]).toEqual([MAX_ENDED_KEYS + 2, true, true])
      expect([kept.has('e4'), kept.has('e5'), kept.has('e104')]).toEqual([false, true, true])
      expect([(await store.listKeys(OTHER)).length, (await store.listKeys(null)).length]).toEqual([1, 1])
    })
  })
}

function key(id: string, shop: string | null): ApiKey {
  return {
    id,
    shop,
    kind: 'storefront',
    hash: `hash-${id}`,
    label: `key ${id}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
  }
}
