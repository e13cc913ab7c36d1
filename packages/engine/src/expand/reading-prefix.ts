import type { Readings } from '../text/readings/readings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import type { ExpandInput, TermPostings } from './expand-input.ts'
import { isLiveWord } from './live-counts.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { addPrefix, MAX_PREFIX_TERMS } from './prefix-postings.ts'
import { isFound } from './respelled-postings.ts'
import { termPostings } from './weighted-postings.ts'
import { docCountOf } from './commonest-terms.ts'

/** At most this many readings are examined for the kana being typed. */
const MAX_READINGS = 1000
const KANA_BETWEEN = 0x60

/**
 * Kana being typed may become a word with kanji, or one in the other kana: ほうち becomes 包丁, わんぴ becomes ワンピース.
 * Unfinished words are split at arbitrary points, so the pieces are also looked up together. The longest run of pieces
 * that finds something is used.
 */
export function addReadPrefix(input: ExpandInput, expanded: TermPostings[]): void {
  const { views, queryTerms, analyzer, typedKana } = input
  if (analyzer.readings === null || typedKana === undefined) return
  const last = queryTerms.length - 1
  for (const { place, start } of longestFirst(queryTerms, typedKana)) {
    const typed = typedKana.slice(start)
    const isOneWord = typed === queryTerms[last].word
    const found: TermPostings = views.map(() => [])
    if (!isOneWord) addPrefix(views, typed, found)
    addPrefix(views, otherKana(typed), found)
    addSpellings(input, becoming(input, analyzer.readings, analyzer.stem(typed)), found)
    if (isOneWord) for (const [s, lists] of found.entries()) expanded[last][s].push(...lists)
    else if (isFound(found)) expanded.fill(found, place)
    if (isFound(found)) return
  }
}

function addSpellings({ views }: ExpandInput, spellings: readonly string[], postingLists: TermPostings): void {
  for (const text of spellings) {
    const meaning = { weight: EXPANSION_WEIGHTS.prefix, kind: 'prefix', edits: 0, text } as const
    views.forEach(({ segment }, s) => {
      const term = findTerm(segment.terms, text)
      if (term !== NO_TERM) postingLists[s].push(termPostings(segment, term, meaning))
    })
  }
}

/** Where each term of the query begins in the kana, the first term first. */
function longestFirst(queryTerms: ExpandInput['queryTerms'], typedKana: string): { place: number; start: number }[] {
  const starts: { place: number; start: number }[] = []
  let end = typedKana.length
  for (let place = queryTerms.length - 1; place >= 0 && end > 0; place--) {
    const start = typedKana.slice(0, end).lastIndexOf(queryTerms[place].word)
    if (start < 0) break
    starts.unshift({ place, start })
    end = start
  }
  return starts
}

/** Spellings in the shop with a longer reading that begins with the kana, the commonest first. */
function becoming({ views }: ExpandInput, readings: Readings, kana: string): string[] {
  const longer = readings.beginningWith(kana, MAX_READINGS).filter((reading) => reading.kana !== kana)
  const words = longer.flatMap((reading) => reading.words.filter(({ isMeant }) => isMeant))
  const texts = [...new Set(words.flatMap(({ spellings }) => spellings))].filter((text) => isLiveWord(views, text))
  const docs = new Map(
    texts.map((text) => [
      text,
      views.reduce((sum, { segment }) => sum + docCountOf(segment, findTerm(segment.terms, text)), 0),
    ]),
  )
  return texts.sort((a, b) => docs.get(b)! - docs.get(a)! || (a < b ? -1 : 1)).slice(0, MAX_PREFIX_TERMS)
}

/** Hiragana to katakana, and vice versa. */
function otherKana(word: string): string {
  const [from, by] = /[ァ-ヶ]/.test(word) ? [/[ァ-ヶ]/g, -KANA_BETWEEN] : [/[ぁ-ゖ]/g, KANA_BETWEEN]
  return word.replace(from, (kana) => String.fromCharCode(kana.charCodeAt(0) + by))
}

export function typedKanaOf(text: string): string | undefined {
  return /[ぁ-ゖァ-ヺー]+$/.exec(text)?.[0]
}
