/** Decides whether a word is an ordinary word of a language. Such words are not corrected to what a shop calls its products. */
import type { Analyzer } from './analyzer.ts'
import { LEXICON_DATA } from './lexicon-data.ts'
import { hasWord } from './word-filter.ts'

/** Keyed by language, and read when first asked for: a shop speaks few of them. */
const filters = new Map<string, Uint8Array | undefined>()

/** The word is folded: lower case, no accents. A language without a list has no ordinary words but those whose readings are known. */
export function isOrdinaryWord(word: string, { language, readings, stem }: Analyzer): boolean {
  if (readings !== null) return readings.has(stem(word)) || readings.of(word).length > 0
  const filter = filterOf(language)
  return filter !== undefined && hasWord(filter, word)
}

/** Shorter ones are words of some language by chance. */
const MIN_LETTERS = 4

/** True of a word of any language that has a list, and of any other script than the one in which keyboards are mashed. */
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
