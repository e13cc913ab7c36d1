import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { readFeed } from './change-feed.ts'
import { recordStoreContract } from './record-store.contract.ts'
import { sampleProduct } from './sample-product.ts'
import { sqliteRecordStore } from './sqlite.ts'

recordStoreContract('SQLite', async () => sqliteRecordStore({ path: ':memory:' }))

describe('the SQLite record store on disk', () => {
  it('contains everything after it is closed and opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-records-'))
    const path = join(folder, 'records.sqlite')
    const store = sqliteRecordStore({ path })
    await store.putShop('a.example.com', completeConfig({}))
    await store.putProducts('a.example.com', [sampleProduct(1)])
    await store.close()
    const again = sqliteRecordStore({ path })
    expect(await again.getProducts('a.example.com', [1])).toEqual([sampleProduct(1)])
    expect(await again.putProducts('a.example.com', [sampleProduct(1)])).toEqual(['unchanged'])
    await again.close()
    rmSync(folder, { recursive: true })
  })
})

describe('reading many products', () => {
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await work()
    isOver = true
    return turns
  }

  it('yields to the event loop in between, by id, by page and by change', async () => {
    const store = sqliteRecordStore({ path: ':memory:' })
    await store.putShop('a.example.com', completeConfig({}))
    const ids = Array.from({ length: 500 }, (_, i) => i + 1)
    await store.putProducts(
      'a.example.com',
      ids.map((id) => sampleProduct(id)),
    )
    expect(await turnsDuring(() => store.getProducts('a.example.com', ids))).toBeGreaterThanOrEqual(4)
    expect(await turnsDuring(() => store.scanProducts('a.example.com', 0, 500))).toBeGreaterThanOrEqual(4)
    const following = async () => {
      let page = await readFeed(store, 'a.example.com', 0, 20)
      while (page) page = await readFeed(store, 'a.example.com', page.seq, 20)
    }
    expect(await turnsDuring(following)).toBeGreaterThanOrEqual(25)
    await store.close()
  })
})
