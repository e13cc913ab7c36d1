import { wordSets } from '../../languages/language-words.ts'

export const NEGATORS_OF = wordSets(({ negation }) => negation?.before)
export const LEADING_NEGATORS_OF = wordSets(({ negation }) => negation?.spaceless)
export const WEAK_NEGATORS_OF = wordSets(({ negation }) => negation?.weak)
export const TRAILING_EXCLUDERS_OF = wordSets(({ negation }) => negation?.after)
export const DENIALS_OF = wordSets(({ negation }) => negation?.denials)
export const TRAILING_NEGATORS_OF = wordSets(({ negation }) => negation?.denialsAfter)
