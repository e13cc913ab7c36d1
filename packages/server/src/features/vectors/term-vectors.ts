import { type NearTerm, similarityFloor, VectorStore } from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'

/** A shopper's query may have to wait for one batch. */
const BATCH = 8
/** If embedding takes longer, only later searches use the terms. */
const MAX_WAIT_MS = 1000
/** Limit per word. */
const MAX_NEAR = 8
/** Terms with a smaller share of the best similarity mean something else. */
const SHARE_OF_BEST = 0.85

export interface NamingTerms {
  products: VectorStore
  productCount: number
  /** Called only after the number of products has changed. */
  read: () => Promise<readonly string[]>
}

interface Learnt {
  readonly store: VectorStore
  /** The index of a term is the id of its vector. */
  readonly texts: string[]
  /** undefined until all terms are embedded. */
  productCount?: number
  learning?: Promise<void> | undefined
}

export interface AskedWord {
  readonly word: string
  readonly vector: Float32Array
  readonly noise: number | undefined
}

/** Vectors of the words that name products in a shop. A product's own vector is far from any single word. */
export class TermVectors {
  readonly #learnt = new WeakMap<VectorStore, Learnt>()

  /** Returns the known terms, and embeds them in the background if the number of products has changed. */
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

  /** Returns only terms that are nearer than unrelated terms; undefined until all are embedded. */
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
    // Searches report a failing model themselves, and work without terms.
  }
}

async function settled(learning: Promise<void> | undefined): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_MS)
  await Promise.race([learning, timeout])
  clearTimeout(timer)
}
