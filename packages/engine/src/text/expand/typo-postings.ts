import { hasDigit } from '../analysis/analyzer.ts'
import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import { docCountOf } from '../segment/doc-count.ts'
import type { TextSegment } from '../text-segment.ts'
import { editsBetween } from '../spelling/edit-distance.ts'
import type { ExpandInput, TermPostings } from './expand-terms.ts'
import { allowedEdits, findPrefixTypos, findTypos } from '../spelling/find-typos.ts'
import { findContractions } from '../spelling/find-contractions.ts'
import { isLikelySlip } from '../spelling/likely-slip.ts'
import { isOrdinaryWord } from '../spelling/lexicon.ts'
import { soundKey } from '../spelling/sound-key.ts'
import { isFound } from './respelled-postings.ts'
import { postingCount, termPostings, type WeightedPostings } from './weighted-postings.ts'
import { synonymsOf, wordsWithSynonyms } from './synonyms.ts'
import { isLiveWord } from './live-docs.ts'
import { wordPostings } from './word-postings.ts'

/** By edits: what the likeliest correction is worth, and what one of no likelihood would be. */
const LIKELIEST_WEIGHTS = [1, 0.95, 0.75]
const LEAST_WEIGHTS = [1, 0.6, 0.4]
/** Slips that fingers and ears make: swapped neighbours, the key beside, another spelling of the same sound. */
const LIKELY_SLIP_FACTOR = 3
/** A last letter left out comes next; a wrong first letter is rare. */
const UNENDED_FACTOR = 1.5
const FIRST_LETTER_FACTOR = 0.3
const UNFINISHED_WEIGHT = 0.6
const MAX_UNFINISHED = 16
/** Corrections of one word that are followed; the commonest win. */
const MAX_CORRECTIONS = 8
/** A plural that the catalog lacks is likelier than a mistake: "vans" is no mistaken "fans". */
const TIMES_COMMONER_THAN_SINGULAR = 10
/** Sound alone says little of a short word. */
const MIN_LENGTH_BY_SOUND = 6
const MAX_EDITS_BY_SOUND = 3

/**
 * A word is corrected only when it is neither in the shop nor an ordinary word of the language: "couch" is no misspelt "touch", though
 * the shop sells none. What the shop has only as a form of another word ("gaing" of "gas") may still be misspelt.
 */
export function addTypos(input: ExpandInput, expanded: TermPostings[]): void {
  const typing = input.prefixLast ? input.queryTerms.length - 1 : -1
  input.queryTerms.forEach(({ word, parts }, place) => {
    const most = parts.length === 1 ? allowedEdits(word) : 0
    const postingLists = expanded[place]
    const found = postingLists.flat()
    if (most === 0 || found.some(({ kind }) => kind !== 'stem')) return
    if (isOrdinaryWord(word, input.analyzer)) return
    const own = found.reduce((sum, postings) => sum + postingCount(postings), 0)
    addCorrections(input, postingLists, { word, most, own })
    if (own > 0) return
    addUnlikelier(input, expanded, place, most)
    if (place === typing) addUnfinished(input, word, postingLists)
  })
}

/** What is tried only where no correction was found. */
function addUnlikelier(input: ExpandInput, expanded: readonly TermPostings[], place: number, most: number): void {
  const postingLists = expanded[place]
  const { word } = input.queryTerms[place]
  if (!isFound(postingLists)) addContraction(input, expanded, place)
  if (!isFound(postingLists)) addSoundAlikes(input, expanded, place)
  if (!isFound(postingLists)) addMisspeltForm(input, word, postingLists)
  if (!isFound(postingLists)) addMisspeltSynonyms(input, word, postingLists, most)
}

interface Misspelt {
  readonly word: string
  /** Edits allowed. */
  readonly most: number
  /** Docs that hold a form of the word as typed. */
  readonly own: number
}

/** Words with the fewest edits that lead anywhere. A word that the shop has in another form is corrected by one edit at most. */
function addCorrections(input: ExpandInput, postingLists: TermPostings, { word, most, own }: Misspelt): void {
  const least = own * timesCommonerThan(word)
  for (let edits = 1; edits <= most; edits++) {
    const corrections = corrected(input, word, edits).filter(({ docs }) => docs >= least)
    for (const correction of corrections.slice(0, MAX_CORRECTIONS)) {
      const weight = own > 0 ? LEAST_WEIGHTS[edits] : weightOf(correction, corrections[0], edits)
      addCorrection(input, postingLists, { word: correction.word, edits, weight })
    }
    if (corrections.length > 0 || own > 0) return
  }
}

/** A misspelt plural of a word that the catalog has only without its ending: "dvans" for "van". */
function addMisspeltForm(input: ExpandInput, word: string, postingLists: TermPostings): void {
  const stem = input.analyzer.stem(word)
  if (stem === word) return
  // In English a last "e" is spelling and no ending: without it "saree" would be a misspelt "sale".
  if (input.analyzer.language === 'en' && word === `${stem}e`) return
  const [likeliest] = corrected(input, stem, 1)
  if (likeliest) addCorrection(input, postingLists, { word: likeliest.word, edits: 1, weight: LEAST_WEIGHTS[1] })
}

