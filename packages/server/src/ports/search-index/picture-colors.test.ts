import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_TEXT_SETTINGS } from '@vitrine/engine'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Product } from '../record-store/product.ts'
import type { Shop } from '../record-store/record-store.ts'
import { sampleProduct } from '../record-store/sample-product.ts'
import { sqliteRecordStore } from '../record-store/sqlite.ts'
import { sqliteVectorArchive } from '../vector-archive/sqlite.ts'
import { contentHash, type VectorItem } from '../vector-archive/vector-archive.ts'
import { inProcessSearchIndex } from './in-process.ts'
import { browse, putShop } from './search-index.contract.ts'

const silent = () => {}
const log = { info: silent, warn: silent, error: silent }
const image = (id: number, src: string) => ({ id, src, alt: null, width: null, height: null })

function sofa(id: number, sources: string[], parts: Partial<Product> = {}): Product {
  const images = sources.map((src, i) => image(100 * id + i, src))
  return sampleProduct(id, {
    title: 'Petal sofa',
    vendor: '',
    productType: '',
    tags: [],
    options: [],
    images,
    ...parts,
  })
}

async function world() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-picture-colors-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const records = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => records.close())
  const shop = await putShop(records)
  const archive = sqliteVectorArchive(join(folder, 'vectors.db'))
  onTestFinished(() => archive.close())
  const space = { shop: shop.id, kind: 'image', space: 'model@1', dimension: 2, embedder: 'local' } as const
  const { id } = await archive.openSpace(space)
  /** Stores colors like the job that embeds the catalog. */
  const look = async (productId: number, colors: Record<string, VectorItem['color']>) => {
    const items = Object.entries(colors).map(([src, color]) => ({
      hash: contentHash(src),
      bytes: Uint8Array.of(1),
      color: color!,
    }))
    await archive.write(id, { puts: [{ productId, items }], deletes: [] })
  }
  const openIndex = (pictures = archive) => {
    const index = inProcessSearchIndex({ records, pictures, folder, log })
    onTestFinished(() => index.close())
    return index
  }
  return { records, shop, archive, look, openIndex, folder }
}

type Index = ReturnType<Awaited<ReturnType<typeof world>>['openIndex']>

const settings = DEFAULT_TEXT_SETTINGS

/** Returns hits as `id:variant`. */
async function found(index: Index, shop: Shop, text: string): Promise<string[]> {
  const parsed = await index.parse(shop, { text, locale: 'en' })
  if (parsed.readings.length === 0) return ['no color']
  const { hits } = await index.search(shop, { ...browse, query: { parsed, prefixLast: false, settings } })
  return hits.map(({ id, variantId }) => `${id}:${variantId}`).sort()
}

const product = ({ id, variants }: Product) => `${id}:${variants[0]!.id}`

