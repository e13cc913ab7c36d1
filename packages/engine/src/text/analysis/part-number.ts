import { isAscii } from './fold.ts'

/** A folded part number without what it is written with: "53.228.08" and "53 228 08" are one. */
export function plainPartNumber(text: string): string {
  return text.replace(isAscii(text) ? marks : marksOfAnyScript, '')
}

const marks = /[^a-z0-9]+/g
/** The same, several times slower: a catalog has as many part numbers as variants. */
const marksOfAnyScript = /[^\p{L}\p{M}\p{N}]+/gu
