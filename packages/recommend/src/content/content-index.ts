import { grow } from '../core/grow.ts'
import { ScoreBoard } from '../core/score-board.ts'

/**
 * What a product is, as far as the catalog says: features are strings with a kind, such as `type:dress`, `vendor:acme`,
 * `tag:linen`, `word:blue`. Likeness is the cosine of rarity-weighted features, times how close the prices are; where vectors
 * exist (text or picture) the caller's `vectorLikeness` is blended in.
 */
export interface ContentItem {
  features: readonly string[]
  price: number | null
}

export interface ContentOptions {
  /** −1…1, or undefined where one of the two has no vector. */
  vectorLikeness?: (a: number, b: number) => number | undefined
  /** Candidates by vector, for products that share no feature. */
  nearest?: (item: number, limit: number) => readonly number[]
}

export const CONTENT = {
  /** How much a kind of feature says about what the product is for. */
  kindWeights: { type: 3, collection: 1.5, tag: 1.2, word: 1, option: 0.5, vendor: 0.8 } as Record<string, number>,
  vectorShare: 0.5,
  /** A feature shared by more products than this brings no candidates by itself: it says nothing and costs everything. */
  maxPostings: 4000,
  nearest: 100,
} as const

export class ContentIndex {
  #featureNumbers = new Map<string, number>()
  #names: string[] = []
  #kindWeight: number[] = []
  #postings: Set<number>[] = []
  #features: Int32Array[] = []
  #prices = new Float64Array(0)
  #live = 0
  /** Length of an item's feature vector, as rarity stood when it was computed. */
  #lengths = new Float64Array(0)
  #lengthsAtLive = 0
  #options: ContentOptions
  #shared = new ScoreBoard()

  constructor(options: ContentOptions = {}) {
    this.#options = options
  }

  get size(): number {
    return this.#features.length
  }

  put(item: number, content: ContentItem): void {
    this.remove(item)
    const features = Int32Array.from(new Set(content.features.map((feature) => this.#intern(feature)))).sort()
    this.#features[item] = features
    this.#prices = grow(this.#prices, item + 1)
    this.#prices[item] = content.price ?? Number.NaN
    for (const feature of features) this.#postings[feature].add(item)
    this.#live++
    this.#lengths = grow(this.#lengths, item + 1)
    this.#lengths[item] = this.#lengthOf(features)
  }

  remove(item: number): void {
    const features = this.#features[item]
    if (!features) return
    for (const feature of features) this.#postings[feature].delete(item)
    delete this.#features[item]
    this.#live--
  }

  has(item: number): boolean {
    return this.#features[item] !== undefined
  }

  static fit(items: Iterable<readonly [number, ContentItem]>, options?: ContentOptions): ContentIndex {
    const index = new ContentIndex(options)
    for (const [item, content] of items) index.put(item, content)
    return index
  }

  /** Adds likeness to each anchor (0…1 each) to the board. */
  score(board: ScoreBoard, anchors: readonly number[]): void {
    this.#refreshLengths()
    for (const anchor of anchors) if (this.has(anchor)) this.#scoreAnchor(board, anchor)
  }

  #scoreAnchor(board: ScoreBoard, anchor: number): void {
    const shared = this.#shared
    shared.reset(this.#features.length)
    for (const item of this.#options.nearest?.(anchor, CONTENT.nearest) ?? [])
      if (this.has(item)) shared.set(item, this.#sharedWeight(this.#features[anchor], this.#features[item]) || 1e-9)
    const known = new Set(shared.touched.subarray(0, shared.count))
    for (const feature of this.#features[anchor]) {
      if (this.#postings[feature].size > CONTENT.maxPostings) continue
      const weight = this.#weight(feature)
      for (const item of this.#postings[feature]) if (!known.has(item)) shared.add(item, weight)
    }
    for (let i = 0; i < shared.count; i++) {
      const item = shared.touched[i]
      if (item !== anchor) board.add(item, this.#blend(anchor, item, shared.scores[item]))
    }
  }

  likeness(a: number, b: number): number {
    const [left, right] = [this.#features[a], this.#features[b]]
    if (!left || !right) return 0
    return this.#blend(a, b, this.#sharedWeight(left, right))
  }

  /** Features the two share, heaviest first, as the caller named them: the reason to show. */
  shared(a: number, b: number): string[] {
    const right = new Set(this.#features[b] ?? [])
    const both = [...(this.#features[a] ?? [])].filter((feature) => right.has(feature))
    return both.sort((x, y) => this.#weight(y) - this.#weight(x)).map((feature) => this.#names[feature])
  }

  #blend(a: number, b: number, shared: number): number {
    const cosine = Math.min(1, shared / (this.#lengths[a] * this.#lengths[b] || 1))
    const features = cosine * priceCloseness(this.#prices[a], this.#prices[b])
    const vector = this.#options.vectorLikeness?.(a, b)
    if (vector === undefined) return features
    return (1 - CONTENT.vectorShare) * features + CONTENT.vectorShare * Math.max(0, vector)
  }

  #lengthOf(features: Int32Array): number {
    let sum = 0
    for (const feature of features) sum += this.#weight(feature)
    return Math.sqrt(sum)
  }

  /** Rarity shifts as the catalog grows; a tenth more or fewer products is where it begins to show. */
  #refreshLengths(): void {
    if (Math.abs(this.#live - this.#lengthsAtLive) <= this.#live / 10) return
    this.#lengthsAtLive = this.#live
    this.#features.forEach((features, item) => {
      this.#lengths[item] = this.#lengthOf(features)
    })
  }

  #sharedWeight(left: Int32Array, right: Int32Array): number {
    let sum = 0
    for (let i = 0, j = 0; i < left.length && j < right.length; ) {
      if (left[i] < right[j]) i++
      else if (left[i] > right[j]) j++
      else {
        sum += this.#weight(left[i])
        i++
        j++
      }
    }
    return sum
  }

  /** Kind weight times rarity, the latter never quite zero: in a shop of one type the type still counts a little. */
  #weight(feature: number): number {
    return this.#kindWeight[feature] * Math.log(1.2 + this.#live / (this.#postings[feature].size + 1))
  }

  #intern(name: string): number {
    const known = this.#featureNumbers.get(name)
    if (known !== undefined) return known
    const feature = this.#featureNumbers.size
    this.#featureNumbers.set(name, feature)
    this.#names[feature] = name
    this.#kindWeight[feature] = CONTENT.kindWeights[name.slice(0, name.indexOf(':'))] ?? 1
    this.#postings[feature] = new Set()
    return feature
  }
}

/** 1 at equal prices, 0.7 at double or half, never below 0.4; unknown prices do not count against a product. */
function priceCloseness(a: number, b: number): number {
  if (!(a > 0) || !(b > 0)) return 1
  return Math.max(0.4, 1 - 0.3 * Math.abs(Math.log2(a / b)))
}
