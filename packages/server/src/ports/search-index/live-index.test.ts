import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleProduct } from '../record-store/sample-product.ts'
import type { RecordStore, Shop } from '../record-store/record-store.ts'
import { sqliteRecordStore } from '../record-store/sqlite.ts'
import { IndexThreads } from './index-threads.ts'
import { indexingPlan } from './indexing-plan.ts'
import { LiveIndex, type LiveIndexDeps } from './live-index.ts'
import { putShop } from './search-index.contract.ts'
import { SearchThreads } from './search-threads.ts'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function shopOf(products: number): Promise<{ records: RecordStore; shop: Shop }> {
  const records = sqliteRecordStore({ path: ':memory:' })
  closers.push(() => records.close())
  const shop = await putShop(records)
  await records.putProducts(
    shop.id,
    Array.from({ length: products }, (_, i) => sampleProduct(i + 1)),
  )
  return { records, shop }
}

async function open(records: RecordStore, shop: Shop, others: Partial<LiveIndexDeps>): Promise<LiveIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-live-index-'))
  const threads = new IndexThreads()
  const quiet = () => {}
  const log = { info: quiet, warn: quiet, error: quiet }
  const deps = { records, threads, snapshotPath: () => join(folder, 'index'), folderId: 'a', log, ...others }
  const live = await LiveIndex.open(deps, shop)
  closers.push(
    () => rm(folder, { recursive: true }),
    () => threads.close(),
    () => live.close(),
  )
  return live
}

describe('a live index', () => {
  it('merges what was built in pieces, at first and when it is built anew', async () => {
    const { records, shop } = await shopOf(800)
    const live = await open(records, shop, { segmentProducts: 200 })
    await live.settle()
    expect(live.index.views).toHaveLength(1)
    expect(live.index.docCount).toBe(800)

    live.setPopularity(new Map([[1, 7]]))
    const collections = [{ id: 5, handle: 'listed', title: 'Listed', product_ids: [1] }]
    await live.follow(indexingPlan(completeConfig({ collections })))
    await live.settle()
    expect(live.index.views).toHaveLength(1)
    expect(live.index.docCount).toBe(800)
    expect(live.index.sales).toEqual(new Map([[1, 7]]))
  })

  it('is searched by several threads while it is large', async () => {
    const { records, shop } = await shopOf(4)
    const searchThreads = new SearchThreads({ threads: 1, leastProducts: 3 })
    closers.push(() => searchThreads.close())
    const live = await open(records, shop, { searchThreads })
    expect(live.index.text.forkJoin).toBe(searchThreads)

    await records.deleteProducts(shop.id, [1])
    await live.wake()
    expect(live.index.text.forkJoin).toBeUndefined()

    await records.putProducts(shop.id, [sampleProduct(1)])
    await live.wake()
    expect(live.index.text.forkJoin).toBe(searchThreads)
  })
})
