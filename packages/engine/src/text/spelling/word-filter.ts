/** A Bloom filter of words in a plain byte array: about 60,000 words take 90 kB. */

/** Twelve bits a word and eight probes: one unknown word in 300 is taken for a known one, and merely stays uncorrected. */
export const BITS_PER_WORD = 12
const PROBES = 8

export function addWord(filter: Uint8Array, word: string): void {
  for (const bit of bitsOf(filter, word)) filter[bit >>> 3] |= 1 << (bit & 7)
}

export function hasWord(filter: Uint8Array, word: string): boolean {
  return bitsOf(filter, word).every((bit) => (filter[bit >>> 3] & (1 << (bit & 7))) !== 0)
}

/** Two hashes give all probes (Kirsch and Mitzenmacher). */
function bitsOf(filter: Uint8Array, word: string): number[] {
  const size = filter.length * 8
  const first = hash(word, 0x811c9dc5)
  const second = hash(word, 0x9747b28c) | 1
  return Array.from({ length: PROBES }, (_, probe) => ((first + Math.imul(probe, second)) >>> 0) % size)
}

/** FNV-1a over UTF-16 units, with a final mix so that short words differ in every bit. */
function hash(word: string, seed: number): number {
  let value = seed
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
