/**
 * Caches the words of each spelling, found by its hash without making a string of it, because most words of a catalog recur.
 * Each slot of the open-addressed table is four adjacent numbers, so that a lookup touches one cache line:
 *
 *   hash | check | count | value …      count 0: free; 1: the value is the word; more: the value is an index into `many`
 *
 * A spelling is identified by two 32-bit hashes: among half a million spellings the chance of one mix-up is 1 in 10⁸.
 */
export class ChunkMemory {
  count = 0
  /** Small at first: most segments come from a single write, and growing costs a large one little. */
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

  /** Returns the word of a chunk that is a single word. */
  word(at: number): number {
    return this.#table[at + 3]
  }

  /** Returns the words of a chunk that has several. */
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
