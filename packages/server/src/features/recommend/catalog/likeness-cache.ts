import { type ContentIndex, type ItemNumbers, ScoreBoard } from '@vitrine/recommend'

/** Products like one product that are worth ranking. */
const DEPTH = 300
/** Anchors kept: the pages that are looked at are few. */
const MOST_ANCHORS = 5000

/**
 * The products most like a product, kept between requests. A few changes of the catalog do not shift likeness; whether a product
 * may be shown is asked of the catalog each time.
 */
export class LikenessCache {
  readonly #content: ContentIndex
  readonly #items: ItemNumbers
  readonly #board = new ScoreBoard()
  readonly #kept = new Map<number, readonly (readonly [number, number])[]>()
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

  /** Product id and likeness, best first. */
  of(productId: number): readonly (readonly [number, number])[] {
    const kept = this.#kept.get(productId)
    if (kept) return kept
    const item = this.#items.find(productId)
    if (item === undefined) return []
    this.#board.reset(this.#items.size)
    this.#content.score(this.#board, [item])
    const ranked = this.#board.top(DEPTH).map(({ item: other, score }) => [this.#items.idOf(other), score] as const)
    this.#kept.set(productId, ranked)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_ANCHORS) break
      this.#kept.delete(oldest)
    }
    return ranked
  }
}
