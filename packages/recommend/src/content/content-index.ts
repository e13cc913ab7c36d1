import { growToHold } from '../core/grow.ts'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'
import { FeatureLists } from './feature-lists.ts'

/** The similarity of two products is the cosine of their rarity-weighted features, times the closeness of prices. */
export interface ContentItem {
  features: readonly string[]
  price: number | null
}

export const CONTENT = {
  kindWeights: { type: 3, collection: 1.5, tag: 1.2, word: 1, option: 0.5, vendor: 0.8 } as Record<string, number>,
  /** Features of more products add no candidates: they distinguish little and cost most. */
  maxPostings: 4000,
  /** After this many candidates, lighter features add no further ones. */
  enough: 600,
} as const

const LISTS = { kindWeights: CONTENT.kindWeights, most: CONTENT.maxPostings }

export class ContentIndex {
  #lists = new FeatureLists(LISTS)
  /** Binary logarithms; NaN without a price. */
  #logPrices = new Float64Array(0)
  /** Lengths of feature vectors, which depend on rarities and are recomputed only when these have changed much. */
  #lengths = new Float64Array(0)
  #lengthsAtLive = 0
  #shared = new SparseAccumulator()

  get size(): number {
    return this.#lists.size
  }

  put(item: number, content: ContentItem): void {
    this.#lists.put(item, content.features)
    this.#logPrices = growToHold(this.#logPrices, item)
    this.#logPrices[item] = content.price !== null && content.price > 0 ? Math.log2(content.price) : Number.NaN
    this.#lengths = growToHold(this.#lengths, item)
    this.#lengths[item] = this.#lengthOf(item)
  }

  remove(item: number): void {
    this.#lists.remove(item)
  }

  has(item: number): boolean {
    return this.#lists.has(item)
  }

  static fit(items: Iterable<readonly [number, ContentItem]>): ContentIndex {
    const index = new ContentIndex()
    for (const [item, content] of items) index.put(item, content)
    return index
  }

  save(): Snapshot {
    const { size } = this
    const arrays = {
      ...this.#lists.saveArrays(),
      logPrices: this.#logPrices.slice(0, size),
      lengths: this.#lengths.slice(0, size),
    }
    return { kind: 'content', version: 1, numbers: { size, lengthsAtLive: this.#lengthsAtLive }, arrays }
  }

  static load(snapshot: Snapshot): ContentIndex {
    expectKind(snapshot, 'content', 1)
    const { numbers, arrays } = snapshot
    const index = new ContentIndex()
    index.#lists = FeatureLists.loadArrays(LISTS, arrays)
    index.#logPrices = (arrays.logPrices as Float64Array).slice()
    index.#lengths = (arrays.lengths as Float64Array).slice()
    index.#lengthsAtLive = numbers.lengthsAtLive
    return index
  }

  /** Adds 0…1 for each anchor. */
  score(accumulator: SparseAccumulator, anchors: readonly number[]): void {
    this.#refreshLengths()
    for (const anchor of anchors) if (this.has(anchor)) this.#scoreAnchor(accumulator, anchor)
  }

  /** Takes the heaviest features first. After `CONTENT.enough` candidates, lighter ones only change their scores. */
  #scoreAnchor(accumulator: SparseAccumulator, anchor: number): void {
    const shared = this.#shared
    const lists = this.#lists
    shared.reset(lists.size)
    const features = [...lists.featuresOf(anchor)].sort((a, b) => lists.weightOf(b) - lists.weightOf(a))
    for (const feature of features) {
      if (lists.countOf(feature) > CONTENT.maxPostings) continue
      if (shared.count > CONTENT.enough) lists.addToKnown(shared, feature)
      else lists.addTo(shared, feature)
    }
    // Only the best `enough` items are compared by vector length and price. The first found break ties.
    const least = shared.kthScore(CONTENT.enough)
    const { touched, scores, count } = shared
    let equals = CONTENT.enough
    for (let i = 0; i < count; i++) {
      const item = touched[i]
      const weight = scores[item]
      if (item === anchor || weight < least || (weight === least && --equals < 0)) continue
      accumulator.add(item, this.#likenessOf(anchor, item, weight))
    }
  }

  similarity(a: number, b: number): number {
    if (!this.has(a) || !this.has(b)) return 0
    return this.#likenessOf(a, b, this.#lists.sharedWeight(a, b))
  }

  /** Returns common features, heaviest first, as reasons for a recommendation. */
  shared(a: number, b: number): string[] {
    const lists = this.#lists
    const both = [...lists.featuresOf(a)].filter((feature) => lists.isIn(feature, b))
    return both.sort((x, y) => lists.weightOf(y) - lists.weightOf(x)).map((feature) => lists.nameOf(feature))
  }

  #likenessOf(a: number, b: number, shared: number): number {
    const cosine = Math.min(1, shared / (this.#lengths[a] * this.#lengths[b]))
    return cosine * priceCloseness(this.#logPrices[a] - this.#logPrices[b])
  }

  #lengthOf(item: number): number {
    let sum = 0
    for (const feature of this.#lists.featuresOf(item)) sum += this.#lists.weightOf(feature)
    return Math.sqrt(sum)
  }

  /** Rarities change with the number of products, so lengths are recomputed after a change of more than a tenth. */
  #refreshLengths(): void {
    const { live } = this.#lists
    if (Math.abs(live - this.#lengthsAtLive) <= live / 10) return
    this.#lengthsAtLive = live
    this.#lists.refreshWeights()
    for (let item = 0; item < this.#lists.size; item++) if (this.has(item)) this.#lengths[item] = this.#lengthOf(item)
  }
}

/** Returns 1 for equal or unknown prices, 0.7 for double or half, never less than 0.4. */
function priceCloseness(doublings: number): number {
  return Number.isNaN(doublings) ? 1 : Math.max(0.4, 1 - 0.3 * Math.abs(doublings))
}
