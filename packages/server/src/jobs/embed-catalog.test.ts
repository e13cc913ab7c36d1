import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { ShopVectors } from '../features/vectors/shop-vectors.ts'
import { LanguageRouter } from '../features/vectors/text-models.ts'
import { type Embedder, EmbedderUnavailable, NotEmbeddable } from '@vitrine/embedder'
import { ImageRefused } from '../ports/image-source/image-source.ts'
import type { Product } from '../ports/record-store/product.ts'
import { sampleProduct } from '../ports/record-store/sample-product.ts'

import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { sqliteVectorArchive } from '../ports/vector-archive/sqlite.ts'
import { CatalogEmbedder } from './embed-catalog.ts'

const shop = 'a.example'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A model whose vector is the letters of the text, and which can be switched off. */
class LetterModel {
  readonly embedded: string[] = []
  failsAfter = Number.POSITIVE_INFINITY
  readonly #space: string
  #held = Promise.resolve()
  #onAsked = () => {}
  /** It was asked for vectors after `hold`. */
  asked = Promise.resolve()
  constructor(space = 'letters@1') {
    this.#space = space
  }

  /** From now on it answers only after what is given back was called. */
  hold(): () => void {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
    this.#held = held
    this.asked = asked
    this.#onAsked = onAsked
    return letGo
  }

  async #answer<T>(vectors: () => T): Promise<T> {
    this.#onAsked()
    await this.#held
    return vectors()
  }

  get embedder(): Embedder {
    const vector = (text: string) => {
      if (this.embedded.length >= this.failsAfter) throw new EmbedderUnavailable('switched off')
      this.embedded.push(text)
      const out = new Float32Array(32).fill(0.01)
      for (const letter of text.toLowerCase()) out[letter.charCodeAt(0) % 32]! += 1
      return out.map((value) => value / Math.hypot(...out))
    }
    return {
      text: { space: this.#space, dimension: 32, embed: (texts) => this.#answer(() => texts.map(vector)) },
      image: {
        space: this.#space,
        dimension: 32,
        embed: async (files) =>
          files.map((file) => {
            const text = Buffer.from(file).toString()
            if (text === 'broken') throw new NotEmbeddable('no picture')
            return vector(text)
          }),
      },
      close: async () => {},
    }
  }
}

/** Pictures by address; what is not there times out. */
class Pictures {
  readonly files = new Map<string, string>()
  readonly asked: string[] = []
  #atOnce = 0
  mostAtOnce = 0
  #onDead = () => {}
  /** A picture of a dead host was asked for. */
  readonly deadAsked = new Promise<void>((resolve) => {
    this.#onDead = resolve
  })
  readonly source = {
    fetch: async (url: string, signal?: AbortSignal) => {
      this.asked.push(url)
      if (url.startsWith('/dead')) await this.#untilGivenUp(signal)
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce)
      await Promise.resolve()
      this.#atOnce--
      const file = this.files.get(url)
      if (file === undefined) throw new ImageRefused('timeout', 'nobody there')
      return Buffer.from(file)
    },
  }

  /** A host that takes connections and never says a word. */
  async #untilGivenUp(signal: AbortSignal | undefined): Promise<void> {
    this.#onDead()
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    throw new ImageRefused('network', 'given up')
  }
}

async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-embed-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const records = sqliteRecordStore({ path: ':memory:' })
  cleanups.push(() => records.close())
  await records.putShop(shop, completeConfig({}))
  const pictures = new Pictures()
  let now = 1_000_000
  /** A process on the same folder: opens, runs, and can be left without goodbye. */
  function boot(model: LetterModel, setting = 'local') {
    const vectors = new ShopVectors()
    const archive = sqliteVectorArchive(join(folder, 'vectors.db'))
    cleanups.push(() => archive.close())
    const errors: unknown[] = []
    const job = new CatalogEmbedder({
      records,
      archive,
      embedder: model.embedder,
      embedderSetting: setting,
      languages: new LanguageRouter([model.embedder]),
      images: pictures.source,
      vectors,
      clock: () => now,
      onError: (error) => errors.push(error),
    })
    cleanups.push(() => job.stop())
    const level = async () => {
      await job.start()
      await job.runOnce()
    }
    return { vectors, archive, job, errors, level }
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { records, pictures, boot, pass }
}

