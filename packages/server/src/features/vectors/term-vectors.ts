import { type NearTerm, similarityFloor, VectorStore } from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'

/** Terms embedded at a time: the longest that a shopper's query has to wait for. */
const BATCH = 8
/** How long a search waits for terms that are not embedded yet; later ones use them. */
const MAX_WAIT_MS = 1000
/** Nearest terms of a word. Those much less near than the nearest mean something else. */
const MAX_NEAR = 8
const SHARE_OF_BEST = 0.85

/** The words by which a shop names its products. */
export interface NamingTerms {
  /** Vectors of the shop's products. */
  products: VectorStore
  productCount: number
  /** Called when the number of products has changed. */
  read: () => Promise<readonly string[]>
}

interface Learnt {
  readonly store: VectorStore
  /** In the order in which they were embedded: the place of a term is the id of its vector. */
  readonly texts: string[]
  /** Number of products when the terms were read; undefined until all are embedded. */
  productCount?: number
  learning?: Promise<void> | undefined
}

export interface AskedWord {
  /** Folded, as the engine knows it. */
  readonly word: string
  readonly vector: Float32Array
  readonly noise: number | undefined
}

/**
 * Vectors of the words by which shops name their products. The vector of a product is of many words, and far from a
 * single one of them. They are dropped with the vectors of the shop's products.
 */
export class TermVectors {
  readonly #learnt = new WeakMap<VectorStore, Learnt>()

  /** Reads and embeds the shop's terms in the background, unless they are known. */
  learn(model: TextEmbedder, terms: NamingTerms): Learnt {
    const known = this.#learnt.get(terms.products) ?? {
      store: new VectorStore(model.space, model.dimension),
      texts: [],
    }
    this.#learnt.set(terms.products, known)
    if (known.productCount !== terms.productCount)
      known.learning ??= embedTerms(known, model, terms).finally(() => {
        known.learning = undefined
      })
    return known
  }

  /** The terms nearer to a word than unrelated ones are; undefined as long as the shop's terms are not embedded. */
  async nearest(model: TextEmbedder, terms: NamingTerms, asked: readonly AskedWord[]): Promise<NearTerm[] | undefined> {
    const known = this.learn(model, terms)
    if (known.productCount === undefined) await settled(known.learning)
    if (known.productCount === undefined) return undefined
    return asked.flatMap((one) => nearestTerms(known, one))
  }
}

function nearestTerms({ store, texts }: Learnt, { word, vector, noise }: AskedWord): NearTerm[] {
  const hits = store.search({ vector, k: MAX_NEAR })
  const least = Math.max(similarityFloor(store, vector, noise), SHARE_OF_BEST * (hits[0]?.similarity ?? 0))
  return hits.flatMap(({ productId: place, similarity }) =>
    similarity > least ? [{ word, text: texts[place]!, similarity }] : [],
  )
}

async function embedTerms(known: Learnt, model: TextEmbedder, { read, productCount }: NamingTerms): Promise<void> {
  try {
    const now = new Set(await read())
    known.texts.forEach((text, place) => {
      if (known.store.has(place) && !now.delete(text)) known.store.delete(place)
    })
    const missing = [...now]
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH)
      const vectors = await model.embed(batch, 'query')
      for (const [i, text] of batch.entries()) known.store.put(known.texts.push(text) - 1, [vectors[i]!])
    }
    known.productCount = productCount
  } catch {
    // Searches report a failing model themselves; without the terms they still work.
  }
}

async function settled(learning: Promise<void> | undefined): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_MS)
  await Promise.race([learning, timeout])
  clearTimeout(timer)
}
