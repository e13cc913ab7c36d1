/** The words of a description as numbers, to see which other things it names. Texts would be the largest part of a catalog in memory. */
import { fold, singular } from '@vitrine/engine'
import { plainText } from '../../../ports/search-index/plain-text.ts'

/** Distinct words kept of one description: what it goes with is said early. */
const MOST_WORDS = 80
/** Characters read of one description. */
const MOST_TEXT = 4000

export function describedWords(html: string): Int32Array {
  const numbers = new Set<number>()
  for (const word of fold(plainText(html.slice(0, MOST_TEXT))).match(/\p{L}{3,}/gu) ?? []) {
    if (numbers.size >= MOST_WORDS) break
    numbers.add(numberOf(word))
  }
  return Int32Array.from(numbers)
}

/** As numbers, in their order: all of them stand in a description that names the kind. */
export function kindWords(kind: string): number[] {
  return (kind.match(/\p{L}{3,}/gu) ?? []).map(numberOf)
}

function numberOf(word: string): number {
  const one = singular(word)
  let hash = 2166136261
  for (let i = 0; i < one.length; i++) hash = Math.imul(hash ^ one.charCodeAt(i), 16777619)
  return hash
}
