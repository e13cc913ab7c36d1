import { growToHold } from '../core/grow.ts'
import { IntLists } from '../core/int-lists.ts'
import type { SparseAccumulator } from '../core/sparse-accumulator.ts'
import type { TypedArray } from '@vitrine/array-container'

const NONE = new Int32Array(0)

export interface FeatureListOptions {
  kindWeights: Record<string, number>
  most: number
}

/**
 * Stores the features of items and the items of features.
 *
 * of:     item → its feature numbers, ascending
 * items:  feature → its items, unordered; empty above 2 × `most` items until at most `most` are left
 *
 * The limit keeps the removal of an item a short search, even in a catalog in which a million products share a word.
 */
export class FeatureLists {
  readonly #kindWeights: Record<string, number>
  readonly #most: number
  #numbers = new Map<string, number>()
  #names: string[] = []
  #of = new IntLists()
  #items = new IntLists()
  #isCommon = new Uint8Array(0)
  #size = 0
  #counts = new Int32Array(0)
  #weights = new Float64Array(0)
  live = 0

  constructor({ kindWeights, most }: FeatureListOptions) {
    this.#kindWeights = kindWeights
    this.#most = most
  }

  /** Exclusive upper bound of item numbers. */
  get size(): number {
    return this.#size
  }

  put(item: number, names: readonly string[]): void {
    const features = Int32Array.from(new Set(names.map((name) => this.#intern(name)))).sort()
    this.#replace(item, features)
  }

  remove(item: number): void {
    this.#replace(item, NONE)
  }

  #replace(item: number, features: Int32Array): void {
    this.#size = Math.max(this.#size, item + 1)
    const before = this.#of.of(item).slice()
    this.#of.set(item, features)
    this.live += Math.sign(features.length) - Math.sign(before.length)
    for (const feature of before) if (!has(features, feature)) this.#takeOut(feature, item)
    for (const feature of features) if (!has(before, feature)) this.#putIn(feature, item)
  }

  has(item: number): boolean {
    return this.#of.sizeOf(item) > 0
  }

  featuresOf(item: number): Int32Array {
    return this.#of.of(item)
  }

  isIn(feature: number, item: number): boolean {
    return has(this.#of.of(item), feature)
  }

  countOf(feature: number): number {
    return this.#counts[feature]
  }

  /** The kind's weight times the rarity, which is above zero even for a feature of all items. */
  weightOf(feature: number): number {
    return this.#weights[feature]
  }

  nameOf(feature: number): string {
    return this.#names[feature]
  }

  /** Requires a feature of at most `most` items. */
  addTo(accumulator: SparseAccumulator, feature: number): void {
    const { values } = this.#items
    const weight = this.#weights[feature]
    const start = this.#items.startOf(feature)
    const end = start + this.#items.sizeOf(feature)
    for (let i = start; i < end; i++) accumulator.add(values[i], weight)
  }

  /** Changes only scores of items that are already in the accumulator. */
  addToKnown(accumulator: SparseAccumulator, feature: number): void {
    const { values } = this.#items
    const weight = this.#weights[feature]
    const { scores } = accumulator
    const start = this.#items.startOf(feature)
    const end = start + this.#items.sizeOf(feature)
    for (let i = start; i < end; i++) if (scores[values[i]] > 0) scores[values[i]] += weight
  }

  /** Reads the lists in place, because pages compare about a thousand pairs. */
  sharedWeight(a: number, b: number): number {
    const { values } = this.#of
    const weights = this.#weights
    let i = this.#of.startOf(a)
    let j = this.#of.startOf(b)
    const endOfA = i + this.#of.sizeOf(a)
    const endOfB = j + this.#of.sizeOf(b)
    let sum = 0
    while (i < endOfA && j < endOfB) {
      const difference = values[i] - values[j]
      if (difference === 0) sum += weights[values[i]]
      if (difference <= 0) i++
      if (difference >= 0) j++
    }
    return sum
  }

  refreshWeights(): void {
    for (let feature = 0; feature < this.#names.length; feature++) this.#weigh(feature)
  }

  /** The lists of items are not saved, but rebuilt from the features of items. */
  saveArrays(): Record<string, TypedArray> {
    const sizes = Int32Array.from({ length: this.#size }, (_, item) => this.#of.sizeOf(item))
    const features = new Int32Array(sizes.reduce((sum, size) => sum + size, 0))
    for (let item = 0, at = 0; item < this.#size; at += sizes[item++]) features.set(this.#of.of(item), at)
    const names = new TextEncoder().encode(JSON.stringify(this.#names))
    return { names, sizes, features, weights: this.#weights.slice(0, this.#names.length) }
  }

  static loadArrays(options: FeatureListOptions, arrays: Record<string, TypedArray>): FeatureLists {
    const { names, sizes, features, weights } = arrays
    const lists = new FeatureLists(options)
    for (const name of JSON.parse(new TextDecoder().decode(names))) lists.#intern(name)
    for (let item = 0, at = 0; item < sizes.length; at += sizes[item++])
      lists.#replace(item, (features as Int32Array).subarray(at, at + sizes[item]))
    // Restores the saved rarities: adding the items has changed them.
    lists.#weights.set(weights)
    return lists
  }

  #weigh(feature: number): void {
    const name = this.#names[feature]
    const kind = this.#kindWeights[name.slice(0, name.indexOf(':'))] ?? 1
    this.#weights[feature] = kind * Math.log(1.2 + this.live / (this.#counts[feature] + 1))
  }

  #putIn(feature: number, item: number): void {
    const at = this.#counts[feature]++
    this.#weigh(feature)
    if (this.#isCommon[feature]) return
    if (at < 2 * this.#most) this.#items.push(feature, item)
    else {
      this.#items.drop(feature)
      this.#isCommon[feature] = 1
    }
  }

  #takeOut(feature: number, item: number): void {
    const left = --this.#counts[feature]
    this.#weigh(feature)
    if (!this.#isCommon[feature]) this.#items.remove(feature, item)
    else if (left <= this.#most) {
      this.#isCommon[feature] = 0
      for (let other = 0; other < this.#size; other++) if (this.isIn(feature, other)) this.#items.push(feature, other)
    }
  }

  #intern(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const feature = this.#names.push(name) - 1
    this.#numbers.set(name, feature)
    this.#isCommon = growToHold(this.#isCommon, feature)
    this.#counts = growToHold(this.#counts, feature)
    this.#weights = growToHold(this.#weights, feature)
    return feature
  }
}

/** A linear scan is faster than a binary search here, because an item has few features. */
function has(features: Int32Array, feature: number): boolean {
  for (let i = 0; i < features.length; i++) if (features[i] === feature) return true
  return false
}
