import { hasDigit } from '../analysis/analyzer.ts'
import { termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { editsBetween } from './edit-distance.ts'
import type { ExpandInput, SlotSources } from './expand-slots.ts'
import { allowedEdits, findPrefixTypos, findTypos } from './find-typos.ts'
import { isFound } from './rewritten-sources.ts'
import { sourceSize, termSource } from './source.ts'
import { synonymsOf, wordsWithSynonyms } from './synonyms.ts'
import { isLivingTerm } from './living.ts'
import { wordSources } from './word-sources.ts'

/** By edits: what the likeliest correction is worth, and what one of no likelihood would be. */
const likeliestWeights = [1, 0.95, 0.75]
const leastWeights = [1, 0.6, 0.4]
/** Swapped neighbours are the commonest slip, then a last letter left out; a wrong first letter is rare. */
const swapFactor = 3
const unendedFactor = 1.5
const firstLetterFactor = 0.3
const unfinishedWeight = 0.6
const maxUnfinished = 16
/** Corrections of one word that are followed; the commonest win. */
const maxCorrections = 8
/** A word in no more docs than this may be a misspelling in the catalog, … */
const maxRareDocs = 5
/** … when a word one edit away is this many times commoner; … */
const timesCommoner = 40
/** … and sooner when the catalog only has what seems to be another form of it: "gaing" is no form of "gas". */
const timesCommonerThanForm = 1
/** A plural that the catalog lacks is likelier than a mistake: "vans" is no mistaken "fans". */
const timesCommonerThanSingular = 10

/** Words that nothing matches may be misspelt, and so may very rare ones. */
export function addTypos(input: ExpandInput, expanded: SlotSources[]): void {
  const typing = input.prefixLast ? input.slots.length - 1 : -1
  input.slots.forEach((slot, place) => {
    const most = slot.parts.length === 1 ? allowedEdits(slot.word) : 0
    const found = expanded[place].flat()
    const own = found.reduce((sum, source) => sum + sourceSize(source), 0)
    const isForm = found.every((source) => source.kind === 'stem')
    if (most === 0 || (own > maxRareDocs && !isForm)) return
    const least = own * (isForm ? timesCommonerThan(slot.word) : timesCommoner)
    for (let edits = 1; edits <= most; edits++) {
      const corrections = corrected(input, slot.word, edits).filter(({ docs }) => docs >= least)
      for (const correction of corrections.slice(0, maxCorrections)) {
        const weight = own > 0 ? leastWeights[edits] : weightOf(correction, corrections[0], edits)
        addCorrection(input, expanded[place], { word: correction.word, edits, weight })
      }
      if (corrections.length > 0 || own > 0) break
    }
    if (own === 0 && most > 0 && !isFound(expanded[place])) addMisspeltForm(input, slot.word, expanded[place])
    if (own === 0 && !isFound(expanded[place])) addMisspeltSynonyms(input, slot.word, expanded[place], most)
    if (place === typing && own === 0) addUnfinished(input, slot.word, expanded[place])
  })
}

/** A misspelt plural of a word that the catalog has only without its ending: "dvans" for "van". */
function addMisspeltForm(input: ExpandInput, word: string, sources: SlotSources): void {
  const stem = input.analyzer.stem(word)
  if (stem === word || allowedEdits(stem) === 0) return
  const [likeliest] = corrected(input, stem, 1)
  if (likeliest) addCorrection(input, sources, { word: likeliest.word, edits: 1, weight: leastWeights[1] })
}

function timesCommonerThan(word: string): number {
  return /[^s]s$/.test(word) ? timesCommonerThanSingular : timesCommonerThanForm
}

/** "runnign sho" is finished and corrected at once. */
function addUnfinished({ segments, living }: ExpandInput, word: string, sources: SlotSources): void {
  segments.forEach((segment, s) => {
    const terms = findPrefixTypos(segment, word)
      .filter((term) => isLivingTerm(segment, term, living[s]))
      .sort((a, b) => docsOf(segment, b) - docsOf(segment, a))
    for (const term of terms.slice(0, maxUnfinished)) {
      const text = termAt(segment.terms, term)
      sources[s].push(termSource(segment, term, { weight: unfinishedWeight, kind: 'typo', edits: 1, text }))
    }
  })
}

function docsOf({ postStarts }: TextSegment, term: number): number {
  return postStarts[term + 1] - postStarts[term]
}

export interface Correction {
  readonly word: string
  readonly docs: number
  readonly likelihood: number
}

/** Words within the edits, over all segments, the likeliest first. */
export function corrected(
  input: Pick<ExpandInput, 'segments' | 'analyzer' | 'living'>,
  word: string,
  edits: number,
): Correction[] {
  const docs = new Map<string, number>()
  input.segments.forEach((segment, s) => {
    for (const term of findTypos(segment, word, edits)) {
      const text = termAt(segment.terms, term)
      if (!input.analyzer.isStopWord(text) && isLivingTerm(segment, term, input.living[s]))
        docs.set(text, (docs.get(text) ?? 0) + docsOf(segment, term))
    }
  })
  const corrections = [...docs].map(([text, count]) => ({
    word: text,
    docs: count,
    likelihood: Math.sqrt(count) * slipFactor(word, text),
  }))
  return corrections.sort((a, b) => b.likelihood - a.likelihood || (a.word < b.word ? -1 : 1))
}

function slipFactor(typed: string, meant: string): number {
  const isSwap = typed.length === meant.length && [...typed].sort().join('') === [...meant].sort().join('')
  if (isSwap) return swapFactor
  if (meant.startsWith(typed)) return unendedFactor
  return typed[0] === meant[0] ? 1 : firstLetterFactor
}

function weightOf(correction: Correction, likeliest: Correction, edits: number): number {
  const share = Math.sqrt(correction.likelihood / likeliest.likelihood)
  return leastWeights[edits] + (likeliestWeights[edits] - leastWeights[edits]) * share
}

interface Followed {
  readonly word: string
  readonly edits: number
  readonly weight: number
}

/** A word that no product has, but the shop's synonyms. */
function addMisspeltSynonyms(input: ExpandInput, word: string, sources: SlotSources, most: number): void {
  if (input.settings.synonyms.length === 0) return
  for (const meant of wordsWithSynonyms(input)) {
    if (Math.abs(meant.length - word.length) > most) continue
    const edits = editsBetween(word, meant, most)
    const isNear = edits <= most && (edits < 2 || meant[0] === word[0]) && !hasDigit(meant)
    if (isNear) addSynonyms(input, sources, { word: meant, edits, weight: leastWeights[edits] })
  }
}

/** As corrections of the word that they stand for: that is what the shopper is told. */
function addSynonyms(input: ExpandInput, sources: SlotSources, { word, edits, weight }: Followed): void {
  synonymsOf(input, word).forEach((list, s) => {
    for (const source of list)
      sources[s].push({ ...source, weight: source.weight * weight, kind: 'typo', edits, text: word })
  })
}

/** A corrected word is inflected like any other, and has its synonyms. */
function addCorrection(input: ExpandInput, sources: SlotSources, followed: Followed): void {
  const { word, edits } = followed
  input.segments.forEach((segment, s) => {
    for (const source of wordSources(segment, word, input)) {
      sources[s].push({ ...source, weight: source.weight * followed.weight, kind: 'typo', edits })
    }
  })
  if (input.settings.synonyms.length > 0) addSynonyms(input, sources, followed)
}
