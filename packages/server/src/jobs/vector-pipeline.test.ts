import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { type Embedder, EmbedderUnavailable, noEmbedder } from '@vitrine/embedder'
import type { Shop } from '../ports/record-store/record-store.ts'
import { sampleProduct } from '../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { sqliteVectorArchive } from '../ports/vector-archive/sqlite.ts'
import { vectorPipeline } from './vector-pipeline.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The model has one vector for sofas and another for everything else, and may refuse documents. */
function twoWordModel(space: string, takesDocuments = true): Embedder {
  const vector = (text: string) => (/sofa|couch/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1))
  return {
    text: {
      space,
      dimension: 2,
      embed: async (texts, kind) => {
        if (kind === 'document' && !takesDocuments) throw new EmbedderUnavailable('out of order')
        return texts.map(vector)
      },
    },
    close: async () => {},
  }
}

async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pipeline-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const records = sqliteRecordStore({ path: ':memory:' })
  cleanups.push(() => records.close())
  const shop = (await records.putShop('a.example', completeConfig({}))) as Shop
  await records.putProducts(shop.id, [sampleProduct(1, { title: 'Grey sofa' }), sampleProduct(2, { title: 'Lamp' })])
  const boot = async (embedder: Embedder, embedderSetting: string, earlier: Record<string, Embedder> = {}) => {
    const archive = sqliteVectorArchive(join(folder, 'vectors.db'))
    cleanups.push(() => archive.close())
    const pipeline = await vectorPipeline({
      records,
      archive,
      embedder,
      embedderSetting,
      openEarlier: async (setting) => earlier[setting] ?? Promise.reject(new Error('gone')),
      images: { fetch: () => Promise.reject(new Error('no pictures here')) },
      clock: () => 0,
      onError: () => {},
    })
    await pipeline.start()
    await pipeline.runOnce()
    return pipeline
  }
  return { shop, boot }
}

const nearestTo = async ({ semantic }: Awaited<ReturnType<typeof vectorPipeline>>, shop: Shop) =>
  (await semantic.nearest(shop, { query: 'couch', locale: 'en', mode: 'vector', productCount: 1 }))?.joining[0]

describe('a change of model', () => {
  it('answers queries with the earlier model until the new space is complete', async () => {
    const { shop, boot } = await world()
    const first = await boot(twoWordModel('old'), 'folder:/old')
    expect(await nearestTo(first, shop)).toBe(1)
    await first.close()
    const halfway = await boot(twoWordModel('new', false), 'folder:/new', { 'folder:/old': twoWordModel('old') })
    expect(halfway.vectors.text(shop.id)?.space).toBe('old')
    expect(await nearestTo(halfway, shop)).toBe(1)
    await halfway.close()
    const done = await boot(twoWordModel('new'), 'folder:/new')
    expect(done.vectors.text(shop.id)?.space).toBe('new')
    expect(await nearestTo(done, shop)).toBe(1)
    await done.close()
  })

  it('searches by words alone if the earlier model is gone', async () => {
    const { shop, boot } = await world()
    const first = await boot(twoWordModel('old'), 'folder:/old')
    await first.close()
    const halfway = await boot(twoWordModel('new', false), 'folder:/new')
    expect(await nearestTo(halfway, shop)).toBeUndefined()
    await halfway.close()
  })

  it('to none stops the use of vectors', async () => {
    const { shop, boot } = await world()
    const first = await boot(twoWordModel('old'), 'folder:/old')
    await first.close()
    const none = await boot(noEmbedder, 'none')
    expect(none.vectors.text(shop.id)).toBeUndefined()
    expect(await none.progress(shop.id)).toEqual([])
    await none.close()
  })
})
