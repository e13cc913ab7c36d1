/** A Uint32Array that grows; the builder does not know how many words are coming. */
export class GrowableUint32 {
  length = 0
  /** Small: most segments are of one write, and a large one grows a few times more. */
  #items = new Uint32Array(1 << 10)

  push(item: number): void {
    if (this.length === this.#items.length) this.#grow()
    this.#items[this.length++] = item
  }

  /** The items themselves, not a copy: no push may follow. */
  view(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }

  /** An array of exactly the right size. */
  toArray(): Uint32Array {
    return this.#items.slice(0, this.length)
  }

  #grow(): void {
    const larger = new Uint32Array(Math.ceil(this.#items.length * 1.6))
    larger.set(this.#items)
    this.#items = larger
  }
}
