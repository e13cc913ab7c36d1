/**
 * A map of at most `max` entries in two generations. Entries that are set or read enter the young one; once it holds
 * half of `max`, it becomes the old one, and the former old one is dropped at once. A map that drops its oldest
 * entry for each new one gets slow, because it iterates past the gaps of deleted entries; this one does not.
 */
export class TwoGenerationCache<K, V> {
  readonly #half: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(max: number) {
    this.#half = Math.max(1, Math.floor(max / 2))
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#half) return
    this.#old = this.#young
    this.#young = new Map()
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
