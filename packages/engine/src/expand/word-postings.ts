import type { Analyzer } from '../text/analysis/analyzer.ts'
import { findTerm, NO_TERM, termAt } from '../text/segment/dictionary.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { addCompounds, type Vocabulary } from './compound-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { type WeightedPostings, termPostings } from './weighted-postings.ts'
import { hasLiveDoc, isLiveWord } from './live-counts.ts'

/** The word itself, its inflections, and the compounds that hold it, as far as products still have them. */
export function wordPostings(view: TextSegmentView, word: string, vocabulary: Vocabulary): WeightedPostings[] {
  const { segment, liveDocs } = view
  const { analyzer } = vocabulary
  const postingLists: WeightedPostings[] = []
  const term = findTerm(segment.terms, word)
  if (term !== NO_TERM)
    postingLists.push(termPostings(segment, term, { weight: 1, kind: 'exact', edits: 0, text: word }))
  const stem = findTerm(segment.stems, analyzer.stem(word))
  if (stem !== NO_TERM)
    addTerms(
      segment,
      segment.stemTerms.subarray(segment.stemStarts[stem], segment.stemStarts[stem + 1]),
      term,
      postingLists,
    )
  else addStemItself(segment, analyzer.stem(word), { except: term, analyzer }, postingLists)
  if (analyzer.compoundPart > 0) addCompounds(view, word, vocabulary, postingLists)
  if (liveDocs === null) return postingLists
  return postingLists.filter((postings) => hasLiveDoc(view, postings) || isLiveWord(vocabulary.views, postings.text))
}

function addTerms(segment: TextSegment, terms: Uint32Array, except: number, postingLists: WeightedPostings[]): void {
  for (const term of terms) {
    if (term === except) continue
    const text = termAt(segment.terms, term)
    postingLists.push(termPostings(segment, term, { weight: EXPANSION_WEIGHTS.stem, kind: 'stem', edits: 0, text }))
  }
}

/** A term that is its own stem and alone has no group. One that is the stem of others only would be in another group. */
function addStemItself(
  segment: TextSegment,
  stem: string,
  { except, analyzer }: { except: number; analyzer: Analyzer },
  postingLists: WeightedPostings[],
): void {
  if (analyzer.stem(stem) !== stem) return
  const term = findTerm(segment.terms, stem)
  if (term === NO_TERM || term === except) return
  postingLists.push(termPostings(segment, term, { weight: EXPANSION_WEIGHTS.stem, kind: 'stem', edits: 0, text: stem }))
}
