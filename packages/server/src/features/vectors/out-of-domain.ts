import { dot, outOfDomainProbes } from '@vitrine/engine'
import type { Embedder, TextEmbedder } from '@vitrine/embedder'
import { textModels } from './text-models.ts'

/** A shopper's query may have to wait for one batch. */
const BATCH = 4
const MAX_WAIT_MS = 1000

/** Probes are texts without meaning for a model. They are embedded once per space, in the background. */
export class OutOfDomain {
  readonly #embedders: readonly Embedder[]
  readonly #learnt = new Map<string, readonly Float32Array[]>()
  readonly #learning = new Map<string, Promise<void>>()

  constructor(embedders: readonly Embedder[]) {
    this.#embedders = embedders
  }

  /** Returns undefined until the probes are embedded. */
  similarity(vector: Float32Array, space: string): number | undefined {
    const learnt = this.#learnt.get(space)
    if (learnt !== undefined) return Math.max(...learnt.map((probe) => dot(probe, vector)))
    void this.learn(space)
    return undefined
  }

  /** Resolves when `similarity` is final, or after `MAX_WAIT_MS`, because searches must not wait for the model. */
  async settled(space: string): Promise<void> {
    if (this.#learnt.has(space)) return
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    await Promise.race([this.learn(space), timeout])
    clearTimeout(timer)
  }

  /** Resolves even if the model fails; the next call tries again. */
  learn(space: string): Promise<void> {
    const embedder = textModels(this.#embedders).find((model) => model.space === space)
    if (embedder === undefined || this.#learnt.has(space)) return Promise.resolve()
    const learning = this.#learning.get(space) ?? this.#read(embedder)
    this.#learning.set(space, learning)
    return learning
  }

  async #read(embedder: TextEmbedder): Promise<void> {
    const texts = outOfDomainProbes()
    const vectors: Float32Array[] = []
    try {
      for (let from = 0; from < texts.length; from += BATCH)
        vectors.push(...(await embedder.embed(texts.slice(from, from + BATCH), 'query')))
      this.#learnt.set(embedder.space, vectors)
    } catch {
      // Searches report a failing model themselves, and work without probes.
    } finally {
      this.#learning.delete(embedder.space)
    }
  }
}
