import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleProduct } from '../record-store/sample-product.ts'
import type { RecordStore, Shop } from '../record-store/record-store.ts'
import { sqliteRecordStore } from '../record-store/sqlite.ts'
import type { IndexTaskRunner } from './index-thread.ts'
import { IndexThreads } from './index-threads.ts'
import { indexingPlan } from './indexing-plan.ts'
import { LiveIndex, type LiveIndexDeps } from './live-index.ts'
import { putShop } from './search-index.contract.ts'

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
  const threads = others.threads ?? new IndexThreads()
  const quiet = () => {}
  const log = { info: quiet, warn: quiet, error: quiet }
  const deps = { records, snapshotPath: () => join(folder, 'index'), folderId: 'a', log, ...others, threads }
  const live = await LiveIndex.open(deps, shop)
  closers.push(
    () => rm(folder, { recursive: true }),
    () => threads.close(),
    () => live.close(),
  )
  return live
}

/** Records the number of products of every merge, and delays merges until `mayMerge` resolves. */
class WatchedThreads extends IndexThreads {
  readonly merges: number[] = []
  mayMerge: Promise<void> | undefined

  override for(products: number): IndexTaskRunner {
    const runner = super.for(products)
    return {
      run: async (task) => {
        if (task.kind === 'merge') {
          this.merges.push(products)
          await this.mayMerge
        }
        return runner.run(task)
      },
    }
  }
}

/** `write(3, 2)` stores three new products, then two more. */
async function watchedShop(others: Partial<LiveIndexDeps> = {}) {
  const { records, shop } = await shopOf(0)
  const threads = new WatchedThreads()
  const live = await open(records, shop, { ...others, threads })
  let written = 0
  const write = async (...sizes: number[]) => {
    for (const size of sizes) {
      const products = Array.from({ length: size }, () => sampleProduct(++written))
      await records.putProducts(shop.id, products)
      await live.wake()
    }
  }
  return { live, threads, write, records, shop }
}

const sizesOf = ({ index }: LiveIndex) => index.views.map(({ liveDocCount }) => liveDocCount).sort((a, b) => a - b)

describe('a live index', () => {
  it('merges the segments of a build, at first and when the index is rebuilt', async () => {
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

  it('merges merged segments again', async () => {
    const { live, threads, write } = await watchedShop()
    await write(10, 10, 10, 3, 3, 3, 3)
    await live.settle()
    expect(sizesOf(live)).toEqual([42])
    expect(threads.merges).toEqual([12, 42])
  })

  it('runs one merge at a time, even if products are written meanwhile', async () => {
    const { live, threads, write } = await watchedShop()
    let begin = () => {}
    threads.mayMerge = new Promise((resolve) => {
      begin = resolve
    })
    await write(3, 3, 3, 3, 1, 1, 1, 1)
    expect(threads.merges).toEqual([12])
    begin()
    await live.settle()
    expect(threads.merges).toEqual([12, 4])
    expect(sizesOf(live)).toEqual([4, 12])
  })

  it('contains every product once if the index is rebuilt during a merge', async () => {
    const { live, threads, write } = await watchedShop()
    let begin = () => {}
    threads.mayMerge = new Promise((resolve) => {
      begin = resolve
    })
    await write(3, 3, 3, 3)
    const collections = [{ id: 5, handle: 'listed', title: 'Listed', product_ids: [1] }]
    await live.follow(indexingPlan(completeConfig({ collections })))
    begin()
    await live.settle()
    expect(sizesOf(live)).toEqual([12])
    expect(live.index.docCount).toBe(12)
  })
})
