import { TEXT_FIELDS, type TextField } from '../text-doc.ts'

/**
 * A posting has 16 bits besides its doc:
 *
 *   0–8    fields that have the word (bit order of `TEXT_FIELDS`)
 *   9–11   occurrences in the description, at most 7
 *   12     in the title only after a word such as "for" or "with": what the product fits, not what it is
 *   13–15  occurrences in the metafields, at most 7
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
/** Fields about the product itself. Descriptions also mention what the product goes with and what it is not. */
export const STRONG_FIELDS = FIELD_MASK & ~DESCRIPTION_BIT
/** Fields that name the product. Metafields describe it: "fan" among a computer's attributes does not make it a fan. */
export const NAMING_FIELDS = STRONG_FIELDS & ~METAFIELD_BIT
/** Fields with words that may correct a typo. Metafields also contain translations. */
export const CORRECTABLE_FIELDS = FIELD_MASK & ~SKU_BIT & ~METAFIELD_BIT

/** Returns the fields of a posting, without the title if its word only follows "for" or "with". */
export function ownFields(payload: number): number {
  return payload & FIELD_MASK & ((payload & TITLE_TAIL_BIT) !== 0 ? ~TITLE_BIT : FIELD_MASK)
}

export function fieldBit(field: TextField): number {
  return 1 << TEXT_FIELDS.indexOf(field)
}
