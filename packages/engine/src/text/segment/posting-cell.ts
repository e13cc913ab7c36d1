/**
 * What a posting knows about its doc beside the number, in 16 bits:
 *
 *   0–8    fields that hold the word (bit order of `textFields`)
 *   9–11   times in the description, 7 for more
 *   12     in the title, but only after a word such as "for" or "with": what it fits, not what it is
 *   13–15  times in the metafields, 7 for more
 */
export const titleBit = 1 << 0
export const typeBit = 1 << 1
export const vendorBit = 1 << 2
export const skuBit = 1 << 5
export const descriptionBit = 1 << 8
export const fieldMask = (1 << 9) - 1
export const descriptionTimesShift = 9
export const maxTimes = 7
export const titleTailBit = 1 << 12
export const metafieldBit = 1 << 7
export const metafieldTimesShift = 13
