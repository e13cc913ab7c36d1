import { charClass, SPACELESS } from '../analysis/char-class.ts'
import { spellingsOf } from '../analysis/measure.ts'
import { sameSize } from '../analysis/size-words.ts'
import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import type { CompiledSettings } from '../text-cache.ts'
import type { TextIndex, TextSegmentView } from '../text-index.ts'
import type { TextSettings } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import { findBareAmount } from './find-bare-amount.ts'
import { findPhrase } from './find-phrase.ts'
import { addTypos } from './typo-postings.ts'
import type { QueryTerm } from '../parse/parse-query.ts'
import { skuPostings } from './sku-match.ts'
import { addPrefix } from './prefix-postings.ts'
import { readingPostings } from './reading-postings.ts'
import { addReadPrefix } from './reading-prefix.ts'
import { isFound, respelledPostings } from './respelled-postings.ts'
import { computedPostings, formKey, type WeightedPostings, totalPostings } from './weighted-postings.ts'
import { addSynonyms } from './synonyms.ts'
import { addThesaurus } from './thesaurus.ts'
import { hasLiveDoc } from './live-docs.ts'
import { wordPostings } from './word-postings.ts'

/** What a form of a word is worth beside the word itself. */
const JOINED_WEIGHT = 0.55
const SPLIT_WEIGHT = 0.85
/** Words in a larger share of the docs are known words, not two words written together. */
const MAX_SHARE_TO_SPLIT = 0.02

/** For each query term, for each segment, where its matches are. */
export type TermPostings = WeightedPostings[][]

export interface ExpandInput extends Pick<TextIndex, 'views' | 'analyzer' | 'docTotal'> {
  readonly queryTerms: readonly QueryTerm[]
  readonly settings: TextSettings
  readonly synonyms: CompiledSettings['synonyms']
  readonly prefixLast: boolean
  /** Words that the shopper does not want are taken as they stand. */
  readonly isWanted: boolean
  /** The kana at the end of what is being typed. */
  readonly typedKana?: string | undefined
  /** The query terms together as a part number. */
  readonly partNumber?: string
}

export function expandTerms(input: ExpandInput): TermPostings[] {
  const expanded = input.queryTerms.map((queryTerm, place) => expandTerm(input, queryTerm, place))
  joinNeighbours(input, expanded)
  addReadPrefix(input, expanded)
  if (input.partNumber !== undefined) addSkuMatch(input.views, input.partNumber, expanded)
  addSynonyms(input, expanded)
  for (const postingLists of expanded) dropDead(input.views, postingLists)
  if (input.isWanted) addThesaurus(input, expanded)
  if (input.settings.typos) addTypos(input, expanded)
  if (input.views.length > 1) for (const postingLists of expanded) spreadComputed(input.views, postingLists)
  return expanded
}

/**
 * Postings made for the query are of a term ("24 in" of "in"), by which docs are read. Where a segment has the term and no such
 * posting, its docs are read by the term all the same: an empty list says so.
 */
function spreadComputed(views: readonly TextSegmentView[], postingLists: TermPostings): void {
  const known = postingLists.map((lists, s) => new Set(lists.map((postings) => formKey(views[s].segment, postings))))
  const computed = postingLists.flatMap((lists, s) => {
    const { terms, postDocs } = views[s].segment
    const made = lists.filter(({ docs }) => docs !== postDocs)
    return made.map((form) => ({ form, key: formKey(views[s].segment, form), word: termAt(terms, form.firstTerm) }))
  })
  for (const { form, key, word } of computed) {
    views.forEach(({ segment }, s) => {
      const term = findTerm(segment.terms, word)
      if (term === NO_TERM || known[s].has(key)) return
      known[s].add(key)
      postingLists[s].push(computedPostings(new Uint32Array(0), new Uint16Array(0), form, term))
    })
  }
}

function expandTerm(input: ExpandInput, queryTerm: QueryTerm, place: number): TermPostings {
  const isTyping = input.prefixLast && place === input.queryTerms.length - 1
  const own = ownPostings(input, queryTerm)
  const isTwoWords = mayBeTwoWords(input, queryTerm, own)
  input.views.forEach(({ segment }, s) => {
    if (queryTerm.measure) addMeasure(segment, queryTerm.measure, own[s])
    else if (queryTerm.parts.length > 1) addPhrase(segment, queryTerm, own[s])
    else if (isTwoWords) addSplits(segment, queryTerm.word, own[s])
  })
  if (isTyping) addPrefix(input.views, queryTerm.word, own)
  return own
}