describe('the colors of pictures in text search', () => {
  it('are found by the first search if they are known', async () => {
    const { records, shop, look, openIndex } = await world()
    const [blue, grey, unclear] = [sofa(1, ['/a']), sofa(2, ['/b']), sofa(3, ['/c'])]
    await records.putProducts(shop.id, [blue, grey, unclear])
    await look(1, { '/a': 'blue' })
    await look(2, { '/b': 'grey' })
    await look(3, { '/c': '' })
    const index = openIndex()
    expect(await found(index, shop, 'blue sofa')).toEqual([product(blue)])
    expect(await found(index, shop, 'grey sofa')).toEqual([product(grey)])
  })

  it('come from the variant’s picture, or else from the product’s first one', async () => {
    const { records, shop, look, openIndex } = await world()
    const sample = sampleProduct(1).variants[0]!
    const variants = [
      { ...sample, id: 11, imageId: 101, optionValues: [] },
      { ...sample, id: 12, imageId: null, optionValues: [] },
      { ...sample, id: 13, imageId: 999, optionValues: [] },
    ]
    await records.putProducts(shop.id, [sofa(1, ['/first', '/second'], { variants })])
    await look(1, { '/first': 'red', '/second': 'blue' })
    const index = openIndex()
    expect(await found(index, shop, 'blue sofa')).toEqual(['1:11'])
    expect(await found(index, shop, 'red sofa')).toEqual(['1:12'])
  })

  it('are indexed when they become known, while the shop is searched', async () => {
    const { records, shop, look, openIndex } = await world()
    const one = sofa(1, ['/a'])
    await records.putProducts(shop.id, [one, sofa(2, ['/b'])])
    const index = openIndex()
    expect(await found(index, shop, 'blue sofa')).toEqual(['no color'])
    const before = await index.generation(shop)
    await look(1, { '/a': 'blue' })
    index.picturesChanged(shop.id)
    await vi.waitFor(async () => expect(await found(index, shop, 'blue sofa')).toEqual([product(one)]), 10_000)
    expect(await index.generation(shop)).not.toBe(before)
  })

  it('are removed with the picture, until a new picture was analyzed', async () => {
    const { records, shop, look, openIndex } = await world()
    await records.putProducts(shop.id, [sofa(1, ['/a']), sofa(2, ['/b'])])
    await look(1, { '/a': 'blue' })
    await look(2, { '/b': 'blue' })
    const index = openIndex()
    await index.open(shop)
    const changed = sofa(1, ['/new'])
    await records.putProducts(shop.id, [changed])
    await records.deleteProducts(shop.id, [2])
    await index.waitFor(shop, await records.lastChange(shop.id))
    expect(await found(index, shop, 'blue sofa')).toEqual(['no color'])
    await look(1, { '/new': 'red' })
    index.picturesChanged(shop.id)
    await vi.waitFor(async () => expect(await found(index, shop, 'red sofa')).toEqual([product(changed)]), 10_000)
  })

  it('are found after a restart, with those that became known meanwhile', async () => {
    const { records, shop, look, openIndex, folder } = await world()
    const [one, two] = [sofa(1, ['/a']), sofa(2, ['/b'])]
    await records.putProducts(shop.id, [one, two])
    await look(1, { '/a': 'blue' })
    const first = openIndex()
    await first.open(shop)
    await first.close()
    await look(2, { '/b': 'blue' })
    const second = openIndex()
    expect(await found(second, shop, 'blue sofa')).toEqual([product(one), product(two)])
    expect(second.loadCounts().file).toBe(1)
    await second.close()
    // A new archive counts its changes from 1.
    const anew = sqliteVectorArchive(join(folder, 'anew.db'))
    onTestFinished(() => anew.close())
    const space = { shop: shop.id, kind: 'image', space: 'model@1', dimension: 2, embedder: 'local' } as const
    const { id } = await anew.openSpace(space)
    const items = [{ hash: contentHash('/a'), bytes: Uint8Array.of(1), color: 'red' as const }]
    await anew.write(id, { puts: [{ productId: 1, items }], deletes: [] })
    const third = openIndex(anew)
    expect(await found(third, shop, 'red sofa')).toEqual([product(one)])
  })

  it('are indexed for thousands of products and through merges', async () => {
    const { records, shop, archive, openIndex } = await world()
    const all = Array.from({ length: 2500 }, (_, i) => sofa(i + 1, [`/${i + 1}`]))
    await records.putProducts(shop.id, all)
    const index = openIndex()
    await index.open(shop)
    const { id } = (await archive.listSpaces(shop.id))[0]!
    for (let from = 0; from < all.length; from += 32) {
      const puts = all.slice(from, from + 32).map((one) => ({
        productId: one.id,
        items: [
          { hash: contentHash(`/${one.id}`), bytes: Uint8Array.of(1), color: one.id % 2 ? 'blue' : 'red' } as const,
        ],
      }))
      await archive.write(id, { puts, deletes: [] })
    }
    index.picturesChanged(shop.id)
    const count = async (text: string) => (await found(index, shop, text)).length
    const total = async (text: string) => {
      const parsed = await index.parse(shop, { text, locale: 'en' })
      return (await index.search(shop, { ...browse, query: { parsed, prefixLast: false, settings } })).total
    }
    await vi.waitFor(async () => expect(await total('blue')).toBe(1250), 60_000)
    await vi.waitFor(async () => expect(await total('red')).toBe(1250), 60_000)
    expect(await count('blue')).toBe(browse.limit)
  })
})
