import { type ContentIndex, type ItemNumbers, SparseAccumulator } from '@vitrine/recommend'
import { TwoGenerationCache } from '../models/two-generation-cache.ts'
import { NOTHING_RANKED, type RankedIds, rankedIds } from '../ranked-ids.ts'

/** Products like one product that are worth ranking. */
const DEPTH = 300
/** Anchors kept, at 3.6 kB each: the pages that are looked at are few. */
const MAX_ANCHORS = 20_000

/**
 * The products most like a product, kept between requests. A few changes of the catalog do not shift likeness; whether a product
 * may be shown is asked of the catalog each time.
 */
export class LikenessCache {
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

  /** Likeness is 0…1. */
  of(productId: number): RankedIds {
    const kept = this.#kept.get(productId)
    if (kept) return kept
    const item = this.#items.find(productId)
    if (item === undefined) return NOTHING_RANKED
    this.#accumulator.reset(this.#items.size)
    this.#content.score(this.#accumulator, [item])
    const likes = rankedIds(
      this.#accumulator.top(DEPTH),
      (one) => this.#items.idOf(one.item),
      (one) => one.score,
    )
    this.#kept.set(productId, likes)
    return likes
  }
}
