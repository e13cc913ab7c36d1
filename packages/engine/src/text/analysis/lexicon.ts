/** Tells whether a word is an ordinary word of a language. Ordinary words are not corrected to a shop's words. */
import type { Analyzer } from './analyzer.ts'
import { LEXICON_DATA } from './lexicon-data.ts'
import { hasWord } from './word-filter.ts'

/** Decoded on first use, because a shop uses few languages. */
const filters = new Map<string, Uint8Array | undefined>()

/**
 * The word must be folded (lower case, no accents). In a language with readings, words with a known reading are
 * ordinary; a language without readings or a list has no ordinary words.
 */
export function isOrdinaryWord(word: string, { language, readings, stem }: Analyzer): boolean {
  if (readings !== null) return readings.has(stem(word)) || readings.of(word).length > 0
  const filter = filterOf(language)
  return filter !== undefined && hasWord(filter, word)
}

/** Shorter strings are words of some language by chance. */
const MIN_LETTERS = 4

/** True for words of any language that has a list, and for all words in scripts other than Latin: random keystrokes are mostly Latin. */
export function isSomeWord(word: string): boolean {
  if (!/\p{Script=Latin}/u.test(word)) return /\p{L}/u.test(word)
  return word.length >= MIN_LETTERS && Object.keys(LEXICON_DATA).some((language) => hasWord(filterOf(language)!, word))
}

function filterOf(language: string): Uint8Array | undefined {
  if (!filters.has(language)) {
    const data = LEXICON_DATA[language]
    filters.set(language, data === undefined ? undefined : bytesOf(data))
  }
  return filters.get(language)
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
