import type { Analyzer } from '../analysis/analyzer.ts'
import { colorStemsOf, COLORS_OF } from '../analysis/color-words.ts'
import { isSize } from '../analysis/size-words.ts'
import type { QueryEntities } from '../text-query.ts'
import type { ParsedQuery } from '../parse/parse-query.ts'
import { TEXT_FIELDS, type TextField } from '../text-doc.ts'
import type { WeighedTerm } from './weigh-terms.ts'

/** A word is a vendor or a type of the shop when it stands there in most of its products. */
const MOSTLY = 0.5

/** What the query's words are to this shop: colors, sizes, product types, vendors. */
export function queryEntities(parsed: ParsedQuery, terms: readonly WeighedTerm[], analyzer: Analyzer): QueryEntities {
  const words = parsed.wanted.map((queryTerm) => queryTerm.word)
  const isMostly = (field: TextField) => words.filter((_, place) => shareInField(terms[place], field) >= MOSTLY)
  return {
    price: parsed.price,
    colors: words.filter((word) => isColor(word, analyzer)),
    sizes: parsed.wanted.filter(({ word, isSize: isSaid }) => isSaid === true || isSize(word)).map(({ word }) => word),
    productTypes: isMostly('productType'),
    vendors: isMostly('vendor'),
    excluded: parsed.excluded.map((queryTerm) => queryTerm.word),
  }
}

/** In which share of its docs the word, as typed or inflected, stands in the field. */
export function shareInField({ isKnown, fieldShares }: WeighedTerm, field: TextField): number {
  return isKnown ? fieldShares[TEXT_FIELDS.indexOf(field)] : 0
}

/** Colors agree with what they describe in most languages; English ones do not change. */
function isColor(word: string, { language, stem }: Analyzer): boolean {
  if (COLORS_OF(language).has(word)) return true
  return language !== 'en' && colorStemsOf(language, stem).has(stem(word))
}
