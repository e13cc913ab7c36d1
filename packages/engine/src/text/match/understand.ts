import { colorsOf } from '../analysis/color-words.ts'
import { typeBit, vendorBit } from '../segment/posting-cell.ts'
import type { UnderstoodQuery } from '../text-query.ts'
import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery } from './parse-query.ts'
import { shareInField } from './weigh-slots.ts'

/** A word is a vendor or a type of the shop when it stands there in most of its products. */
const mostly = 0.5
const namedSize = /^(?:x{0,4}[sl]|[2-6]xl|m|small|medium|large|one ?size)$/
const measured = /^\d+(?:[./]\d+)?(?:mm|cm|m|in|inch|inches|ft|oz|lb|lbs|kg|g|ml|l|gb|tb|w|v|hz)$/

/** What the query's words are to this shop: colours, sizes, product types, vendors. */
export function understand(parsed: ParsedQuery, expanded: readonly SlotSources[], language: string): UnderstoodQuery {
  const colors = colorsOf(language)
  const words = parsed.wanted.map((slot) => slot.word)
  const isMostly = (bit: number) => words.filter((_, place) => shareInField(expanded[place], bit) >= mostly)
  return {
    price: parsed.price,
    colors: words.filter((word) => colors.has(word)),
    sizes: words.filter(isSize),
    productTypes: isMostly(typeBit),
    vendors: isMostly(vendorBit),
    excluded: parsed.excluded.map((slot) => slot.word),
  }
}

function isSize(word: string): boolean {
  return namedSize.test(word) || measured.test(word)
}

/** Slots that name a colour or a size, a bit each. */
export function optionSlots(parsed: ParsedQuery, { colors, sizes }: UnderstoodQuery): number {
  let bits = 0
  parsed.wanted.forEach((slot, place) => {
    if (colors.includes(slot.word) || sizes.includes(slot.word)) bits |= 1 << place
  })
  return bits
}
