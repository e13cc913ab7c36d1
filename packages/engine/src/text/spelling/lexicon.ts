/** Whether a word is an ordinary word of a language. What a shop calls its products is no reason to correct those. */
import type { Analyzer } from '../analysis/analyzer.ts'
import { LEXICON_DATA } from './lexicon-data.ts'
import { hasWord } from './word-filter.ts'

const FILTERS = new Map(Object.entries(LEXICON_DATA).map(([language, data]) => [language, bytesOf(data)]))

/** The word is folded: lower case, no accents. A language without a list has no ordinary words but those whose readings are known. */
export function isOrdinaryWord(word: string, { language, readings, stem }: Analyzer): boolean {
  if (readings !== null) return readings.has(stem(word)) || readings.of(word).length > 0
  const filter = FILTERS.get(language)
  return filter !== undefined && hasWord(filter, word)
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
