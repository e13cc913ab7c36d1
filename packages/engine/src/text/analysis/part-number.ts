import { isAscii } from './fold.ts'

/** A folded part number without what it is written with: "53.228.08" and "53 228 08" are one. */
export function plainPartNumber(text: string): string {
  return text.replace(isAscii(text) ? MARKS : MARKS_OF_ANY_SCRIPT, '')
}

const MARKS = /[^a-z0-9]+/g
/** The same, several times slower: a catalog has as many part numbers as variants. */
const MARKS_OF_ANY_SCRIPT = /[^\p{L}\p{M}\p{N}]+/gu
