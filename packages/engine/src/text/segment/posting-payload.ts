import { TEXT_FIELDS, type TextField } from '../text-doc.ts'

/**
 * A posting describes its doc in 16 bits beside the number:
 *
 *   0–8    fields that hold the word (bit order of `TEXT_FIELDS`)
 *   9–11   times in the description, 7 for more
 *   12     in the title, but only after a word such as "for" or "with": what it fits, not what it is
 *   13–15  times in the metafields, 7 for more
 */
export const TITLE_BIT = 1 << 0
export const SKU_BIT = 1 << 5
export const DESCRIPTION_BIT = 1 << 8
export const FIELD_MASK = (1 << 9) - 1
export const DESCRIPTION_TIMES_SHIFT = 9
export const MAX_TIMES = 7
export const TITLE_TAIL_BIT = 1 << 12
export const METAFIELD_BIT = 1 << 7
export const METAFIELD_TIMES_SHIFT = 13
/** Fields that say what the product is or has. A description also says what it goes with and what it is not. */
export const STRONG_FIELDS = FIELD_MASK & ~DESCRIPTION_BIT
/** Fields that name the thing. An attribute's value is true of it, but "fan" among a computer's attributes makes it no fan. */
export const NAMING_FIELDS = STRONG_FIELDS & ~METAFIELD_BIT
/** Words that a misspelt one may stand for. Attributes hold translations, too. */
export const CORRECTABLE_FIELDS = FIELD_MASK & ~SKU_BIT & ~METAFIELD_BIT

/** The fields in which a product speaks of itself: not of what it is for. */
export function ownFields(payload: number): number {
  return payload & FIELD_MASK & ((payload & TITLE_TAIL_BIT) !== 0 ? ~TITLE_BIT : FIELD_MASK)
}

export function fieldBit(field: TextField): number {
  return 1 << TEXT_FIELDS.indexOf(field)
}
