import type { Analyzer } from '../analysis/analyzer.ts'
import { colorWord } from '../../colors/color-families.ts'
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
    colors: words.filter((word) => colorWord(word, analyzer) !== undefined),
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
