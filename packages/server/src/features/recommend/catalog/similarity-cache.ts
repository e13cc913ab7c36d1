import { type ContentIndex, type ItemNumbers, SparseAccumulator } from '@vitrine/recommend'
import { TwoGenerationCache } from '../models/two-generation-cache.ts'
import { NOTHING_RANKED, type RankedIds, rankedIds } from '../ranked-ids.ts'

/** How many similar products are ranked for one product. */
const DEPTH = 300
/** Anchors cached, at 3.6 kB each. This suffices, because visitors open only some of the product pages. */
const MAX_ANCHORS = 20_000

/**
 * Caches the products most similar to a product. A few catalog changes hardly affect similarity; whether a product may
 * be shown is checked each time.
 */
export class SimilarityCache {
  readonly #content: ContentIndex
  readonly #items: ItemNumbers
  readonly #accumulator = new SparseAccumulator()
  readonly #kept = new TwoGenerationCache<number, RankedIds>(MAX_ANCHORS)
  #changes = 0

  constructor(content: ContentIndex, items: ItemNumbers) {
    this.#content = content
    this.#items = items
  }

  noteChange(products: number): void {
    if (++this.#changes < Math.max(10, products / 100)) return
    this.#changes = 0
    this.#kept.clear()
  }

  /** Scores are from 0 to 1. */
  of(productId: number): RankedIds {
    const kept = this.#kept.get(productId)
    if (kept) return kept
    const item = this.#items.find(productId)
    if (item === undefined) return NOTHING_RANKED
    this.#accumulator.reset(this.#items.size)
    this.#content.score(this.#accumulator, [item])
    const similar = rankedIds(
      this.#accumulator.top(DEPTH),
      (one) => this.#items.idOf(one.item),
      (one) => one.score,
    )
    this.#kept.set(productId, similar)
    return similar
  }
}
