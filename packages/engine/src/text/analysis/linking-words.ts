import { wordSets } from '../../languages/language-words.ts'

export const LINKING_WORDS_OF = wordSets(({ linking }) => linking)

/** A plus sign alone in a title links like a linking word: "memory card + adapter". */
export const LINKING_SIGN = '+'

export const COLLECTIVE_WORDS_OF = wordSets(({ collective }) => collective)
