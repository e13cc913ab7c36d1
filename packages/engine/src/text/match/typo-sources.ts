import type { Analyzer } from '../analysis/analyzer.ts'
import { termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import type { ExpandInput, SlotSources } from './expand-slots.ts'
import { allowedEdits, findPrefixTypos, findTypos } from './find-typos.ts'
import { type Source, sourceSize, termSource } from './source.ts'
import { wordSources } from './word-sources.ts'

const typoWeights = [1, 0.75, 0.5]
const unfinishedWeight = 0.6
const maxUnfinished = 16
/** Corrections of one word that are followed; the commonest win. */
const maxCorrections = 8
/** A word in no more docs than this may be a misspelling in the catalog … */
const maxRareDocs = 5
/** … when a word one edit away is this many times commoner. */
const timesCommoner = 40

/** Words that nothing matches may be misspelt, and so may very rare ones. */
export function addTypos(input: ExpandInput, expanded: SlotSources[]): void {
  const typing = input.prefixLast ? input.slots.length - 1 : -1
  input.slots.forEach((slot, place) => {
    const own = expanded[place].flat().reduce((sum, source) => sum + sourceSize(source), 0)
    const most = slot.parts.length === 1 && own <= maxRareDocs ? allowedEdits(slot.word) : 0
    for (let edits = 1; edits <= most; edits++) {
      const corrections = corrected(input.segments, slot.word, edits).filter(([, docs]) => docs >= own * timesCommoner)
      addCorrections(input, corrections, edits, expanded[place])
      if (corrections.length > 0 || own > 0) break
    }
    if (place === typing && own === 0 && most > 0) addUnfinished(input.segments, slot.word, expanded[place])
  })
}

/** "runnign sho" is finished and corrected at once. */
function addUnfinished(segments: readonly TextSegment[], word: string, sources: SlotSources): void {
  segments.forEach((segment, s) => {
    const terms = findPrefixTypos(segment, word).sort((a, b) => docsOf(segment, b) - docsOf(segment, a))
    for (const term of terms.slice(0, maxUnfinished)) {
      const text = termAt(segment.terms, term)
      sources[s].push(termSource(segment, term, { weight: unfinishedWeight, kind: 'typo', edits: 1, text }))
    }
  })
}

function docsOf({ postStarts }: TextSegment, term: number): number {
  return postStarts[term + 1] - postStarts[term]
}

type Correction = readonly [word: string, docs: number]

/** Words within the edits, over all segments, the commonest first. */
export function corrected(segments: readonly TextSegment[], word: string, edits: number): Correction[] {
  const docs = new Map<string, number>()
  for (const segment of segments) {
    for (const term of findTypos(segment, word, edits)) {
      const text = termAt(segment.terms, term)
      docs.set(text, (docs.get(text) ?? 0) + docsOf(segment, term))
    }
  }
  return [...docs].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function addCorrections(
  input: ExpandInput,
  corrections: readonly Correction[],
  edits: number,
  sources: SlotSources,
): void {
  for (const [word] of corrections.slice(0, maxCorrections)) {
    input.segments.forEach((segment, s) => {
      sources[s].push(...correctionSources(segment, word, edits, input.analyzer))
    })
  }
}

/** A corrected word is inflected like any other. */
function correctionSources(segment: TextSegment, word: string, edits: number, analyzer: Analyzer): Source[] {
  return wordSources(segment, word, analyzer).map((source) => ({
    ...source,
    weight: source.weight * typoWeights[edits],
    kind: 'typo',
    edits,
  }))
}
