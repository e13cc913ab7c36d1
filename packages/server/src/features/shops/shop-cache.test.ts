import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { shopCache } from './shop-cache.ts'

function openStore() {
  const versions = new Map<ShopId, number>([['a.example', 1]])
  const asked: ShopId[] = []
  let tell = (_: ShopId) => {}
  let held = Promise.resolve()
  const store = {
    onChange: (reported: (shop: ShopId) => void) => {
      tell = reported
      return () => {}
    },
    getShop: async (id: ShopId) => {
      asked.push(id)
      const version = versions.get(id)
      await held
      return version === undefined ? undefined : ({ id, version, config: completeConfig({}) } as unknown as Shop)
    },
  }
  const change = (id: ShopId) => {
    versions.set(id, (versions.get(id) ?? 0) + 1)
    tell(id)
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { cache: shopCache(store), asked, change, hold }
}

describe('shops in memory', () => {
  it('S1: are read once, then recalled from the cache', async () => {
    const { cache, asked } = openStore()
    expect(cache.recall('a.example')).toBeUndefined()
    await cache.find('a.example')
    expect((await cache.find('a.example'))?.version).toBe(1)
    expect([asked.length, cache.recall('a.example')?.version]).toEqual([1, 1])
  })

  it('S2: are read again after a change, but only if they changed', async () => {
    const { cache, asked, change } = openStore()
    await cache.find('a.example')
    change('b.example')
    expect(cache.recall('a.example')?.version).toBe(1)
    change('a.example')
    expect(cache.recall('a.example')).toBeUndefined()
    expect([(await cache.find('a.example'))?.version, asked.length]).toEqual([2, 2])
  })

  it('S3: are not cached if they changed while the store was answering', async () => {
    const { cache, change, hold } = openStore()
    const letGo = hold()
    const old = cache.find('a.example')
    change('a.example')
    letGo()
    expect((await old)?.version).toBe(1)
    expect(cache.recall('a.example')).toBeUndefined()
    expect((await cache.find('a.example'))?.version).toBe(2)
  })

  it('S4: that do not exist are looked up each time', async () => {
    const { cache, asked } = openStore()
    expect([await cache.find('x.example'), await cache.find('x.example')]).toEqual([undefined, undefined])
    expect(asked).toEqual(['x.example', 'x.example'])
  })
})
