import { hasDigit } from '../analysis/analyzer.ts'
import { termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { editsBetween } from '../spelling/edit-distance.ts'
import type { ExpandInput, TermPostings } from './expand-terms.ts'
import { allowedEdits, findPrefixTypos, findTypos } from '../spelling/find-typos.ts'
import { isFound } from './respelled-postings.ts'
import { postingCount, termPostings } from './weighted-postings.ts'
import { synonymsOf, wordsWithSynonyms } from './synonyms.ts'
import { isLiveTerm } from './live-docs.ts'
import { wordPostings } from './word-postings.ts'

/** By edits: what the likeliest correction is worth, and what one of no likelihood would be. */
const LIKELIEST_WEIGHTS = [1, 0.95, 0.75]
const LEAST_WEIGHTS = [1, 0.6, 0.4]
/** Swapped neighbours are the commonest slip, then a last letter left out; a wrong first letter is rare. */
const SWAP_FACTOR = 3
const UNENDED_FACTOR = 1.5
const FIRST_LETTER_FACTOR = 0.3
const UNFINISHED_WEIGHT = 0.6
const MAX_UNFINISHED = 16
/** Corrections of one word that are followed; the commonest win. */
const MAX_CORRECTIONS = 8
/** A word in no more docs than this may be a misspelling in the catalog, … */
const MAX_RARE_DOCS = 5
/** … when a word one edit away is this many times commoner; … */
const TIMES_COMMONER = 40
/** … and sooner when the catalog only has what seems to be another form of it: "gaing" is no form of "gas". */
const TIMES_COMMONER_THAN_FORM = 1
/** A plural that the catalog lacks is likelier than a mistake: "vans" is no mistaken "fans". */
const TIMES_COMMONER_THAN_SINGULAR = 10

/** Words that nothing matches may be misspelt, and so may very rare ones. */
export function addTypos(input: ExpandInput, expanded: TermPostings[]): void {
  const typing = input.prefixLast ? input.queryTerms.length - 1 : -1
  input.queryTerms.forEach((queryTerm, place) => {
    const most = queryTerm.parts.length === 1 ? allowedEdits(queryTerm.word) : 0
    const found = expanded[place].flat()
    const own = found.reduce((sum, postings) => sum + postingCount(postings), 0)
    const isForm = found.every((postings) => postings.kind === 'stem')
    if (most === 0 || (own > MAX_RARE_DOCS && !isForm)) return
    const least = own * (isForm ? timesCommonerThan(queryTerm.word) : TIMES_COMMONER)
    for (let edits = 1; edits <= most; edits++) {
      const corrections = corrected(input, queryTerm.word, edits).filter(({ docs }) => docs >= least)
      for (const correction of corrections.slice(0, MAX_CORRECTIONS)) {
        const weight = own > 0 ? LEAST_WEIGHTS[edits] : weightOf(correction, corrections[0], edits)
        addCorrection(input, expanded[place], { word: correction.word, edits, weight })
      }
      if (corrections.length > 0 || own > 0) break
    }
    if (own === 0 && most > 0 && !isFound(expanded[place])) addMisspeltForm(input, queryTerm.word, expanded[place])
    if (own === 0 && !isFound(expanded[place])) addMisspeltSynonyms(input, queryTerm.word, expanded[place], most)
    if (place === typing && own === 0) addUnfinished(input, queryTerm.word, expanded[place])
  })
}

/** A misspelt plural of a word that the catalog has only without its ending: "dvans" for "van". */
function addMisspeltForm(input: ExpandInput, word: string, postingLists: TermPostings): void {
  const stem = input.analyzer.stem(word)
  if (stem === word || allowedEdits(stem) === 0) return
  const [likeliest] = corrected(input, stem, 1)
  if (likeliest) addCorrection(input, postingLists, { word: likeliest.word, edits: 1, weight: LEAST_WEIGHTS[1] })
}

function timesCommonerThan(word: string): number {
  return /[^s]s$/.test(word) ? TIMES_COMMONER_THAN_SINGULAR : TIMES_COMMONER_THAN_FORM
}

/** "runnign sho" is finished and corrected at once. */
function addUnfinished({ views }: ExpandInput, word: string, postingLists: TermPostings): void {
  views.forEach((view, s) => {
    const { segment } = view
    const terms = findPrefixTypos(segment, word)
      .filter((term) => isLiveTerm(view, term))
      .sort((a, b) => docsOf(segment, b) - docsOf(segment, a))
    for (const term of terms.slice(0, MAX_UNFINISHED)) {
      const text = termAt(segment.terms, term)
      postingLists[s].push(termPostings(segment, term, { weight: UNFINISHED_WEIGHT, kind: 'typo', edits: 1, text }))
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
export function corrected(input: Pick<ExpandInput, 'views' | 'analyzer'>, word: string, edits: number): Correction[] {
  const docs = new Map<string, number>()
  input.views.forEach((view) => {
    const { segment } = view
    for (const term of findTypos(segment, word, edits)) {
      const text = termAt(segment.terms, term)
      if (!input.analyzer.isStopWord(text) && isLiveTerm(view, term))
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
  if (isSwap) return SWAP_FACTOR
  if (meant.startsWith(typed)) return UNENDED_FACTOR
  return typed[0] === meant[0] ? 1 : FIRST_LETTER_FACTOR
}

function weightOf(correction: Correction, likeliest: Correction, edits: number): number {
  const share = Math.sqrt(correction.likelihood / likeliest.likelihood)
  return LEAST_WEIGHTS[edits] + (LIKELIEST_WEIGHTS[edits] - LEAST_WEIGHTS[edits]) * share
}

interface Followed {
  readonly word: string
  readonly edits: number
  readonly weight: number
}

/** A word that no product has, but the shop's synonyms. */
function addMisspeltSynonyms(input: ExpandInput, word: string, postingLists: TermPostings, most: number): void {
  if (input.synonyms.size === 0) return
  for (const meant of wordsWithSynonyms(input)) {
    if (Math.abs(meant.length - word.length) > most) continue
    const edits = editsBetween(word, meant, most)
    const isNear = edits <= most && (edits < 2 || meant[0] === word[0]) && !hasDigit(meant)
    if (isNear) addSynonyms(input, postingLists, { word: meant, edits, weight: LEAST_WEIGHTS[edits] })
  }
}

/** As corrections of the word that they stand for: that is what the shopper is told. */
function addSynonyms(input: ExpandInput, postingLists: TermPostings, { word, edits, weight }: Followed): void {
  synonymsOf(input, word).forEach((list, s) => {
    for (const postings of list)
      postingLists[s].push({ ...postings, weight: postings.weight * weight, kind: 'typo', edits, text: word })
  })
}

/** A corrected word is inflected like any other, and has its synonyms. */
function addCorrection(input: ExpandInput, postingLists: TermPostings, followed: Followed): void {
  const { word, edits } = followed
  input.views.forEach((view, s) => {
    for (const postings of wordPostings(view, word, input)) {
      postingLists[s].push({ ...postings, weight: postings.weight * followed.weight, kind: 'typo', edits })
    }
  })
  if (input.synonyms.size > 0) addSynonyms(input, postingLists, followed)
}
