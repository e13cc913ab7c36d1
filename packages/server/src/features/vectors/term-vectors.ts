import { type NearTerm, similarityFloor, VectorStore } from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'

/** Terms embedded at a time. A shopper's query may have to wait for one batch. */
const BATCH = 8
/** How long a search waits for terms that are not embedded yet. Later searches use them. */
const MAX_WAIT_MS = 1000
/** Maximum number of terms per word. */
const MAX_NEAR = 8
/** Terms below this share of the nearest term's similarity mean something else. */
const SHARE_OF_BEST = 0.85

export interface NamingTerms {
  products: VectorStore
  productCount: number
  /** Reads the shop's terms. Called only when the number of products has changed. */
  read: () => Promise<readonly string[]>
}

interface Learnt {
  readonly store: VectorStore
  /** In the order in which they were embedded: the index of a term is the id of its vector. */
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

/** Vectors of the words by which shops name their products. A product's own vector is far from any single word. */
export class TermVectors {
  readonly #learnt = new WeakMap<VectorStore, Learnt>()

  /** Returns what is known of the shop's terms, and embeds them in the background if the number of products has changed. */
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

  /** Returns the terms that are nearer to a word than unrelated terms are; undefined until the shop's terms are embedded. */
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
