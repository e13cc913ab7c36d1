import { NAMING_FIELDS } from '../text/segment/posting-payload.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { type Reading, readingOf, type ReadWord } from '../text/readings/readings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { Vocabulary } from './compound-postings.ts'
import type { TermPostings } from './expand-input.ts'
import { findPhrase } from './find-phrase.ts'
import { isLiveTerm } from './live-counts.ts'
import { isFound } from './respelled-postings.ts'
import type { WeightedPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'

/**
 * A word in kana also finds the shop's words with kanji that are read like it; a word with kanji also finds its kana
 * and its other spellings. Kana that may mean several words find those that name products of the shop, with a lower
 * weight.
 */
export function readingPostings(vocabulary: Vocabulary, word: string): TermPostings {
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
    parts: analyzer.units(spelling).flatMap(({ parts }) => parts),
  }))
  return views.map((view) =>
    written.flatMap(({ spelling, parts }) => [
      ...wordPostings(view, spelling, vocabulary),
      ...(parts.length > 1 ? phrasePostings(view, spelling, parts) : []),
    ]),
  )
}

function phrasePostings({ segment }: TextSegmentView, text: string, parts: readonly string[]): WeightedPostings[] {
  const phrase = findPhrase(segment, parts, { weight: 1, kind: 'split', edits: 0, text })
  return phrase === undefined ? [] : [phrase]
}

/** Multiplies the weights by that of the kind. Compounds remain compounds. */
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

/** True if the word names a product and does not only describe one. */
function isNamed({ views }: Vocabulary, word: string): boolean {
  return views.some((view) => {
    const term = findTerm(view.segment.terms, word)
    return term !== NO_TERM && (view.segment.termFields[term] & NAMING_FIELDS) !== 0 && isLiveTerm(view, term)
  })
}
