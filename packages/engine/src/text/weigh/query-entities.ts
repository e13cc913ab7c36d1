import type { Analyzer } from '../analysis/analyzer.ts'
import { colorStemsOf, COLORS_OF } from '../analysis/color-words.ts'
import { isSize } from '../analysis/size-words.ts'
import { TYPE_BIT, VENDOR_BIT } from '../segment/posting-payload.ts'
import type { QueryEntities } from '../text-query.ts'
import type { TermPostings } from '../expand/expand-terms.ts'
import type { ParsedQuery } from '../parse/parse-query.ts'
import { shareInField } from './weigh-terms.ts'

/** A word is a vendor or a type of the shop when it stands there in most of its products. */
const MOSTLY = 0.5

/** What the query's words are to this shop: colors, sizes, product types, vendors. */
export function queryEntities(
  parsed: ParsedQuery,
  expanded: readonly TermPostings[],
  analyzer: Analyzer,
): QueryEntities {
  const words = parsed.wanted.map((queryTerm) => queryTerm.word)
  const isMostly = (bit: number) => words.filter((_, place) => shareInField(expanded[place], bit) >= MOSTLY)
  return {
    price: parsed.price,
    colors: words.filter((word) => isColor(word, analyzer)),
    sizes: parsed.wanted.filter(({ word, isSize: isSaid }) => isSaid === true || isSize(word)).map(({ word }) => word),
    productTypes: isMostly(TYPE_BIT),
    vendors: isMostly(VENDOR_BIT),
    excluded: parsed.excluded.map((queryTerm) => queryTerm.word),
  }
}

/** Colors agree with what they describe in most languages; English ones do not change. */
function isColor(word: string, { language, stem }: Analyzer): boolean {
  if (COLORS_OF(language).has(word)) return true
  return language !== 'en' && colorStemsOf(language, stem).has(stem(word))
}
