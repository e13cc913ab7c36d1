import { splitCompound } from '../text/analysis/split-compound.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { compoundVocabulary, type Vocabulary } from './compound-postings.ts'
import type { TermPostings } from './expand-input.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { computedPostings, type WeightedPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'

/**
 * Postings for a word that no product has, in languages with compounds: "moebel" finds "möbel", and a compound finds
 * the products that have all of its parts, or else its last part, which is the product type.
 */
export function respelledPostings(vocabulary: Vocabulary, word: string): TermPostings {
  const { views } = vocabulary
  const plain = word.replace(/([aou])e/g, '$1').replace(/aa/g, 'a')
  if (plain !== word) {
    const postingLists = views.map((view) => wordPostings(view, plain, vocabulary))
    if (isFound(postingLists)) return postingLists
  }
  const parts = splitCompound(word, compoundVocabulary(vocabulary))
  if (parts.length === 0) return views.map(() => [])
  const all = views.map((view) => withAllParts(view, parts, vocabulary))
  if (isFound(all)) return all
  const head = parts[parts.length - 1]
  return views.map((view) =>
    wordPostings(view, head, vocabulary).map((postings) => ({
      ...postings,
      weight: postings.weight * EXPANSION_WEIGHTS.lastPart,
      kind: 'compound',
    })),
  )
}

export function isFound(postingLists: TermPostings): boolean {
  return postingLists.some((list) => list.length > 0)
}

function withAllParts(view: TextSegmentView, parts: readonly string[], vocabulary: Vocabulary): WeightedPostings[] {
  const others = parts.slice(0, -1).map((part) => marked(view.segment, wordPostings(view, part, vocabulary)))
  const heads = wordPostings(view, parts[parts.length - 1], vocabulary)
  return heads.flatMap((postings) => {
    const places: number[] = []
    for (let at = postings.start; at < postings.end; at++)
      if (others.every((docs) => docs[postings.docs[at]] === 1)) places.push(at)
    if (places.length === 0) return []
    const docs = Uint32Array.from(places, (at) => postings.docs[at])
    const payloads = Uint16Array.from(places, (at) => postings.payloads[at])
    const weight = postings.weight * EXPANSION_WEIGHTS.allParts
    return [
      computedPostings(docs, payloads, { weight, kind: 'compound', edits: 0, text: postings.text }, postings.firstTerm),
    ]
  })
}

/** 1 for each doc in the postings. */
function marked({ docCount }: TextSegment, postingLists: readonly WeightedPostings[]): Uint8Array {
  const docs = new Uint8Array(docCount)
  for (const postings of postingLists)
    for (let at = postings.start; at < postings.end; at++) docs[postings.docs[at]] = 1
  return docs
}
