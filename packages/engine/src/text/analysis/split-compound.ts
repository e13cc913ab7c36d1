import type { Analyzer } from './analyzer.ts'

/** Sounds between the parts of Germanic compounds. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e']

export interface CompoundVocabulary {
  readonly isKnown: (word: string) => boolean
  readonly minPart: number
}

/** "wanderschuhe" is wander + schuhe, if the shop has both words. The split with the longest last part wins. */
export function splitCompound(word: string, vocabulary: CompoundVocabulary): string[] {
  return splitUpTo(word, word.length, vocabulary, new Set())
}

/** Splits the first `end` letters. Without `failed`, the number of attempts is exponential. */
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

/** Returns possible second words, with and without each linking sound. */
export function restsAfter(rest: string): string[] {
  return LINKS.filter((link) => rest.startsWith(link)).map((link) => rest.slice(link.length))
}

/** False if the joined words look like an inflection of one of them: "leatherred" of "leather". */
export function isJoined(first: string, second: string, { stem }: Analyzer): boolean {
  const joined = stem(first + second)
  return joined !== stem(first) && joined !== stem(second)
}
