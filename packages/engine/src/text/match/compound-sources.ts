import type { Analyzer } from '../analysis/analyzer.ts'
import { type CompoundVocabulary, splitCompound, withoutLink } from '../analysis/split-compound.ts'
import { findTerm, noTerm } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { type CompoundCandidate, compoundCandidates } from './compound-candidates.ts'
import { type Source, termSource } from './source.ts'
import { isLivingTerm, type LivingDocs } from './living.ts'

/** What a query is read against: the words of all segments, because the newest have few. */
export interface Vocabulary {
  readonly segments: readonly TextSegment[]
  readonly analyzer: Analyzer
  readonly living: LivingDocs
}

/** "Fahrradhelm" is a helmet, the more so the less stands before; a "Helmlampe" only has to do with one. */
const headWeight = 0.5
const headShare = 0.2
const firstPartWeight = 0.4

/** The longer words that end with the word, in whatever form, or begin with it. */
export function addCompounds(segment: TextSegment, word: string, vocabulary: Vocabulary, sources: Source[]): void {
  const known = new Set(sources.map((source) => source.firstTerm))
  const add = ({ term, text }: CompoundCandidate, weight: number) => {
    if (known.has(term)) return
    known.add(term)
    sources.push(termSource(segment, term, { weight, kind: 'compound', edits: 0, text }))
  }
  const words = compoundVocabulary(vocabulary)
  const { byHead, byFirstPart } = compoundCandidates(segment, word, vocabulary.analyzer)
  // "Wilhelm" is no helmet: before a short word more must stand, or a word that the shop has.
  const surelyFrom = word.length >= words.minPart ? words.minPart : words.minPart + 2
  for (const candidate of byHead) {
    const [rest] = candidate.rests
    if (rest.length >= surelyFrom || isKnownBefore(rest, words))
      add(candidate, headWeight + headShare * candidate.share)
  }
  for (const candidate of byFirstPart)
    if (candidate.rests.some((rest) => isWord(rest, words))) add(candidate, firstPartWeight)
}

export function compoundVocabulary({ segments, analyzer, living }: Vocabulary): CompoundVocabulary {
  const has = (word: string) => {
    return segments.some((segment, s) => {
      const term = findTerm(segment.terms, word)
      return term !== noTerm && isLivingTerm(segment, term, living[s])
    })
  }
  const hasStem = (stem: string) => {
    return segments.some((segment, s) => formsOf(segment, stem).some((term) => isLivingTerm(segment, term, living[s])))
  }
  const isKnown = (word: string) => {
    if (has(word)) return true
    const stem = analyzer.stem(word)
    return hasStem(stem) || has(stem)
  }
  return { isKnown, minPart: analyzer.compoundPart }
}

/** Terms with the stem, where there are others than the stem itself. */
function formsOf({ stems, stemStarts, stemTerms }: TextSegment, stem: string): Uint32Array {
  const found = findTerm(stems, stem)
  return found === noTerm ? noForms : stemTerms.subarray(stemStarts[found], stemStarts[found + 1])
}

const noForms = new Uint32Array(0)

function isKnownBefore(rest: string, words: CompoundVocabulary): boolean {
  const minPart = words.minPart - 1
  return rest.length >= minPart && withoutLink(rest, { ...words, minPart }) !== undefined
}

function isWord(rest: string, words: CompoundVocabulary): boolean {
  return words.isKnown(rest) || splitCompound(rest, words).length > 0
}
