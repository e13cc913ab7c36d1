import { isAscii } from './fold.ts'

/** A folded part number without what it is written with: "53.228.08" and "53 228 08" are one. */
export function plainPartNumber(text: string): string {
  return text.replace(isAscii(text) ? MARKS : MARKS_OF_ANY_SCRIPT, '')
}

const MARKS = /[^a-z0-9]+/g
/** The same, several times slower: a catalog has as many part numbers as variants. */
const MARKS_OF_ANY_SCRIPT = /[^\p{L}\p{M}\p{N}]+/gu

/** "006R90321", "dv7-1211ea", "90210", but not "ps4" or "42in": who types these knows which product it is. */
export function isPartNumber(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= 4 || (digits >= 2 && word.length >= 6)
}
