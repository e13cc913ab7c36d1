import { partsOf } from '../text/analysis/analyzer.ts'
import { NAMING_FIELDS } from '../text/segment/posting-payload.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { type Reading, readingOf, type Readings, type ReadWord } from '../text/readings/readings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { isFound, type Vocabulary } from './compound-postings.ts'
import { type ExpandInput, addWords, liveTermCount, liveWords, type TermPostings } from './weighted-postings.ts'
import { findPhrase } from './find-phrase.ts'
import { wordPostings } from './word-postings.ts'
import { addPrefix, MAX_PREFIX_TERMS } from './prefix-postings.ts'

/**
 * Returns postings by pronunciation. A word in kana finds words with kanji that are read like it; a word with kanji
 * finds its kana and its other spellings. If the kana may mean several words, only those that name products are used,
 * with a lower weight.
 */
export function pronunciationPostings(vocabulary: Vocabulary, word: string): TermPostings {
  const { analyzer, views } = vocabulary
  const found: TermPostings = views.map(() => [])
  if (analyzer.readings === null || analyzer.isStopWord(word)) return found
  const inKana = readingOf(word, analyzer)
  if (inKana !== undefined) addReadWords(vocabulary, inKana, found)
  for (const reading of analyzer.readings.of(word)) addKana(vocabulary, word, reading, found)
  return found
}

function addReadWords(vocabulary: Vocabulary, { words }: Reading, postingLists: TermPostings): void {
  const found = words.map((word) => ({ word, spelt: speltPostings(vocabulary, word.spellings) }))
  const live = found.filter(({ spelt }) => isFound(spelt))
  const isOnly = live.filter(({ word }) => word.isMeant).length === 1
  for (const { word, spelt } of live) {
    if (isOnly && word.isMeant) addAs('reading', spelt, postingLists)
    else if (word.spellings.some((spelling) => isNamed(vocabulary, spelling))) addAs('homophone', spelt, postingLists)
  }
}

function addKana(vocabulary: Vocabulary, word: string, reading: Reading, postingLists: TermPostings): void {
  const { views, analyzer } = vocabulary
  const { kana, words, isOtherInKatakana } = reading
  const own = words.find(({ spellings }) => spellings.includes(word))
  if (own === undefined) return
  const others = own.spellings.filter((spelling) => spelling !== word)
  addAs('reading', speltPostings(vocabulary, others), postingLists)
  if (analyzer.isStopWord(kana)) return
  const isOnly = own.isMeant && !words.some((each) => each !== own && isMeantIn(vocabulary, each))
  if (!isOnly && !isNamed(vocabulary, kana)) return
  const inKana = views.map((view) =>
    wordPostings(view, kana, vocabulary).filter(({ text }) => !isOtherInKatakana || text === kana),
  )
  addAs(isOnly ? 'reading' : 'homophone', inKana, postingLists)
}

function isMeantIn(vocabulary: Vocabulary, { isMeant, spellings }: ReadWord): boolean {
  return isMeant && isFound(speltPostings(vocabulary, spellings))
}

function speltPostings(vocabulary: Vocabulary, spellings: readonly string[]): TermPostings {
  const { views, analyzer } = vocabulary
  const written = spellings.map((spelling) => ({
    spelling,
    parts: partsOf(spelling, analyzer),
  }))
  return views.map((view) =>
    written.flatMap(({ spelling, parts }) => [
      ...wordPostings(view, spelling, vocabulary),
      ...(parts.length > 1 ? findPhrase(view.segment, parts, { kind: 'split', text: spelling }) : []),
    ]),
  )
}

/** Adds postings with their weights multiplied by the weight of `kind`. Compounds keep their own kind. */
function addAs(kind: 'reading' | 'homophone', spelt: TermPostings, postingLists: TermPostings): void {
  spelt.forEach((lists, s) => {
    for (const postings of lists)
      postingLists[s].push({
        ...postings,
        weight: postings.weight * EXPANSION_WEIGHTS[kind],
        kind: postings.kind === 'compound' ? 'compound' : kind,
      })
  })
}

function isNamed({ views }: Vocabulary, word: string): boolean {
  return views.some((view) => {
    const term = findTerm(view.segment.terms, word)
    return term !== NO_TERM && (view.segment.termFields[term] & NAMING_FIELDS) !== 0 && liveTermCount(view, term) > 0
  })
}

/** Maximum number of readings examined for unfinished kana. */
const MAX_READINGS = 1000
const KANA_BETWEEN = 0x60

/**
 * Completes unfinished kana to words with kanji or in the other kana: ほうち becomes 包丁, わんぴ becomes ワンピース. Segmentation
 * splits unfinished words arbitrarily, so adjacent pieces are also looked up together, and the longest that finds
 * something is used.
 */
export function addPronouncedPrefix(input: ExpandInput, expanded: TermPostings[]): void {
  const { views, queryTerms, analyzer, typedKana } = input
  if (analyzer.readings === null || typedKana === undefined) return
  const last = queryTerms.length - 1
  for (const { place, start } of longestFirst(queryTerms, typedKana)) {
    const typed = typedKana.slice(start)
    const isOneWord = typed === queryTerms[last].word
    const found: TermPostings = views.map(() => [])
    if (!isOneWord) addPrefix(views, typed, found)
    addPrefix(views, otherKana(typed), found)
    const form = { weight: EXPANSION_WEIGHTS.prefix, kind: 'prefix', edits: 0 } as const
    addWords(views, becoming(input, analyzer.readings, analyzer.stem(typed)), form, found)
    if (isOneWord) for (const [s, lists] of found.entries()) expanded[last][s].push(...lists)
    else if (isFound(found)) expanded.fill(found, place)
    if (isFound(found)) return
  }
}

/** Returns where in the kana each term of the query begins. */
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

/** Returns the shop's spellings of longer readings that begin with the kana, the commonest first. */
function becoming({ views }: ExpandInput, readings: Readings, kana: string): string[] {
  const longer = readings.beginningWith(kana, MAX_READINGS).filter((reading) => reading.kana !== kana)
  const words = longer.flatMap((reading) => reading.words.filter(({ isMeant }) => isMeant))
  const texts = words.flatMap(({ spellings }) => spellings)
  return liveWords(views, texts)
    .slice(0, MAX_PREFIX_TERMS)
    .map(({ text }) => text)
}

function otherKana(word: string): string {
  const [from, by] = /[ァ-ヶ]/.test(word) ? [/[ァ-ヶ]/g, -KANA_BETWEEN] : [/[ぁ-ゖ]/g, KANA_BETWEEN]
  return word.replace(from, (kana) => String.fromCharCode(kana.charCodeAt(0) + by))
}

export function typedKanaOf(text: string): string | undefined {
  return /[ぁ-ゖァ-ヺー]+$/.exec(text)?.[0]
}
