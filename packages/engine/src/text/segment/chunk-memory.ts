/**
 * Caches the words of each spelling by its hash, because most words of a catalog recur, and making a string for each is
 * slow. Each slot of the open-addressed table is four adjacent numbers, for one cache line per lookup:
 *
 *   hash | check | count | value …      count 0: free; 1: the value is the word; more: an index into `many`
 *
 * Two 32-bit hashes identify a spelling. Among half a million spellings, the chance of one confusion is 1 in 10⁸.
 */
export class ChunkMemory {
  count = 0
  /** Small at first, because most segments come from a single write. */
  #table = new Int32Array(4 << 10)
  readonly #many: number[][] = []

  /** Returns the slot of a spelling, given by its two hashes; -1 if absent. */
  find(hash: number, check: number): number {
    const table = this.#table
    const mask = table.length - 1
    for (let at = (hash << 2) & mask; table[at + 2] !== 0; at = (at + 4) & mask) {
      if (table[at] === hash && table[at + 1] === check) return at
    }
    return -1
  }

  add(hash: number, check: number, words: readonly number[]): void {
    if (words.length === 0) return
    if (this.count * 8 >= this.#table.length) this.#grow()
    this.count++
    if (words.length > 1) this.#many.push([...words])
    const value = words.length > 1 ? this.#many.length - 1 : words[0]
    this.#place(this.#table, hash, check, words.length, value)
  }

  size(at: number): number {
    return this.#table[at + 2]
  }

  word(at: number): number {
    return this.#table[at + 3]
  }

  words(at: number): readonly number[] {
    return this.#many[this.#table[at + 3]]
  }

  #place(table: Int32Array, hash: number, check: number, count: number, value: number): void {
    const mask = table.length - 1
    let at = (hash << 2) & mask
    while (table[at + 2] !== 0) at = (at + 4) & mask
    table[at] = hash
    table[at + 1] = check
    table[at + 2] = count
    table[at + 3] = value
  }

  #grow(): void {
    const old = this.#table
    const larger = new Int32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 4) {
      if (old[at + 2] !== 0) this.#place(larger, old[at], old[at + 1], old[at + 2], old[at + 3])
    }
    this.#table = larger
  }
}