/** Forms that no live doc has in any segment. */
function dropDead(views: readonly TextSegmentView[], postingLists: TermPostings): void {
  const isLive = (postings: WeightedPostings, s: number) => hasLiveDoc(postings, views[s].liveDocs)
  if (postingLists.every((lists, s) => lists.every((postings) => isLive(postings, s)))) return
  const keyOf = (postings: WeightedPostings, s: number) => formKey(views[s].segment, postings)
  const live = new Set(
    postingLists.flatMap((lists, s) => lists.filter((postings) => isLive(postings, s)).map((each) => keyOf(each, s))),
  )
  postingLists.forEach((lists, s) => {
    postingLists[s] = lists.filter((postings) => live.has(keyOf(postings, s)))
  })
}

function ownPostings(input: ExpandInput, { word, elided }: QueryTerm): TermPostings {
  const words = [word, elided, sameSize(word)].filter((each) => each !== undefined)
  const read = readingPostings(input, word)
  const postingLists = input.views.map((view, s) => [
    ...words.flatMap((each) => wordPostings(view, each, input)),
    ...read[s],
  ])
  return input.analyzer.compoundPart === 0 || isFound(postingLists) ? postingLists : respelledPostings(input, word)
}

function addPhrase(segment: TextSegment, queryTerm: QueryTerm, postingLists: WeightedPostings[]): void {
  const phrase = findPhrase(segment, queryTerm.parts, {
    weight: 0.98,
    kind: 'split',
    edits: 0,
    text: queryTerm.parts.join(' '),
  })
  if (phrase !== undefined) postingLists.push(phrase)
}

/** A number without its unit: the "24" of "24 x 36 in.". */
const BARE_AMOUNT_WEIGHT = 0.5

function addMeasure(
  segment: TextSegment,
  { amount, unit }: NonNullable<QueryTerm['measure']>,
  postingLists: WeightedPostings[],
): void {
  for (const words of spellingsOf(amount, unit)) {
    const phrase = findPhrase(segment, words, { weight: 0.98, kind: 'split', edits: 0, text: words.join(' ') })
    if (phrase !== undefined) postingLists.push(phrase)
  }
  const bare = findBareAmount(segment, amount, { weight: BARE_AMOUNT_WEIGHT, kind: 'synonym', edits: 0, text: amount })
  if (bare !== undefined) postingLists.push(bare)
}

/** Fewest letters of a word that may be two, and of the second of them. */
const SPLITS_OF_LETTERS = { from: 5, last: 2 }
/** Where no spaces are written, the same letters are cut differently beside others. */
const SPLITS_OF_SYLLABLES = { from: 2, last: 1 }

function mayBeTwoWords({ docTotal }: ExpandInput, { word }: QueryTerm, own: TermPostings): boolean {
  const found = own.reduce((sum, postingLists) => sum + totalPostings(postingLists), 0)
  return word.length >= splitsOf(word).from && found <= docTotal * MAX_SHARE_TO_SPLIT
}

function splitsOf(word: string): typeof SPLITS_OF_LETTERS {
  return charClass(word.charCodeAt(0)) === SPACELESS ? SPLITS_OF_SYLLABLES : SPLITS_OF_LETTERS
}

/** "firestick" also finds "fire stick". */
function addSplits(segment: TextSegment, word: string, postingLists: WeightedPostings[]): void {
  for (let cut = 1; cut <= word.length - splitsOf(word).last; cut++) {
    const parts = [word.slice(0, cut), word.slice(cut)]
    const phrase = findPhrase(segment, parts, { weight: SPLIT_WEIGHT, kind: 'split', edits: 0, text: parts.join(' ') })
    if (phrase !== undefined) postingLists.push(phrase)
  }
}

/** What inflecting may take off: more would make "leather red" a form of "leather". */
const MAX_ENDING = 2

/** "e cloth" also finds "ecloth", which then stands for both words. */
function joinNeighbours(input: ExpandInput, expanded: TermPostings[]): void {
  const { views, queryTerms } = input
  for (let place = 0; place + 1 < queryTerms.length; place++) {
    const joined = queryTerms[place].word + queryTerms[place + 1].word
    views.forEach((view, s) => {
      for (const postings of wordPostings(view, joined, input)) {
        if (postings.text.length < joined.length - MAX_ENDING) continue
        const both: WeightedPostings = { ...postings, weight: postings.weight * JOINED_WEIGHT, kind: 'joined' }
        expanded[place][s].push(both)
        expanded[place + 1][s].push(both)
      }
    })
  }
}

/** The products with the part number have all that was asked for. */
function addSkuMatch(views: readonly TextSegmentView[], partNumber: string, expanded: readonly TermPostings[]): void {
  views.forEach(({ segment }, s) => {
    const postings = skuPostings(segment, partNumber)
    if (postings !== undefined) for (const postingLists of expanded) postingLists[s].push(postings)
  })
}
