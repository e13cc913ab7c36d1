import type { Analyzer } from '../analysis/analyzer.ts'
import { colorStemsOf, colorsOf } from '../analysis/color-words.ts'
import { isSize } from '../analysis/size-words.ts'
import { typeBit, vendorBit } from '../segment/posting-cell.ts'
import type { UnderstoodQuery } from '../text-query.ts'
import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery } from './parse-query.ts'
import { shareInField } from './weigh-slots.ts'

/** A word is a vendor or a type of the shop when it stands there in most of its products. */
const mostly = 0.5

/** What the query's words are to this shop: colours, sizes, product types, vendors. */
export function understand(parsed: ParsedQuery, expanded: readonly SlotSources[], analyzer: Analyzer): UnderstoodQuery {
  const words = parsed.wanted.map((slot) => slot.word)
  const isMostly = (bit: number) => words.filter((_, place) => shareInField(expanded[place], bit) >= mostly)
  return {
    price: parsed.price,
    colors: words.filter((word) => isColor(word, analyzer)),
    sizes: parsed.wanted.filter(({ word, isSize: isSaid }) => isSaid === true || isSize(word)).map(({ word }) => word),
    productTypes: isMostly(typeBit),
    vendors: isMostly(vendorBit),
    excluded: parsed.excluded.map((slot) => slot.word),
  }
}

/** Colours agree with what they describe in most languages; English ones do not change. */
function isColor(word: string, { language, stem }: Analyzer): boolean {
  if (colorsOf(language).has(word)) return true
  return language !== 'en' && colorStemsOf(language, stem).has(stem(word))
}

/** Slots that name a colour or a size, a bit each. */
export function optionSlots(parsed: ParsedQuery, { colors, sizes }: UnderstoodQuery): number {
  let bits = 0
  parsed.wanted.forEach((slot, place) => {
    if (colors.includes(slot.word) || sizes.includes(slot.word)) bits |= 1 << place
  })
  return bits
}