function timesCommonerThan(word: string): number {
  return /[^s]s$/.test(word) ? TIMES_COMMONER_THAN_SINGULAR : 1
}

/** Spelt by ear: too many letters are wrong, but it sounds like a word of the shop. */
function addSoundAlikes(input: ExpandInput, expanded: readonly TermPostings[], place: number): void {
  const { word } = input.queryTerms[place]
  const key = soundKey(word)
  if (key === undefined || word.length < MIN_LENGTH_BY_SOUND) return
  for (let edits = 2; edits <= MAX_EDITS_BY_SOUND; edits++) {
    const likeliest = corrected(input, word, edits).find((meant) => soundKey(meant.word) === key)
    if (likeliest === undefined) continue
    addGuess(input, expanded, place, likeliest.word)
    return
  }
}

/** Written short: the commonest word that may be meant. */
function addContraction(input: ExpandInput, expanded: readonly TermPostings[], place: number): void {
  const docs = liveDocCounts(input.views, (segment) => findContractions(segment, input.queryTerms[place].word))
  const [commonest] = commonestFirst(docs)
  if (commonest !== undefined) addGuess(input, expanded, place, commonest)
}

/** So wild a guess must fit: where the query has other words that the shop knows, a product has one of them beside it. */
function addGuess(input: ExpandInput, expanded: readonly TermPostings[], place: number, word: string): void {
  const others = expanded.filter((postingLists, other) => other !== place && isFound(postingLists))
  if (others.length === 0 || others.some((postingLists) => isBeside(input, word, postingLists)))
    addCorrection(input, expanded[place], { word, edits: 2, weight: LIKELIEST_WEIGHTS[2] })
}

/** Whether a product has the word and one of the postings. */
function isBeside(input: ExpandInput, word: string, postingLists: TermPostings): boolean {
  return input.views.some((view, s) => {
    const docs = new Set(wordPostings(view, word, input).flatMap(docsIn))
    return docs.size > 0 && postingLists[s].some((postings) => docsIn(postings).some((doc) => docs.has(doc)))
  })
}

function docsIn({ docs, start, end }: WeightedPostings): number[] {
  return [...docs.subarray(start, end)]
}

/** "runnign sho" is finished and corrected at once. */
function addUnfinished({ views }: ExpandInput, word: string, postingLists: TermPostings): void {
  const docs = liveDocCounts(views, (segment) => findPrefixTypos(segment, word))
  for (const text of commonestFirst(docs).slice(0, MAX_UNFINISHED)) {
    views.forEach(({ segment }, s) => {
      const term = findTerm(segment.terms, text)
      const meaning = { weight: UNFINISHED_WEIGHT, kind: 'typo', edits: 1, text } as const
      if (term !== NO_TERM) postingLists[s].push(termPostings(segment, term, meaning))
    })
  }
}

function commonestFirst(docs: ReadonlyMap<string, number>): string[] {
  const sorted = [...docs].sort(([a, docsOfA], [b, docsOfB]) => docsOfB - docsOfA || (a < b ? -1 : 1))
  return sorted.map(([word]) => word)
}

/** Docs of the words found in any segment, over all of them; without words that no product has any more. */
function liveDocCounts(
  views: ExpandInput['views'],
  find: (segment: TextSegment) => readonly number[],
): Map<string, number> {
  const texts = new Set(views.flatMap(({ segment }) => find(segment).map((term) => termAt(segment.terms, term))))
  const docs = new Map<string, number>()
  for (const text of texts) {
    if (!isLiveWord(views, text)) continue
    const countIn = (segment: TextSegment) => docCountOf(segment, findTerm(segment.terms, text))
    docs.set(
      text,
      views.reduce((sum, { segment }) => sum + countIn(segment), 0),
    )
  }
  return docs
}

export interface Correction {
  readonly word: string
  readonly docs: number
  readonly likelihood: number
}

/** Words within the edits, over all segments, the likeliest first. */
export function corrected(input: Pick<ExpandInput, 'views' | 'analyzer'>, word: string, edits: number): Correction[] {
  const docs = liveDocCounts(input.views, (segment) => findTypos(segment, word, edits))
  const meant = [...docs].filter(([text]) => !input.analyzer.isStopWord(text))
  const corrections = meant.map(([text, count]) => ({
    word: text,
    docs: count,
    likelihood: Math.sqrt(count) * slipFactor(word, text),
  }))
  return corrections.sort((a, b) => b.likelihood - a.likelihood || (a.word < b.word ? -1 : 1))
}

function slipFactor(typed: string, meant: string): number {
  const slip = isLikelySlip(typed, meant) ? LIKELY_SLIP_FACTOR : 1
  const ending = meant.startsWith(typed) ? UNENDED_FACTOR : 1
  return slip * ending * (typed[0] === meant[0] ? 1 : FIRST_LETTER_FACTOR)
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
