import { agreeingCounts } from './agreeing-counts.ts'
import type { Law } from './law.ts'
import { notSold } from './not-sold.ts'
import { partNumbers } from './part-numbers.ts'
import { slips } from './slips.ts'
import { stableSets } from './stable-sets.ts'
import { suggestions } from './suggestions.ts'
import { titleLessOneWord } from './title-less-one-word.ts'
import { addedFactKeepsProduct } from './added-fact-keeps-product.ts'
import { trueMetadata } from './true-metadata.ts'
import { typeNames } from './type-names.ts'
import { unchangedByFiller } from './unchanged-by-filler.ts'
import { unchangedSpelling } from './unchanged-spelling.ts'
import { wholeTitle } from './whole-title.ts'
import { wordForms } from './word-forms.ts'
import { wordOrder } from './word-order.ts'

export const LAWS: readonly Law[] = [
  wholeTitle,
  partNumbers,
  unchangedSpelling,
  unchangedByFiller,
  wordForms,
  wordOrder,
  addedFactKeepsProduct,
  trueMetadata,
  slips,
  titleLessOneWord,
  stableSets,
  agreeingCounts,
  typeNames,
  notSold,
  suggestions,
]
