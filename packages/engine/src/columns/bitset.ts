/** A set of docs: doc d is bit d & 31 of word d >> 5. All sets of a segment have the same length. */
export type Bitset = Uint32Array

export function newBitset(docCount: number): Bitset {
  return new Uint32Array((docCount + 31) >>> 5)
}

/** Leaves bits past `docCount` clear: `countBits` relies on it. */
export function fullBitset(docCount: number): Bitset {
  const set = newBitset(docCount).fill(0xffffffff)
  const rest = docCount & 31
  if (rest !== 0) set[set.length - 1] = 0xffffffff >>> (32 - rest)
  return set
}

export function bitsetOf(docs: Uint32Array, docCount: number): Bitset {
  const set = newBitset(docCount)
  for (let i = 0; i < docs.length; i++) setBit(set, docs[i])
  return set
}

export function setBit(set: Bitset, doc: number): void {
  set[doc >>> 5] |= 1 << (doc & 31)
}

export function clearBit(set: Bitset, doc: number): void {
  set[doc >>> 5] &= ~(1 << (doc & 31))
}

export function hasBit(set: Bitset, doc: number): boolean {
  return (set[doc >>> 5] & (1 << (doc & 31))) !== 0
}

export function andInto(target: Bitset, other: Bitset): void {
  for (let w = 0; w < target.length; w++) target[w] &= other[w]
}

export function countBits(set: Bitset): number {
  let count = 0
  for (let w = 0; w < set.length; w++) {
    let word = set[w]
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return count
}

export function listBits(set: Bitset): Uint32Array {
  const docs = new Uint32Array(countBits(set))
  let n = 0
  for (let w = 0; w < set.length; w++) {
    let word = set[w]
    while (word !== 0) {
      const low = word & -word
      docs[n++] = (w << 5) + (31 - Math.clz32(low))
      word ^= low
    }
  }
  return docs
}
