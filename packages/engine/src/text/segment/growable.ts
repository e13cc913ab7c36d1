/** A Uint32Array that grows, because the number of words is not known in advance. */
export class GrowableUint32 {
  length = 0
  /** Small at first: most segments come from a single write, and growing costs a large one little. */
  #items = new Uint32Array(1 << 10)

  push(item: number): void {
    if (this.length === this.#items.length) this.#grow()
    this.#items[this.length++] = item
  }

  /** Not a copy: nothing may be pushed afterwards. */
  view(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }

  toArray(): Uint32Array {
    return this.#items.slice(0, this.length)
  }

  #grow(): void {
    const larger = new Uint32Array(Math.ceil(this.#items.length * 1.6))
    larger.set(this.#items)
    this.#items = larger
  }
}
