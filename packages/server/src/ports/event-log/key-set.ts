/** A hash set in one array: 16 bytes per key, and at least as many in free slots. */
import { KEY_WORDS } from './event-keys.ts'

const FIRST_SLOTS = 1024

export class KeySet {
  #words = new Uint32Array(FIRST_SLOTS * KEY_WORDS)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(key: Uint32Array, at: number): boolean {
    return this.#isTaken(this.#slotOf(this.#words, key, at))
  }

  reserve(count: number): void {
    while (2 * (this.#size + count) * KEY_WORDS > this.#words.length) this.#grow()
  }

  add(key: Uint32Array, at: number): void {
    this.reserve(1)
    const slot = this.#slotOf(this.#words, key, at)
    if (this.#isTaken(slot)) return
    this.#words.set(key.subarray(at, at + KEY_WORDS), slot)
    this.#size++
  }

  /** Removes only the keys added last, in reverse order, after `reserve`, because slots depend on earlier keys. */
  undoAdd(key: Uint32Array, at: number): void {
    const slot = this.#slotOf(this.#words, key, at)
    if (!this.#isTaken(slot)) return
    this.#words.fill(0, slot, slot + KEY_WORDS)
    this.#size--
  }

  clear(): void {
    // The memory is kept, because it will be filled again.
    this.#words.fill(0)
    this.#size = 0
  }

  toWords(): Uint32Array {
    const all = new Uint32Array(this.#size * KEY_WORDS)
    let at = 0
    for (let slot = 0; slot < this.#words.length; slot += KEY_WORDS) {
      if (!this.#isTaken(slot)) continue
      all.set(this.#words.subarray(slot, slot + KEY_WORDS), at)
      at += KEY_WORDS
    }
    return all
  }

  #isTaken(slot: number): boolean {
    const words = this.#words
    return (words[slot]! | words[slot + 1]! | words[slot + 2]! | words[slot + 3]!) !== 0
  }

  /** Returns the index of the key, or of the free slot for it. */
  #slotOf(words: Uint32Array, key: Uint32Array, at: number): number {
    const mask = words.length - 1
    for (let slot = (key[at]! * KEY_WORDS) & mask; ; slot = (slot + KEY_WORDS) & mask) {
      const [a, b, c, d] = [words[slot]!, words[slot + 1]!, words[slot + 2]!, words[slot + 3]!]
      if ((a | b | c | d) === 0) return slot
      if (a === key[at] && b === key[at + 1] && c === key[at + 2] && d === key[at + 3]) return slot
    }
  }

  #grow(): void {
    const before = this.#words
    const words = new Uint32Array(before.length * 2)
    for (let slot = 0; slot < before.length; slot += KEY_WORDS) {
      if (this.#isTaken(slot)) words.set(before.subarray(slot, slot + KEY_WORDS), this.#slotOf(words, before, slot))
    }
    this.#words = words
  }
}
