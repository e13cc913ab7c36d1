import * as stopword from 'stopword'
import { fold } from './fold.ts'
import { perLanguage, wordSets } from '../../languages/language-words.ts'

/** The package names its lists by longer codes. */
const CODES = 'da:dan de:deu en:eng es:spa fi:fin fr:fra it:ita ja:jpn ko:kor nl:nld no:nob pt:por sv:swe th:tha zh:zho'
const lists = new Map(Object.entries(stopword))
const LISTS = new Map(
  CODES.split(' ').map((pair) => {
    const [language, code] = pair.split(':')
    return [language, lists.get(code) ?? []]
  }),
)

/** Stop words with a meaning in a shop. */
const MEANINGFUL = wordSets(({ meaningful }) => meaningful)

/** Folded, without those that have a meaning in a shop. */
export const stopWordsOf = perLanguage((language): ReadonlySet<string> => {
  const words = new Set((LISTS.get(language) ?? []).map((word) => fold(word).replaceAll("'", '')))
  return words.difference(MEANINGFUL(language))
})

export function isAnyStopWord(word: string): boolean {
  return [...LISTS.keys()].some((language) => stopWordsOf(language).has(word))
}
