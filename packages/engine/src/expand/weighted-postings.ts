import type { TextIndex, TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { hasBit } from '../columns/bitset.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import type { Query } from '../query/query.ts'
import type { TextSettings } from '../text/text-settings.ts'
import type { SynonymRules } from './synonyms.ts'
import type { TextField } from '../text/text-doc.ts'

/** Postings that match a query term: those of one term, of adjacent terms (a prefix), or computed for the query. */
export interface WeightedPostings extends TermForm {
  readonly docs: Uint32Array
  readonly payloads: Uint16Array
  readonly start: number
  readonly end: number
  /** Terms of the postings, `endTerm` exclusive. For a phrase, the last word. */
  readonly firstTerm: number
  readonly endTerm: number
}

export interface TermForm {
  /** 1 for the word itself, less for other forms. */
  readonly weight: number
  readonly kind: FormKind
  readonly edits: number
  readonly text: string
}

export function termPostings(segment: TextSegment, term: number, meaning: TermForm): WeightedPostings {
  return rangePostings(segment, term, term + 1, meaning)
}

/** Postings of adjacent terms are adjacent. A doc may occur once for each term. */
export function rangePostings(
  segment: TextSegment,
  firstTerm: number,
  endTerm: number,
  meaning: TermForm,
): WeightedPostings {
  const { postDocs, postPayloads, postStarts } = segment
  return {
    ...meaning,
    docs: postDocs,
    payloads: postPayloads,
    start: postStarts[firstTerm],
    end: postStarts[endTerm],
    firstTerm,
    endTerm,
  }
}

/** Wraps postings computed for the query. `term` represents them when the words of a doc are listed. */
export function computedPostings(
  docs: Uint32Array,
  payloads: Uint16Array,
  meaning: TermForm,
  term: number,
): WeightedPostings {
  return { ...meaning, docs, payloads, start: 0, end: docs.length, firstTerm: term, endTerm: term + 1 }
}

export function totalPostings(postingLists: readonly WeightedPostings[]): number {
  let size = 0
  for (const { start, end } of postingLists) size += end - start
  return size
}

type PostingList = Pick<WeightedPostings, 'docs' | 'start' | 'end'>

export function liveCount({ liveDocs, isWhole }: TextSegmentView, { docs, start, end }: PostingList): number {
  if (liveDocs === null || isWhole) return end - start
  let count = 0
  for (let at = start; at < end; at++) if (hasBit(liveDocs, docs[at])) count++
  return count
}

/** Calls `visit` once for each doc of the lists, with the payloads of its postings combined. */
export function visitUnion(lists: readonly WeightedPostings[], visit: (doc: number, payload: number) => void): void {
  const places = lists.map(({ start }) => start)
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (let i = 0; i < lists.length; i++) if (places[i] < lists[i].end) next = Math.min(next, lists[i].docs[places[i]])
    if (next === Number.POSITIVE_INFINITY) return
    let payload = 0
    for (let i = 0; i < lists.length; i++) {
      const { docs, payloads, end } = lists[i]
      if (places[i] < end && docs[places[i]] === next) payload |= payloads[places[i]++]
    }
    visit(next, payload)
  }
}

/** Memoized per snapshot, because a common word has many postings. */
export function liveTermCount(view: TextSegmentView, term: number): number {
  const { postDocs: docs, postStarts } = view.segment
  const list = { docs, start: postStarts[term], end: postStarts[term + 1] }
  if (view.liveDocs === null || view.isWhole) return list.end - list.start
  return view.memo.of(`live ${term}`, () => liveCount(view, list), view.liveDocs)
}

/** Words that only dead docs have stay in the segment until the next merge, but are not words of the shop. */
export function isLiveWord(views: readonly TextSegmentView[], word: string): boolean {
  return liveWordCount(views, word) > 0
}

function liveWordCount(views: readonly TextSegmentView[], word: string): number {
  return views.reduce((sum, view) => {
    const term = findTerm(view.segment.terms, word)
    return term === NO_TERM ? sum : sum + liveTermCount(view, term)
  }, 0)
}

/** Keeps words that live products have, the commonest first. */
export function liveWords(
  views: readonly TextSegmentView[],
  words: Iterable<string>,
): { text: string; docs: number }[] {
  const counted = Array.from(new Set(words), (text) => ({ text, docs: liveWordCount(views, text) }))
  return counted.filter(({ docs }) => docs > 0).sort((a, b) => b.docs - a.docs || (a.text < b.text ? -1 : 1))
}

export function addWords(
  views: readonly TextSegmentView[],
  words: readonly string[],
  form: Omit<TermForm, 'text'>,
  lists: TermPostings,
): void {
  for (const text of words)
    views.forEach(({ segment }, s) => {
      const term = findTerm(segment.terms, text)
      if (term !== NO_TERM) lists[s].push(termPostings(segment, term, { ...form, text }))
    })
}

export type QueryTerm = Query['terms'][number]

/** Postings of one query term, indexed by segment. */
export type TermPostings = WeightedPostings[][]

export interface ExpandInput extends Pick<TextIndex, 'views' | 'analyzer'> {
  readonly queryTerms: readonly QueryTerm[]
  readonly docCount: number
  readonly settings: TextSettings
  readonly synonyms: SynonymRules
  readonly prefixLast: boolean
  readonly typedKana: string | undefined
}

export type FormKind =
  | 'exact'
  | 'stem'
  | 'prefix'
  | 'typo'
  | 'synonym'
  | 'split'
  | 'joined'
  | 'compound'
  /** The word in another script: くつ and 靴. */
  | 'reading'
  /** One of several words with the same sound: かみ may mean 紙 or 髪. */
  | 'homophone'
  /** A value of the product with the same meaning: "Crimson" for "red". */
  | 'attribute'
  /** A word of the shop with a similar meaning: "backpack" for "rucksack". */
  | 'near'

export interface FoundWord {
  readonly word: string
  readonly term: string
  readonly kind: FormKind
  readonly edits: number
  readonly fields: readonly TextField[]
}
