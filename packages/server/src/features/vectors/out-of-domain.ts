import { dot, outOfDomainProbes } from '@vitrine/engine'
import type { Embedder, TextEmbedder } from '@vitrine/embedder'
import { textModels } from './text-models.ts'

/** Read at a time: a shopper's query waits for these at most. */
const BATCH = 4
const MAX_WAIT_MS = 1000

/** Learns where each model puts what it cannot read, once per space, in the background. */
export class OutOfDomain {
  readonly #embedders: readonly Embedder[]
  readonly #learnt = new Map<string, readonly Float32Array[]>()
  readonly #learning = new Map<string, Promise<void>>()

  constructor(embedders: readonly Embedder[]) {
    this.#embedders = embedders
  }

  /** How near the vector comes to an out-of-domain probe in that space; undefined until that is known. */
  similarity(vector: Float32Array, space: string): number | undefined {
    const learnt = this.#learnt.get(space)
    if (learnt !== undefined) return Math.max(...learnt.map((probe) => dot(probe, vector)))
    void this.learn(space)
    return undefined
  }

  /** Resolves when `similarity` will not change any more, or after a second: a model that does not answer holds up no search. */
  async settled(space: string): Promise<void> {
    if (this.#learnt.has(space)) return
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    await Promise.race([this.learn(space), timeout])
    clearTimeout(timer)
  }

  /** Resolves when the space is known, or its model has failed: it is then tried again when next asked. */
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
      // Searches say themselves when the model fails; without this they only are as they would be.
    } finally {
      this.#learning.delete(embedder.space)
    }
  }
}
