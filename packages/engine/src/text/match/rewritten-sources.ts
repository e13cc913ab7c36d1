import { splitCompound } from '../analysis/split-compound.ts'
import type { TextSegment } from '../text-segment.ts'
import { compoundVocabulary, type Vocabulary } from './compound-sources.ts'
import type { SlotSources } from './expand-slots.ts'
import { madeSource, type Source } from './source.ts'
import { wordSources } from './word-sources.ts'

/** What products with all parts of a compound are worth, and what those are with the last alone. */
const allPartsWeight = 0.8
const headWeight = 0.6

/**
 * For a word that no product has, where words are written together: "moebel" for "möbel", and for a compound the products
 * that have its parts, or else its last part, which says what the thing is.
 */
export function rewrittenSources(vocabulary: Vocabulary, word: string): SlotSources {
  const { segments } = vocabulary
  const plain = word.replace(/([aou])e/g, '$1').replace(/aa/g, 'a')
  if (plain !== word) {
    const sources = segments.map((segment) => wordSources(segment, plain, vocabulary))
    if (isFound(sources)) return sources
  }
  const parts = splitCompound(word, compoundVocabulary(vocabulary))
  if (parts.length === 0) return segments.map(() => [])
  const all = segments.map((segment) => withAllParts(segment, parts, vocabulary))
  if (isFound(all)) return all
  const head = parts[parts.length - 1]
  return segments.map((segment) =>
    wordSources(segment, head, vocabulary).map((source) => ({
      ...source,
      weight: source.weight * headWeight,
      kind: 'compound',
    })),
  )
}

export function isFound(sources: SlotSources): boolean {
  return sources.some((list) => list.length > 0)
}

function withAllParts(segment: TextSegment, parts: readonly string[], vocabulary: Vocabulary): Source[] {
  const others = parts.slice(0, -1).map((part) => marked(segment, wordSources(segment, part, vocabulary)))
  const heads = wordSources(segment, parts[parts.length - 1], vocabulary)
  return heads.flatMap((source) => {
    const places: number[] = []
    for (let at = source.start; at < source.end; at++)
      if (others.every((docs) => docs[source.docs[at]] === 1)) places.push(at)
    if (places.length === 0) return []
    const docs = Uint32Array.from(places, (at) => source.docs[at])
    const cells = Uint16Array.from(places, (at) => source.cells[at])
    const weight = source.weight * allPartsWeight
    return [madeSource(docs, cells, { weight, kind: 'compound', edits: 0, text: source.text }, source.firstTerm)]
  })
}

/** 1 for each doc that the sources hold. */
function marked({ docCount }: TextSegment, sources: readonly Source[]): Uint8Array {
  const docs = new Uint8Array(docCount)
  for (const source of sources) for (let at = source.start; at < source.end; at++) docs[source.docs[at]] = 1
  return docs
}
