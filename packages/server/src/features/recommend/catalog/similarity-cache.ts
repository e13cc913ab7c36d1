import { type ContentIndex, type ItemNumbers, SparseAccumulator } from '@vitrine/recommend'
import { TwoGenerationCache } from '../models/two-generation-cache.ts'
import { NOTHING_RANKED, type RankedIds, rankedIds } from '../ranked-ids.ts'

/** Number of similar products per anchor. */
const DEPTH = 300
/** Each takes 3.6 kB. Visitors open only some of the product pages, so this suffices. */
const MAX_ANCHORS = 20_000

/** A few changes of the catalog hardly affect similarity. Whether a product may be shown is checked on every use. */
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
