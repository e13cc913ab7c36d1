import type { Analyzer } from '../analysis/analyzer.ts'
import { splitCompound } from '../analysis/split-compound.ts'
import { findTerm, noTerm, termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { ranking } from './ranking.ts'
import { type Source, termSource } from './source.ts'

const compoundWeight = 0.6

/** The word itself, its inflections, and the compounds that hold it. */
export function wordSources(segment: TextSegment, word: string, analyzer: Analyzer): Source[] {
  const sources: Source[] = []
  const term = findTerm(segment.terms, word)
  if (term !== noTerm) sources.push(termSource(segment, term, { weight: 1, kind: 'exact', edits: 0, text: word }))
  const stem = findTerm(segment.stems, analyzer.stem(word))
  if (stem !== noTerm)
    addTerms(segment, segment.stemTerms.subarray(segment.stemStarts[stem], segment.stemStarts[stem + 1]), term, sources)
  else addStemItself(segment, analyzer.stem(word), term, sources)
  if (segment.compoundStarts.length > 0) addCompounds(segment, sources)
  if (sources.length === 0 && analyzer.compounds) return rewrittenSources(segment, word, analyzer)
  return sources
}

/** Where words are written together: "moebel" for "möbel", and what a compound is when the shop has only that. */
function rewrittenSources(segment: TextSegment, word: string, analyzer: Analyzer): Source[] {
  const plain = word.replace(/([aou])e/g, '$1')
  if (plain !== word) {
    const sources = wordSources(segment, plain, analyzer)
    if (sources.length > 0) return sources
  }
  const parts = splitCompound(word, (part) => findTerm(segment.terms, part) !== noTerm)
  if (parts.length === 0) return []
  return wordSources(segment, parts[parts.length - 1], analyzer).map((source) => ({
    ...source,
    weight: source.weight * compoundWeight,
    kind: 'compound',
  }))
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

function addCompounds(segment: TextSegment, sources: Source[]): void {
  for (const { firstTerm: term } of [...sources]) {
    for (let i = segment.compoundStarts[term]; i < segment.compoundStarts[term + 1]; i++) {
      const compound = segment.compoundTerms[i]
      const text = termAt(segment.terms, compound)
      sources.push(termSource(segment, compound, { weight: compoundWeight, kind: 'compound', edits: 0, text }))
    }
  }
}
