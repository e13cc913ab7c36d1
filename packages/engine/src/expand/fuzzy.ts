/** Words of the shop that a misspelled word may mean. */
import { hasDigit } from '../text/analysis/analyzer.ts'
import type { ExpandInput, TermPostings } from './expand-input.ts'
import { termPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'
import { findTerm, NO_TERM, termAt } from '../text/segment/dictionary.ts'
import { allowedEdits, findPrefixTypos, findTypos } from './spelling/find-typos.ts'
import { isOrdinaryWord } from '../text/analysis/lexicon.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { synonymsOf } from './synonyms.ts'
import { liveWordCount } from './live-counts.ts'
import { isFound } from './respelled-postings.ts'

/** At most this many corrections of a word are used, each at least `MIN_LIKELIHOOD` times as likely as the likeliest. */
const MAX_CORRECTIONS = 6
const MIN_LIKELIHOOD = 0.2
const MAX_UNFINISHED = 16
/** Factor for a different first letter, which is a rare mistake. */
const FIRST_LETTER = 0.3

/** Corrects words that neither the shop nor the language has in any form: "couch" is not a misspelled "touch", even if the shop sells no couches. */
export function addFuzzy(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const typing = input.prefixLast ? input.queryTerms.length - 1 : -1
  input.queryTerms.forEach(({ word, parts }, place) => {
    const maxEdits = parts.length === 1 ? allowedEdits(word) : 0
    if (maxEdits === 0 || isFound(expanded[place]) || isOrdinaryWord(word, input.analyzer)) return
    for (let edits = 1; edits <= maxEdits && !isFound(expanded[place]); edits++)
      addCorrections(input, expanded[place], word, edits)
    if (place === typing) addUnfinished(input, expanded[place], word)
  })
}

function weightOf(edits: number): number {
  return edits === 1 ? EXPANSION_WEIGHTS.fuzzy : EXPANSION_WEIGHTS.fuzzyTwice
}

function addCorrections(input: ExpandInput, postings: TermPostings, word: string, edits: number): void {
  const corrections = correctionsOf(input, word, edits)
  for (const { text, likelihood } of corrections.slice(0, MAX_CORRECTIONS)) {
    const share = likelihood / corrections[0].likelihood
    if (share < MIN_LIKELIHOOD) return
    const synonyms = synonymsOf(input, text)
    const weight = weightOf(edits) * Math.sqrt(share)
    input.views.forEach((view, s) => {
      for (const list of wordPostings(view, text, input))
        postings[s].push({ ...list, weight: list.weight * weight, kind: 'typo', edits })
      for (const list of synonyms[s])
        postings[s].push({ ...list, weight: list.weight * weight, kind: 'typo', edits, text })
    })
  }
}

export interface Correction {
  readonly text: string
  readonly docs: number
  readonly likelihood: number
}

/** Words of live products exactly `edits` away, the likeliest first. */
export function correctionsOf(
  input: Pick<ExpandInput, 'views' | 'analyzer'>,
  word: string,
  edits: number,
): Correction[] {
  const corrections = liveWords(input, (segment) => findTypos(segment, word, edits)).flatMap(({ text, docs }) => {
    if (input.analyzer.isStopWord(text) || hasDigit(text)) return []
    return [{ text, docs, likelihood: Math.sqrt(docs) * (word[0] === text[0] ? 1 : FIRST_LETTER) }]
  })
  return corrections.sort((a, b) => b.likelihood - a.likelihood || (a.text < b.text ? -1 : 1))
}

/** Completes and corrects the word being typed at once: "sneakr" for "sneakers". */
function addUnfinished(input: ExpandInput, postings: TermPostings, word: string): void {
  const words = liveWords(input, (segment) => findPrefixTypos(segment, word))
  words.sort((a, b) => b.docs - a.docs || (a.text < b.text ? -1 : 1))
  for (const { text } of words.slice(0, MAX_UNFINISHED))
    input.views.forEach(({ segment }, s) => {
      const term = findTerm(segment.terms, text)
      const form = { weight: EXPANSION_WEIGHTS.unfinished, kind: 'typo', edits: 1, text } as const
      if (term !== NO_TERM) postings[s].push(termPostings(segment, term, form))
    })
}

/** Only words of live products, with the number of those products. */
function liveWords(
  { views }: Pick<ExpandInput, 'views'>,
  find: (segment: TextSegment) => readonly number[],
): { text: string; docs: number }[] {
  const texts = new Set(views.flatMap(({ segment }) => find(segment).map((term) => termAt(segment.terms, term))))
  const counted = Array.from(texts, (text) => ({ text, docs: liveWordCount(views, text) }))
  return counted.filter(({ docs }) => docs > 0)
}
