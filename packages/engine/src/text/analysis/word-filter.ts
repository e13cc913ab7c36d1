/** A Bloom filter of words in a plain byte array: about 60,000 words take 90 kB. */

/** Twelve bits per word and eight probes: one unknown word in 300 is mistaken for a known one, which only leaves it uncorrected. */
export const BITS_PER_WORD = 12
const PROBES = 8

export function addWord(filter: Uint8Array, word: string): void {
  const { first, step } = probesOf(word)
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitAt(filter, first, step, probe)
    filter[bit >>> 3] |= 1 << (bit & 7)
  }
}

export function hasWord(filter: Uint8Array, word: string): boolean {
  const { first, step } = probesOf(word)
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitAt(filter, first, step, probe)
    if ((filter[bit >>> 3] & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** Derives all probes from two hashes (Kirsch and Mitzenmacher). */
function probesOf(word: string): { first: number; step: number } {
  return { first: hash(word, 0x811c9dc5), step: hash(word, 0x9747b28c) | 1 }
}

function bitAt(filter: Uint8Array, first: number, step: number, probe: number): number {
  return ((first + Math.imul(probe, step)) >>> 0) % (filter.length * 8)
}

/** FNV-1a over UTF-16 units, with a final mix so that short words differ in every bit. */
function hash(word: string, seed: number): number {
  let value = seed
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
