import { type CompoundVocabulary, splitCompound, withoutLink } from '../text/analysis/split-compound.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import type { TextIndex, TextSegmentView } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { type CompoundCandidate, compoundCandidates } from './compound-candidates.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { type WeightedPostings, termPostings } from './weighted-postings.ts'
import { isLiveTerm, isLiveWord } from './live-counts.ts'

/** Spans all segments, because a new segment has few words. */
export type Vocabulary = Pick<TextIndex, 'views' | 'analyzer'>

/** Adds words that end with the word, in any inflection, or begin with it. */
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
  const { byHead, bySound, byFirstPart } = compoundCandidates(view, word, vocabulary.analyzer)
  // "Wilhelm" does not end in "Helm": before a short word, the rest must be longer or a word of the shop.
  const surelyFrom = word.length >= words.minPart ? words.minPart : words.minPart + 2
  for (const candidate of byHead) {
    const [rest] = candidate.rests
    if (rest.length >= surelyFrom || isKnownBefore(rest, words)) add(candidate, headWeight(candidate))
  }
  for (const candidate of bySound) add(candidate, headWeight(candidate))
  for (const candidate of byFirstPart)
    if (candidate.rests.some((rest) => isWord(rest, words))) add(candidate, EXPANSION_WEIGHTS.firstPart)
}

/** From half of the compound weight to all of it: the shorter the part before the word, the surer the match. */
function headWeight({ share }: CompoundCandidate): number {
  return (EXPANSION_WEIGHTS.compound * (1 + share)) / 2
}

export function compoundVocabulary({ views, analyzer }: Vocabulary): CompoundVocabulary {
  const has = (word: string) => isLiveWord(views, word)
  const hasStem = (stem: string) => {
    return views.some((view) => formsOf(view.segment, stem).some((term) => isLiveTerm(view, term)))
  }
  const isKnown = (word: string) => {
    if (has(word)) return true
    const stem = analyzer.stem(word)
    return hasStem(stem) || has(stem)
  }
  return { isKnown, minPart: analyzer.compoundPart }
}

/** Empty if only the stem itself occurs. */
function formsOf({ stems, stemStarts, stemTerms }: TextSegment, stem: string): Uint32Array {
  const found = findTerm(stems, stem)
  return found === NO_TERM ? NO_FORMS : stemTerms.subarray(stemStarts[found], stemStarts[found + 1])
}

const NO_FORMS = new Uint32Array(0)

function isKnownBefore(rest: string, words: CompoundVocabulary): boolean {
  const minPart = words.minPart - 1
  return rest.length >= minPart && withoutLink(rest, { ...words, minPart }) !== undefined
}

function isWord(rest: string, words: CompoundVocabulary): boolean {
  return words.isKnown(rest) || splitCompound(rest, words).length > 0
}
