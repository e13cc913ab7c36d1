import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from '../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { shopCount } from './shop-count.ts'

describe('the number of shops', () => {
  it('is read again after a write, and stays the last known one while the store does not answer', async () => {
    const store = sqliteRecordStore({ path: ':memory:' })
    let listShopIds: RecordStore['listShopIds'] = () => store.listShopIds()
    const count = shopCount({ listShopIds: () => listShopIds(), onChange: (listener) => store.onChange(listener) })
    await store.putShop('a.example', completeConfig({}))
    expect(await count()).toBe(1)
    await store.putShop('b.example', completeConfig({}))
    listShopIds = async () => {
      throw new Error('away')
    }
    expect(await count()).toBe(1)
    listShopIds = () => store.listShopIds()
    expect(await count()).toBe(2)
    await store.close()
  })
})