function products(from: number, to: number, parts: Partial<Product> = {}): Product[] {
  return Array.from({ length: to - from + 1 }, (_, i) =>
    sampleProduct(from + i, { vendor: '', productType: '', ...parts }),
  )
}

describe('embedding a catalog', () => {
  it('embeds each product once, finds it, and forgets it when it is deleted', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, [
      ...products(1, 40),
      sampleProduct(41, { title: 'zzzz', vendor: '', productType: '' }),
    ])
    const model = new LetterModel()
    const { vectors, level, job } = boot(model)
    await level()
    expect(model.embedded).toHaveLength(41)
    const store = vectors.text(shop)!
    const [query] = await model.embedder.text!.embed(['zzzz'], 'query')
    expect(store.search({ vector: query!, k: 1 })[0]?.productId).toBe(41)
    await records.deleteProducts(shop, [41])
    await job.runOnce()
    expect(store.has(41)).toBe(false)
  })

  it('embeds again only what the vector is made of', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 5))
    const model = new LetterModel()
    const { job, level } = boot(model)
    await level()
    await records.putProducts(shop, [
      ...products(1, 3, { tags: ['new'] }),
      sampleProduct(4, { title: 'Renamed', vendor: '', productType: '' }),
    ])
    await job.runOnce()
    expect(model.embedded.slice(5)).toEqual(['Renamed'])
  })

  it('goes on where it was when it was stopped in the middle', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 100))
    const dying = new LetterModel()
    dying.failsAfter = 70
    const first = boot(dying)
    await first.level()
    expect(first.errors[0]).toBeInstanceOf(EmbedderUnavailable)
    await first.job.stop()
    const model = new LetterModel()
    const second = boot(model)
    await second.level()
    expect(second.vectors.text(shop)!.size).toBe(100)
    // Two steps of 32 were on disk; the third was under way.
    expect(model.embedded).toHaveLength(36)
  })

  it('serves what is on disk before it embeds anything', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 10))
    const first = boot(new LetterModel())
    await first.level()
    await first.job.stop()
    const model = new LetterModel()
    const second = boot(model)
    await second.job.start()
    expect(second.vectors.text(shop)!.size).toBe(10)
    await second.job.runOnce()
    expect(model.embedded).toEqual([])
  })

  it('lets the old space serve until a new model has embedded everything', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 50))
    const old = boot(new LetterModel())
    await old.level()
    await old.job.stop()
    const model = new LetterModel('letters@2')
    model.failsAfter = 40
    const next = boot(model, 'folder:/models/two')
    await next.level()
    expect(next.vectors.text(shop)!.space).toBe('letters@1')
    expect(next.vectors.text(shop)!.size).toBe(50)
    expect(await next.job.progress(shop)).toContainEqual({
      kind: 'text',
      space: 'letters@2',
      done: 32,
      total: 50,
      complete: false,
    })
    model.failsAfter = Number.POSITIVE_INFINITY
    next.job.wake(shop)
    await next.job.runOnce()
    expect(next.vectors.text(shop)!.space).toBe('letters@2')
    expect(next.vectors.text(shop)!.size).toBe(50)
    const spaces = await next.archive.listSpaces(shop)
    expect(spaces.map(({ kind, space, embedder }) => [kind, space, embedder])).toEqual([
      ['text', 'letters@2', 'folder:/models/two'],
      ['image', 'letters@2', 'folder:/models/two'],
    ])
  })

  it('forgets the products of a shop that was deleted and made again', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 20))
    const { vectors, job, level } = boot(new LetterModel())
    await level()
    await records.deleteShop(shop)
    await records.putShop(shop, completeConfig({}))
    await records.putProducts(shop, products(7, 8))
    job.wake(shop)
    await job.runOnce()
    expect([...vectors.text(shop)!.productIds()].sort()).toEqual([7, 8])
  })
})

