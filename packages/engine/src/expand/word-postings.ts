import type { Analyzer } from '../text/analysis/analyzer.ts'
import { findTerm, NO_TERM, termAt } from '../text/segment/dictionary.ts'
import type { TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { addCompounds, type Vocabulary } from './compound-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { isLiveWord, termPostings, type WeightedPostings } from './weighted-postings.ts'

/** Returns the postings of the word, its inflections, and the compounds that contain it, if live products have them. */
export function wordPostings(view: TextSegmentView, word: string, vocabulary: Vocabulary): WeightedPostings[] {
  const postingLists = formsOf(view, word, vocabulary)
  if (vocabulary.analyzer.compoundPart > 0) addCompounds(view, word, vocabulary, postingLists)
  return live(view, postingLists, vocabulary)
}

export function inflectedPostings(view: TextSegmentView, word: string, vocabulary: Vocabulary): WeightedPostings[] {
  return live(view, formsOf(view, word, vocabulary), vocabulary)
}

function formsOf({ segment }: TextSegmentView, word: string, { analyzer }: Vocabulary): WeightedPostings[] {
  const postingLists: WeightedPostings[] = []
  const term = findTerm(segment.terms, word)
  if (term !== NO_TERM)
    postingLists.push(termPostings(segment, term, { weight: 1, kind: 'exact', edits: 0, text: word }))
  for (const other of inflections(segment, analyzer.stem(word), analyzer)) {
    if (other === term) continue
    const form = { weight: EXPANSION_WEIGHTS.stem, kind: 'stem', edits: 0, text: termAt(segment.terms, other) } as const
    postingLists.push(termPostings(segment, other, form))
  }
  return postingLists
}

function live(view: TextSegmentView, postingLists: WeightedPostings[], { views }: Vocabulary): WeightedPostings[] {
  if (view.liveDocs === null) return postingLists
  return postingLists.filter((postings) => isLiveWord(views, postings.text))
}

/** Returns the terms with the stem. A word without other inflections has no group. */
function inflections(segment: TextSegment, stem: string, analyzer: Analyzer): Uint32Array {
  const group = findTerm(segment.stems, stem)
  if (group !== NO_TERM) return segment.stemTerms.subarray(segment.stemStarts[group], segment.stemStarts[group + 1])
  const term = analyzer.stem(stem) === stem ? findTerm(segment.terms, stem) : NO_TERM
  return term === NO_TERM ? NONE : Uint32Array.of(term)
}

const NONE = new Uint32Array(0)
