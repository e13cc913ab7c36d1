import { dan, deu, eng, fin, fra, ita, jpn, kor, nld, nob, por, spa, swe, tha, zho } from 'stopword'
import { fold } from './fold.ts'
import { perLanguage, wordSets } from '../../languages/language-words.ts'

const LISTS: Record<string, readonly string[]> = {
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  it: ita,
  ja: jpn,
  ko: kor,
  nl: nld,
  no: nob,
  pt: por,
  sv: swe,
  th: tha,
  zh: zho,
}

/** Stop words with a meaning in a shop. */
const MEANINGFUL = wordSets(({ meaningful }) => meaningful)

/** Folded, without those that have a meaning in a shop. */
export const stopWordsOf = perLanguage((language): ReadonlySet<string> => {
  const words = new Set((LISTS[language] ?? []).map((word) => fold(word).replaceAll("'", '')))
  return words.difference(MEANINGFUL(language))
})

export function isAnyStopWord(word: string): boolean {
  return Object.keys(LISTS).some((language) => stopWordsOf(language).has(word))
}
