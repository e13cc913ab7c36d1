import { type CompoundVocabulary, restsAfter, splitCompound, withoutLink } from '../text/analysis/split-compound.ts'
import { firstPlace, prefixRange, termAt } from '../text/segment/dictionary.ts'
import type { TextIndex, TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { computedPostings, termPostings, type TermPostings, type WeightedPostings } from './weighted-postings.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import { compareBackwards } from '../text/segment/finish-segment.ts'
import { inflectedPostings, wordPostings } from './word-postings.ts'

/** Covers all segments, because a new segment has few words. */
export type Vocabulary = Pick<TextIndex, 'views' | 'analyzer'>

/** Adds words that begin with the word, or end with it in any inflection. */
export function addCompounds(
  view: TextSegmentView,
  word: string,
  vocabulary: Vocabulary,
  postingLists: WeightedPostings[],
): void {
  const known = new Set(postingLists.map((postings) => postings.firstTerm))
  const add = ({ term, text }: CompoundCandidate, weight: number) => {
    if (known.has(term)) return
    known.add(term)
    postingLists.push(termPostings(view.segment, term, { weight, kind: 'compound', edits: 0, text }))
  }
  const words = compoundVocabulary(vocabulary)
  const { byHead, byFirstPart } = compoundCandidates(view, word, vocabulary.analyzer)
  // "Wilhelm" does not end in "Helm": the part before a short word must be longer, or a word of the shop.
  const surelyFrom = word.length >= words.minPart ? words.minPart : words.minPart + 2
  for (const candidate of byHead) {
    const [rest] = candidate.rests
    if (rest.length >= surelyFrom || isKnownBefore(rest, words)) add(candidate, headWeight(candidate))
  }
  for (const candidate of byFirstPart)
    if (candidate.rests.some((rest) => isWord(rest, words))) add(candidate, EXPANSION_WEIGHTS.firstPart)
}

/** Returns half of the compound weight or more. The shorter the part before the word, the more certain the match. */
function headWeight({ share }: CompoundCandidate): number {
  return (EXPANSION_WEIGHTS.compound * (1 + share)) / 2
}

export function compoundVocabulary(vocabulary: Vocabulary): CompoundVocabulary {
  const { views, analyzer } = vocabulary
  const isKnown = (word: string) => views.some((view) => inflectedPostings(view, word, vocabulary).length > 0)
  return { isKnown, minPart: analyzer.compoundPart }
}

function isKnownBefore(rest: string, words: CompoundVocabulary): boolean {
  const minPart = words.minPart - 1
  return rest.length >= minPart && withoutLink(rest, { ...words, minPart }) !== undefined
}

function isWord(rest: string, words: CompoundVocabulary): boolean {
  return words.isKnown(rest) || splitCompound(rest, words).length > 0
}

/** A word of the segment that begins or ends with the query's word. */
export interface CompoundCandidate {
  readonly term: number
  readonly text: string
  /** The rest of the compound for each way to split it. */
  readonly rests: readonly string[]
  /** The word's length as a share of the compound's. */
  readonly share: number
}

interface CompoundCandidates {
  /** "fahrradhelm" for "helme": ends with the word, in any inflection. */
  readonly byHead: readonly CompoundCandidate[]
  /** "helmlampe" for "helm": begins with the word. */
  readonly byFirstPart: readonly CompoundCandidate[]
}

/** Maximum number of dictionary terms examined for one word of the query. */
const MAX_LOOKED_AT = 400
/** Shorter words in kana also end unrelated words: スピーカー (speaker) and メーカー (maker) end in カー (car). */
const KANA = /^[ぁ-ゖァ-ヺー]+$/
const MIN_KANA = 3

export function compoundCandidates(view: TextSegmentView, word: string, analyzer: Analyzer): CompoundCandidates {
  const { segment, memo } = view
  return memo.of(`compounds ${word}`, () => ({
    byHead: endingWith(segment, word, analyzer),
    byFirstPart: beginningWith(segment, word, analyzer),
  }))
}

function endingWith({ compounds, terms }: TextSegment, word: string, analyzer: Analyzer): CompoundCandidate[] {
  const head = analyzer.stem(word)
  if (Math.min(head.length, word.length) < analyzer.compoundPart - 1) return []
  if (head.length < MIN_KANA && KANA.test(head)) return []
  const textAt = (place: number) => termAt(terms, compounds[place])
  const first = firstPlace(compounds.length, (place) => compareBackwards(analyzer.stem(textAt(place)), head) >= 0)
  const found: CompoundCandidate[] = []
  for (let place = first; place < Math.min(compounds.length, first + MAX_LOOKED_AT); place++) {
    const text = textAt(place)
    const stem = analyzer.stem(text)
    if (!stem.endsWith(head)) break
    const rest = stem.slice(0, stem.length - head.length)
    if (rest !== '') found.push({ term: compounds[place], text, rests: [rest], share: head.length / stem.length })
  }
  return found
}

function beginningWith({ terms }: TextSegment, word: string, analyzer: Analyzer): CompoundCandidate[] {
  const { compoundPart } = analyzer
  const stem = analyzer.stem(word)
  const begin = word.startsWith(stem) && stem.length >= compoundPart ? stem : word
  if (begin.length < compoundPart) return []
  const found: CompoundCandidate[] = []
  const [first, end] = prefixRange(terms, begin)
  for (let term = first; term < Math.min(end, first + MAX_LOOKED_AT); term++) {
    const text = termAt(terms, term)
    const rests = new Set(restsAfter(text.slice(begin.length)))
    if (text.startsWith(word)) rests.add(text.slice(word.length))
    const long = [...rests].filter((rest) => rest.length >= compoundPart)
    if (long.length > 0) found.push({ term, text, rests: long, share: begin.length / text.length })
  }
  return found
}

/**
 * For a word that no product has, in languages with compounds: "moebel" finds "möbel", and a compound finds products
 * with all of its parts or with the last, the product type.
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
  const others = parts.slice(0, -1).map((part) => docsOf(wordPostings(view, part, vocabulary)))
  const heads = wordPostings(view, parts[parts.length - 1], vocabulary)
  return heads.flatMap((postings) => {
    const places: number[] = []
    for (let at = postings.start; at < postings.end; at++)
      if (others.every((docs) => docs.has(postings.docs[at]))) places.push(at)
    if (places.length === 0) return []
    const docs = Uint32Array.from(places, (at) => postings.docs[at])
    const payloads = Uint16Array.from(places, (at) => postings.payloads[at])
    const weight = postings.weight * EXPANSION_WEIGHTS.allParts
    return [
      computedPostings(docs, payloads, { weight, kind: 'compound', edits: 0, text: postings.text }, postings.firstTerm),
    ]
  })
}

function docsOf(postingLists: readonly WeightedPostings[]): Set<number> {
  return new Set(postingLists.flatMap(({ docs, start, end }) => [...docs.subarray(start, end)]))
}
