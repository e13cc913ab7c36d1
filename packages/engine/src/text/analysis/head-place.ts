import { languageWords, wordSets } from '../../languages/language-words.ts'

export interface Phrase {
  readonly length: number
  readonly language: string
  /** True for words between a product and its purpose: "for", "with", "of". */
  isLink(at: number): boolean
  /** False for words that describe or count: colors, measures, "set". */
  isThing(at: number): boolean
}

/**
 * Returns the word that names the product: the last before "for", "with" and similar words, or the first in languages
 * that put the noun first. Returns -1 for none.
 */
export function headPlace({ length, language, isLink, isThing }: Phrase): number {
  const isHeadFirst = languageWords(language).headFirst === true
  let head = -1
  let other = -1
  let isOtherFixed = false
  for (let at = 0; at < length; at++) {
    if (isLink(at)) {
      if (head >= 0) break
      isOtherFixed = other >= 0
      continue
    }
    if (isThing(at)) head = at
    if (isHeadFirst && head >= 0) break
    if (!isOtherFixed) other = at
    isOtherFixed ||= isHeadFirst
  }
  return head >= 0 ? head : other
}

export const LINKING_WORDS_OF = wordSets(({ linking }) => linking)

export const COLLECTIVE_WORDS_OF = wordSets(({ collective }) => collective)
