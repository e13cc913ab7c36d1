import { findTerm, noTerm, termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { addCompounds, type Vocabulary } from './compound-sources.ts'
import { ranking } from './ranking.ts'
import { type Source, termSource } from './source.ts'
import { isLiving } from './living.ts'

/** The word itself, its inflections, and the compounds that hold it, as far as products still have them. */
export function wordSources(segment: TextSegment, word: string, vocabulary: Vocabulary): Source[] {
  const { analyzer } = vocabulary
  const sources: Source[] = []
  const term = findTerm(segment.terms, word)
  if (term !== noTerm) sources.push(termSource(segment, term, { weight: 1, kind: 'exact', edits: 0, text: word }))
  const stem = findTerm(segment.stems, analyzer.stem(word))
  if (stem !== noTerm)
    addTerms(segment, segment.stemTerms.subarray(segment.stemStarts[stem], segment.stemStarts[stem + 1]), term, sources)
  else addStemItself(segment, analyzer.stem(word), term, sources)
  if (segment.compounds.length > 0) addCompounds(segment, word, vocabulary, sources)
  const living = vocabulary.living[vocabulary.segments.indexOf(segment)]
  return living === null ? sources : sources.filter((source) => isLiving(source, living))
}

function addTerms(segment: TextSegment, terms: Uint32Array, except: number, sources: Source[]): void {
  for (const term of terms) {
    if (term === except) continue
    sources.push(
      termSource(segment, term, { weight: ranking.stem, kind: 'stem', edits: 0, text: termAt(segment.terms, term) }),
    )
  }
}

/** A term that is its own stem and alone has no group. */
function addStemItself(segment: TextSegment, stem: string, except: number, sources: Source[]): void {
  const term = findTerm(segment.terms, stem)
  if (term === noTerm || term === except) return
  sources.push(termSource(segment, term, { weight: ranking.stem, kind: 'stem', edits: 0, text: stem }))
}
