import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleProduct } from '../record-store/sample-product.ts'
import type { RecordStore } from '../record-store/record-store.ts'
import { sqliteRecordStore } from '../record-store/sqlite.ts'
import { folderSnapshotStore } from '../snapshot-store/folder.ts'
import { inProcessSearchIndex } from './in-process.ts'
import type { SharedSnapshots } from './live-index.ts'
import { foundIds, type OpenedIndex, putShop, searchIndexContract } from './search-index.contract.ts'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openIndex(
  memoryCapBytes?: number,
  others: { records?: RecordStore; shared?: SharedSnapshots } = {},
): Promise<OpenedIndex & { folder: string; logged: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-index-'))
  closers.push(() => rm(folder, { recursive: true }))
  const records = others.records ?? sqliteRecordStore({ path: ':memory:' })
  if (!others.records) closers.push(() => records.close())
  const { shared } = others
  const logged: string[] = []
  const note = (_: object, message: string) => logged.push(message)
  const log = { info: note, warn: note, error: note }
  const index = inProcessSearchIndex({ records, folder, shared, log, memoryCapBytes })
  closers.push(() => index.close())
  return { records, index, folder, logged }
}

searchIndexContract('the engine in process', () => openIndex())

describe('index snapshots', () => {
  it('replace the build at the next start, and later changes are added', async () => {
    const first = await openIndex()
    const shop = await putShop(first.records)
    await first.records.putProducts(shop.id, [sampleProduct(1), sampleProduct(2)])
    await first.index.open(shop)
    await first.index.close()
    await first.records.putProducts(shop.id, [sampleProduct(3)])
    const scans: number[] = []
    const counted = {
      ...first.records,
      scanProducts: (...args: Parameters<typeof first.records.scanProducts>) => {
        scans.push(args[1])
        return first.records.scanProducts(...args)
      },
    }
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const second = inProcessSearchIndex({ records: counted, folder: first.folder, log })
    closers.push(() => second.close())
    expect(await foundIds({ ...first, index: second }, shop)).toEqual([1, 2, 3])
    expect(scans).toEqual([])
  })

  it('are refused with a log line if they are damaged, and built again', async () => {
    const first = await openIndex()
    const shop = await putShop(first.records)
    await first.records.putProducts(shop.id, [sampleProduct(1)])
    await first.index.open(shop)
    await first.index.close()
    const [name] = await readdir(first.folder)
    const file = join(first.folder, name!)
    const bytes = await readFile(file)
    bytes[bytes.length >> 1]! ^= 0xff
    await writeFile(file, bytes)
    const note = (_: object, message: string) => first.logged.push(message)
    const log = { info: note, warn: note, error: note }
    const second = inProcessSearchIndex({ records: first.records, folder: first.folder, log })
    closers.push(() => second.close())
    expect(await foundIds({ ...first, index: second }, shop)).toEqual([1])
    expect(first.logged).toContain('index snapshot refused; building anew')
  })
})

describe('the memory cap', () => {
  it('unloads the least recently used shop and loads it again when it is used', async () => {
    const opened = await openIndex(1)
    const { records, index } = opened
    const shop = await putShop(records)
    const other = (await records.putShop('b.myshopify.com', shop.config))!
    await records.putProducts(shop.id, [sampleProduct(1)])
    await records.putProducts(other.id, [sampleProduct(2)])
    for (let round = 0; round < 3; round++) {
      expect(await foundIds(opened, shop)).toEqual([1])
      expect(await foundIds(opened, other)).toEqual([2])
    }
    await index.close()
  })
})

describe('many writes', () => {
  it('are merged in the background, and no search misses a product', async () => {
    const opened = await openIndex()
    const { records, index } = opened
    const shop = await putShop(records)
    await records.putProducts(
      shop.id,
      Array.from({ length: 30 }, (_, i) => sampleProduct(i + 1)),
    )
    await index.open(shop)
    for (let round = 0; round < 40; round++) {
      await records.putProducts(shop.id, [sampleProduct((round % 30) + 1, { title: `Round ${round}` })])
      await index.waitFor(shop, await records.lastChange(shop.id))
      expect(await foundIds(opened, shop)).toHaveLength(30)
    }
  })
})

describe('an index that another node published', () => {
  const publishing = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-shared-'))
    closers.push(() => rm(folder, { recursive: true }))
    const store = folderSnapshotStore(folder)
    const first = await openIndex(undefined, { shared: { store, publishes: async () => true } })
    const shop = await putShop(first.records)
    await first.records.putProducts(shop.id, [sampleProduct(1), sampleProduct(2)])
    await first.index.open(shop)
    await first.index.close()
    return { store, shop, records: first.records }
  }
  /** `scans` records each read of the whole catalog. */
  const another = async ({ store, records }: Awaited<ReturnType<typeof publishing>>) => {
    const scans: number[] = []
    const counted: RecordStore = {
      ...records,
      scanProducts: (...args) => {
        scans.push(1)
        return records.scanProducts(...args)
      },
    }
    return {
      ...(await openIndex(undefined, { records: counted, shared: { store, publishes: async () => false } })),
      scans,
    }
  }

  it('is fetched instead of built, and later changes are added', async () => {
    const published = await publishing()
    await published.records.putProducts(published.shop.id, [sampleProduct(3)])
    const node = await another(published)
    const { scans } = node
    expect(await foundIds(node, published.shop)).toEqual([1, 2, 3])
    expect(scans).toEqual([])
  })

  it.each(['contents', 'manifests'])('is built if its %s are lost or damaged', async (part) => {
    const published = await publishing()
    const manifest = (await published.store.manifest(`index ${published.shop.id}`))!
    if (part === 'contents')
      await published.store.publish(
        `index ${published.shop.id}`,
        { ...manifest, contents: ['0'.repeat(64)] },
        manifest.version,
      )
    else await published.store.withdraw(`index ${published.shop.id}`)
    const node = await another(published)
    const { scans } = node
    expect(await foundIds(node, published.shop)).toEqual([1, 2])
    expect(scans).not.toEqual([])
  })

  it('is not used for a shop that was deleted and created again', async () => {
    const published = await publishing()
    const again = { ...published.shop, createdAt: '2030-01-01T00:00:00.000Z' }
    const { index, scans } = await another(published)
    await index.open(again)
    expect(scans).not.toEqual([])
  })

  it('is withdrawn when the shop is deleted', async () => {
    const published = await publishing()
    const { index } = await another(published)
    await index.forget(published.shop.id)
    expect(await published.store.manifest(`index ${published.shop.id}`)).toBeUndefined()
  })
})
