import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { type Embedder, EmbedderUnavailable, NotEmbeddable } from '@vitrine/embedder'
import { onTestFinished } from 'vitest'
import { ShopVectors } from '../../../features/vectors/shop-vectors.ts'
import { LanguageRouter } from '../../../features/vectors/text-models.ts'
import { ImageRefused } from '../../../ports/image-source/image-source.ts'
import type { Product } from '../../../ports/record-store/product.ts'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import { sqliteVectorArchive } from '../../../ports/vector-archive/sqlite.ts'
import type { VectorArchive } from '../../../ports/vector-archive/vector-archive.ts'
import { CatalogEmbedder } from '../../embed-catalog.ts'

export const shop = 'a.example'

/** A vector counts the letters of its text. The model fails after `failsAfter` texts. */
export class LetterModel {
  readonly embedded: string[] = []
  failsAfter = Number.POSITIVE_INFINITY
  readonly #space: string
  #held = Promise.resolve()
  #onAsked = () => {}
  /** Resolves when vectors were requested after `hold`. */
  asked = Promise.resolve()
  constructor(space = 'letters@1') {
    this.#space = space
  }

  /** The model answers when the returned function is called. */
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

/** An unknown URL times out. */
class Pictures {
  readonly files = new Map<string, string>()
  readonly asked: string[] = []
  #atOnce = 0
  maxAtOnce = 0
  #onDead = () => {}
  readonly deadAsked = new Promise<void>((resolve) => {
    this.#onDead = resolve
  })
  readonly source = {
    fetch: async (url: string, signal?: AbortSignal) => {
      this.asked.push(url)
      if (url.startsWith('/dead')) await this.#untilGivenUp(signal)
      this.maxAtOnce = Math.max(this.maxAtOnce, ++this.#atOnce)
      await Promise.resolve()
      this.#atOnce--
      const file = this.files.get(url)
      if (file === undefined) throw new ImageRefused('timeout', 'nobody there')
      return Buffer.from(file)
    },
  }

  /** Rejects only when the caller aborts, like a host that never answers. */
  async #untilGivenUp(signal: AbortSignal | undefined): Promise<void> {
    this.#onDead()
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    throw new ImageRefused('network', 'given up')
  }
}

interface BesideOthers {
  embeds?: boolean
  beside?: VectorArchive
  onDemand?: boolean
}

export async function embeddingWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-embed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const records = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => records.close())
  await records.putShop(shop, completeConfig({}))
  const pictures = new Pictures()
  const archivePath = join(folder, 'vectors.db')
  let now = 1_000_000
  /** Starts the job like a new process on the same folder. It need not be closed. */
  function boot(
    model: Pick<LetterModel, 'embedder'>,
    setting = 'local',
    { embeds = true, beside, onDemand }: BesideOthers = {},
  ) {
    const vectors = new ShopVectors()
    const archive = beside ?? sqliteVectorArchive(archivePath)
    if (!beside) onTestFinished(() => archive.close())
    const errors: unknown[] = []
    const job = new CatalogEmbedder({
      records,
      archive,
      embedder: model.embedder,
      embedderSetting: setting,
      languages: new LanguageRouter([model.embedder]),
      images: pictures.source,
      vectors,
      embeds,
      onDemand,
      clock: () => now,
      onError: (error) => errors.push(error),
    })
    onTestFinished(() => job.stop())
    const level = async () => {
      await job.start()
      await job.findWork()
      await job.runOnce()
    }
    return { vectors, archive, job, errors, level }
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { records, pictures, boot, pass, archivePath }
}

export function products(from: number, to: number, parts: Partial<Product> = {}): Product[] {
  return Array.from({ length: to - from + 1 }, (_, i) =>
    sampleProduct(from + i, { vendor: '', productType: '', ...parts }),
  )
}
