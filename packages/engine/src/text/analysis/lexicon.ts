/** Recognizes ordinary words of a language, which are not corrected to a shop's words. */
import type { Analyzer } from './analyzer.ts'
import { perLanguage } from '../../languages/language-words.ts'
import { LEXICON_DATA } from './lexicon-data.ts'

/** Expects a folded word. A language without readings and lexicon has no ordinary words. */
export function isOrdinaryWord(word: string, { language, readings, stem }: Analyzer): boolean {
  if (readings !== null) return readings.has(stem(word)) || readings.of(word).length > 0
  return hasWord(filterOf(language), word)
}

/** Shorter strings are words of some language by chance. */
const MIN_LETTERS = 4

/** True for words of any lexicon, and for all words in other scripts than Latin: random keystrokes are mostly Latin. */
export function isSomeWord(word: string): boolean {
  if (!/\p{Script=Latin}/u.test(word)) return /\p{L}/u.test(word)
  return word.length >= MIN_LETTERS && Object.keys(LEXICON_DATA).some((language) => hasWord(filterOf(language), word))
}

/** Empty for a language without a list. */
const filterOf = perLanguage((language) =>
  Uint8Array.from(atob(LEXICON_DATA[language] ?? ''), (char) => char.charCodeAt(0)),
)

/** Bloom filter: 60,000 words take 90 kB, and one unknown word in 300 counts as known. */
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
  return { first: wordHash(word), step: wordHash(word, 0x9747b28c) | 1 }
}

function bitAt(filter: Uint8Array, first: number, step: number, probe: number): number {
  return ((first + Math.imul(probe, step)) >>> 0) % (filter.length * 8)
}

/** FNV-1a over UTF-16 units. The final mix makes short words and words with equal endings differ in every bit. */
export function wordHash(word: string, seed = 0x811c9dc5): number {
  let value = seed
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
