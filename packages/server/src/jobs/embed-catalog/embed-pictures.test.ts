import { DatabaseSync } from 'node:sqlite'
import { completeConfig } from '@vitrine/contract'
import { EmbedderUnavailable } from '@vitrine/embedder'
import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { embeddingWorld, LetterModel, products, shop } from './testing/embedding-world.ts'

/** Removes thumbnails and colors as in an older version, and the thumbnail of one product. */
function withoutThumbnail(path: string, product: number): void {
  const db = new DatabaseSync(path)
  db.prepare('UPDATE vector SET thumbnail = NULL WHERE product = ?').run(product)
  db.exec('DROP TABLE picture_color; DROP TABLE picture_change; PRAGMA user_version = 2')
  db.close()
}

describe('embedding pictures', () => {
  const image = (src: string) => ({ id: 1, src, alt: null, width: null, height: null })

  it('embeds all pictures of a product and fetches none twice', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    const sources = ['/a', '/b', '/c', '/d', '/e']
    for (const src of sources) pictures.files.set(src, src)
    await records.putProducts(shop, [sampleProduct(1, { images: sources.map(image) }), sampleProduct(2)])
    const { vectors, job, level } = boot(new LetterModel())
    await level()
    expect(vectors.image(shop)!.vectorCount).toBe(5)
    await records.putProducts(shop, [sampleProduct(1, { title: 'Other', images: [image('/b'), image('/f')] })])
    pictures.files.set('/f', 'f')
    await job.runOnce()
    expect(pictures.asked.toSorted()).toEqual(['/a', '/b', '/c', '/d', '/e', '/f'])
    expect(vectors.image(shop)!.vectorCount).toBe(2)
  })

  it('adds thumbnails and colors to pictures that were embedded without them, and serves meanwhile', async () => {
    const { records, boot, pictures, archivePath } = await embeddingWorld()
    for (const src of ['/a', '/b']) pictures.files.set(src, src)
    await records.putProducts(shop, [
      sampleProduct(1, { images: [image('/a')] }),
      sampleProduct(2, { images: [image('/b')] }),
    ])
    const before = boot(new LetterModel())
    await before.level()
    await before.job.stop()
    withoutThumbnail(archivePath, 2)

    const { vectors, archive, job, level } = boot(new LetterModel())
    await job.open(shop)
    const progress = async () => (await job.progress(shop)).find(({ kind }) => kind === 'image')
    expect(vectors.image(shop)!.size).toBe(2)
    expect(await progress()).toMatchObject({ done: 2, total: 2, complete: false })
    await level()
    expect(await progress()).toMatchObject({ done: 2, total: 2, complete: true })
    const space = (await archive.listSpaces(shop)).find(({ kind }) => kind === 'image')!
    const stored = await archive.get(space.id, [1, 2])
    expect(stored.map(({ items }) => items.map(({ thumbnail }) => thumbnail !== undefined))).toEqual([[true], [true]])
    expect(stored.map(({ items }) => items.map(({ color }) => color))).toEqual([[''], ['']])
    // The picture with a thumbnail is not fetched again.
    expect(pictures.asked.toSorted()).toEqual(['/a', '/b', '/b'])
  })

  it('begins after the texts, even if they fail', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    pictures.files.set('/a', 'picture')
    await records.putProducts(shop, products(1, 70, { images: [image('/a')] }))
    const model = new LetterModel()
    await boot(model).level()
    expect(model.embedded.lastIndexOf('picture') - model.embedded.indexOf('picture')).toBe(69)
    expect(model.embedded.indexOf('picture')).toBe(70)
    const { text, ...rest } = new LetterModel('letters@2').embedder
    const broken = { ...text!, embed: () => Promise.reject(new EmbedderUnavailable('switched off')) }
    const failing = boot({ embedder: { ...rest, text: broken } })
    await failing.level()
    expect(failing.vectors.image(shop)!.size).toBe(70)
  })

  it('fetches few pictures at a time', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    const withPicture = (id: number) => {
      pictures.files.set(`/${id}`, `picture ${id}`)
      return sampleProduct(id, { images: [image(`/${id}`)] })
    }
    await records.putProducts(
      shop,
      Array.from({ length: 30 }, (_, i) => withPicture(i + 1)),
    )
    const { vectors, level } = boot(new LetterModel())
    await level()
    expect(vectors.image(shop)!.size).toBe(30)
    expect(pictures.maxAtOnce).toBe(6)
  })

  const ofDeadHost = () =>
    Array.from({ length: 30 }, (_, i) => sampleProduct(i + 1, { images: [image(`/dead/${i + 1}`)] }))

  it('does not wait for a dead host after the shop was deleted', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    await records.putProducts(shop, ofDeadHost())
    const { archive, job, errors } = boot(new LetterModel())
    await job.start()
    await pictures.deadAsked
    await job.forget(shop)
    expect(await archive.listSpaces(null)).toEqual([])
    expect(await archive.listFailures(shop, 10)).toEqual([])
    expect(errors).toEqual([])
    expect(pictures.asked.length).toBeLessThanOrEqual(6)
  })

  it('does not wait for a dead host when it is stopped, and fetches again after the next start', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    await records.putProducts(shop, ofDeadHost())
    const first = boot(new LetterModel())
    await first.job.start()
    await pictures.deadAsked
    await first.job.stop()
    expect(first.errors).toEqual([])
    expect(await first.archive.listFailures(shop, 10)).toEqual([])
    const askedBefore = pictures.asked.length
    const second = boot(new LetterModel())
    await second.job.start()
    while (pictures.asked.length === askedBefore) await new Promise(setImmediate)
    await second.job.stop()
  })

  /** The test's time limit ends the wait. */
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await new Promise(setImmediate)
  }

  it('embeds all texts, and the pictures of other shops, while a shop waits for a dead host', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    await records.putShop('b.example', completeConfig({}))
    pictures.files.set('/alive', 'alive')
    await records.putProducts(shop, [...ofDeadHost(), ...products(31, 172)])
    await records.putProducts('b.example', [sampleProduct(1, { images: [image('/alive')] })])
    const { vectors, job } = boot(new LetterModel())
    await job.start()
    void job.runOnce()
    await pictures.deadAsked
    await until(() => vectors.text(shop)?.size === 172 && vectors.image('b.example')?.size === 1)
    expect(await job.progress(shop)).toMatchObject([
      { kind: 'text', done: 172, total: 172, complete: true },
      { kind: 'image', done: 0, total: 172, complete: false },
    ])
  })

  it('is complete only when every change was processed', async () => {
    const { records, boot } = await embeddingWorld()
    const model = new LetterModel()
    const { job, level } = boot(model)
    await level()
    expect(await job.progress(shop)).toMatchObject([{ complete: true }, { complete: true }])
    const letGo = model.hold()
    await records.putProducts(shop, products(1, 172))
    const done = job.runOnce()
    await model.asked
    expect(await job.progress(shop)).toMatchObject([{ kind: 'text', done: 0, total: 172, complete: false }, {}])
    letGo()
    await done
    await until(async () => (await job.progress(shop)).every(({ complete }) => complete))
    expect(await job.progress(shop)).toMatchObject([{ kind: 'text', done: 172, total: 172 }, {}])
  })

  it('fetches the pictures of a shop that was deleted and created again', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    await records.putProducts(shop, ofDeadHost())
    const { vectors, job, level } = boot(new LetterModel())
    await job.start()
    await pictures.deadAsked
    await records.deleteShop(shop)
    await job.forget(shop)
    await records.putShop(shop, completeConfig({}))
    pictures.files.set('/alive', 'alive')
    await records.putProducts(shop, [sampleProduct(1, { images: [image('/alive')] })])
    await level()
    expect(vectors.image(shop)!.size).toBe(1)
  })

  it('leaves a dead host alone for a step, and records all of its pictures as failed', async () => {
    const { records, boot, pictures } = await embeddingWorld()
    pictures.files.set('https://alive.example/1', 'alive')
    const gone = Array.from({ length: 20 }, (_, i) => image(`https://gone.example/${i}`))
    await records.putProducts(shop, [
      sampleProduct(1, { images: gone }),
      sampleProduct(2, { images: [image('https://alive.example/1')] }),
    ])
    const { vectors, archive, level } = boot(new LetterModel())
    await level()
    expect(vectors.image(shop)!.size).toBe(1)
    // Three fetches failed before the host was skipped, and five others were already in progress.
    expect(pictures.asked.filter((src) => src.includes('gone')).length).toBeLessThanOrEqual(8)
    expect(await archive.listFailures(shop, 50)).toHaveLength(20)
  })

  it('records failed pictures and retries them after growing waits', async () => {
    const { records, boot, pictures, pass } = await embeddingWorld()
    pictures.files.set('/good', 'good').set('/broken', 'broken')
    await records.putProducts(shop, [sampleProduct(1, { images: ['/good', '/slow', '/broken'].map(image) })])
    const { vectors, archive, job, level } = boot(new LetterModel())
    await level()
    const again = async (ms: number) => {
      pass(ms)
      await job.retry()
      await job.runOnce()
    }
    // No retry is due yet.
    for (let rounds = 0; rounds < 5; rounds++) await again(0)
    expect(vectors.image(shop)!.vectorCount).toBe(1)
    expect(await archive.listFailures(shop, 10)).toEqual([
      { productId: 1, src: '/broken', reason: 'not an image', attempts: 1, retryAtMs: null },
      { productId: 1, src: '/slow', reason: 'timeout', attempts: 1, retryAtMs: 1_060_000 },
    ])
    await again(59_000)
    expect(pictures.asked.filter((src) => src === '/slow')).toHaveLength(1)
    await again(1000)
    expect(pictures.asked.filter((src) => src === '/slow')).toHaveLength(2)
    expect((await archive.failuresOf(shop, [1])).find(({ src }) => src === '/slow')).toMatchObject({
      attempts: 2,
      retryAtMs: 1_300_000,
    })
    pictures.files.set('/slow', 'slow')
    await again(240_000)
    expect(vectors.image(shop)!.vectorCount).toBe(2)
    expect((await archive.listFailures(shop, 10)).map(({ src }) => src)).toEqual(['/broken'])
  })
})