describe('a deleted shop', () => {
  it('is forgotten on disk and in memory, and made anew under its name', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 3))
    const { vectors, archive, job, level } = boot(new LetterModel())
    await level()
    await records.deleteShop(shop)
    await job.forget(shop)
    expect(vectors.text(shop)).toBeUndefined()
    expect(await archive.listSpaces(null)).toEqual([])
    await records.putShop(shop, completeConfig({}))
    await records.putProducts(shop, products(9, 9))
    job.wake(shop)
    await job.runOnce()
    expect([...vectors.text(shop)!.productIds()]).toEqual([9])
  })

  it('is forgotten at once while another is being embedded', async () => {
    const { records, boot } = await world()
    const model = new LetterModel()
    const { archive, job, level } = boot(model)
    await level()
    await records.putShop('busy.example', completeConfig({}))
    await records.putProducts('busy.example', products(1, 3))
    const letGo = model.hold()
    job.wake('busy.example')
    const running = job.runOnce()
    await model.asked
    await job.forget(shop)
    expect((await archive.listSpaces(null)).map((space) => space.shop)).toEqual(['busy.example', 'busy.example'])
    letGo()
    await running
  })

  it('is forgotten after the step it is in, not after all that was left to embed', async () => {
    const { records, boot } = await world()
    await records.putProducts(shop, products(1, 200))
    const model = new LetterModel()
    const { vectors, archive, job } = boot(model)
    const letGo = model.hold()
    await job.start()
    await model.asked
    const forgotten = job.forget(shop)
    letGo()
    await forgotten
    expect(vectors.text(shop)).toBeUndefined()
    expect(await archive.listSpaces(null)).toEqual([])
    expect(model.embedded.length).toBeLessThan(100)
  })
})

describe('embedding pictures', () => {
  const image = (src: string) => ({ id: 1, src, alt: null, width: null, height: null })

  it('embeds all pictures of a product and asks for none twice', async () => {
    const { records, boot, pictures } = await world()
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

  it('asks for few pictures at a time', async () => {
    const { records, boot, pictures } = await world()
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
    expect(pictures.mostAtOnce).toBe(6)
  })

  const ofDeadHost = () =>
    Array.from({ length: 30 }, (_, i) => sampleProduct(i + 1, { images: [image(`/dead/${i + 1}`)] }))

  it('does not wait for a dead host when the shop is deleted', async () => {
    const { records, boot, pictures } = await world()
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

  it('does not wait for a dead host when it is stopped, and asks again at the next start', async () => {
    const { records, boot, pictures } = await world()
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

  /** Turns of the loop until it is so; the test's time limit ends one that never is. */
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await new Promise(setImmediate)
  }

  it('embeds all texts, and the pictures of other shops, while a shop waits for a dead host', async () => {
    const { records, boot, pictures } = await world()
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

  it('says that it is complete only once every change was looked at', async () => {
    const { records, boot } = await world()
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

  it('fetches the pictures of a shop that was deleted and made again', async () => {
    const { records, boot, pictures } = await world()
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

  it('gives a host that does not answer up for a step, and still records all of its pictures', async () => {
    const { records, boot, pictures } = await world()
    pictures.files.set('https://alive.example/1', 'alive')
    const gone = Array.from({ length: 20 }, (_, i) => image(`https://gone.example/${i}`))
    await records.putProducts(shop, [
      sampleProduct(1, { images: gone }),
      sampleProduct(2, { images: [image('https://alive.example/1')] }),
    ])
    const { vectors, archive, level } = boot(new LetterModel())
    await level()
    expect(vectors.image(shop)!.size).toBe(1)
    // As many as were under way when the third failed.
    expect(pictures.asked.filter((src) => src.includes('gone')).length).toBeLessThanOrEqual(8)
    expect(await archive.listFailures(shop, 50)).toHaveLength(20)
  })

  it('records each picture that fails and tries it again after a growing wait', async () => {
    const { records, boot, pictures, pass } = await world()
    pictures.files.set('/good', 'good').set('/broken', 'broken')
    await records.putProducts(shop, [sampleProduct(1, { images: ['/good', '/slow', '/broken'].map(image) })])
    const { vectors, archive, job, level } = boot(new LetterModel())
    await level()
    const again = async (ms: number) => {
      pass(ms)
      job.wake(shop)
      await job.runOnce()
    }
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
