import { isAscii } from './fold.ts'

/** Removes punctuation: "53.228.08" and "53 228 08" are one part number. */
export function plainPartNumber(text: string): string {
  return text.replace(isAscii(text) ? MARKS : MARKS_OF_ANY_SCRIPT, '')
}

const MARKS = /[^a-z0-9]+/g
/** `MARKS` for any script. Several times slower, which matters because every variant may have a part number. */
const MARKS_OF_ANY_SCRIPT = /[^\p{L}\p{M}\p{N}]+/gu

/** True for "006R90321", "dv7-1211ea" and "90210", false for "ps4" and "42in". */
export function isPartNumber(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= 4 || (digits >= 2 && word.length >= 6)
}
