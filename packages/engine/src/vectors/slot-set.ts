/** A set of slots, one bit each. Valid for a single search only, because freed slots are reused. */
export class SlotSet {
  bits: Uint8Array
  count = 0

  constructor(capacity = 0) {
    this.bits = new Uint8Array(Math.ceil(capacity / 8))
  }

  has(slot: number): boolean {
    return ((this.bits[slot >>> 3] >> (slot & 7)) & 1) === 1
  }

  add(slot: number): void {
    if (slot >>> 3 >= this.bits.length) this.#grow(slot)
    if (this.has(slot)) return
    this.bits[slot >>> 3] |= 1 << (slot & 7)
    this.count++
  }

  remove(slot: number): void {
    if (!this.has(slot)) return
    this.bits[slot >>> 3] &= ~(1 << (slot & 7))
    this.count--
  }

  #grow(slot: number): void {
    const larger = new Uint8Array(Math.max(512, 2 * this.bits.length, (slot >>> 3) + 1))
    larger.set(this.bits)
    this.bits = larger
  }
}
