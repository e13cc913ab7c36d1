import type { Analyzer } from './analyzer.ts'

/** Sounds that Germanic languages put between the parts of a compound. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e']

export interface CompoundVocabulary {
  readonly isKnown: (word: string) => boolean
  readonly minPart: number
}

/**
 * Returns the known words that a compound consists of; empty if there are none. "wanderschuhe" is wander + schuhe if
 * the shop uses both. The split with the longest last part wins, because the last part is the product type.
 */
export function splitCompound(word: string, vocabulary: CompoundVocabulary): string[] {
  return splitUpTo(word, word.length, vocabulary, new Set())
}

/** Splits the first `end` letters. `failed` has the ends that cannot be split; without it, the number of attempts would be exponential. */
function splitUpTo(word: string, end: number, vocabulary: CompoundVocabulary, failed: Set<number>): string[] {
  const { isKnown, minPart } = vocabulary
  if (failed.has(end)) return []
  for (let cut = minPart; cut <= end - minPart; cut++) {
    const last = word.slice(cut, end)
    if (!isKnown(last)) continue
    const first = withoutLink(word.slice(0, cut), vocabulary)
    if (first !== undefined) return [first, last]
    const before = splitUpTo(word, cut, vocabulary, failed)
    if (before.length > 0) return [...before, last]
  }
  failed.add(end)
  return []
}

/** Returns the known word at the start of a compound, without its linking sound. */
export function withoutLink(part: string, { isKnown, minPart }: CompoundVocabulary): string | undefined {
  for (const link of LINKS) {
    if (!part.endsWith(link)) continue
    const word = part.slice(0, part.length - link.length)
    if (word.length >= minPart && isKnown(word)) return word
  }
  return undefined
}

/** Returns possible second words: the rest unchanged, and without each linking sound. */
export function restsAfter(rest: string): string[] {
  return LINKS.filter((link) => rest.startsWith(link)).map((link) => rest.slice(link.length))
}

/** False if two words written together only look like an inflection of one of them, such as "leather red" ("leatherred") of "leather". */
export function isJoined(first: string, second: string, { stem }: Analyzer): boolean {
  const joined = stem(first + second)
  return joined !== stem(first) && joined !== stem(second)
}
