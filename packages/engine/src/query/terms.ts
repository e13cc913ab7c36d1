import { isOrdinaryWord } from '../text/analysis/lexicon.ts'
import { isAnyStopWord } from '../text/analysis/stop-words.ts'
import { type Analyzer, wordsOf } from '../text/analysis/analyzer.ts'
import type { ParseState, ParserToken } from './parse-state.ts'
import type { QueryTerm } from './query.ts'
import { isSaidSize, measureAt } from './read-attributes.ts'

const MAX_TERMS = 24

export function termsOf(state: ParseState, stopWords: ReadonlySet<string>): QueryTerm[] {
  const { tokens } = state
  keepSomething(state)
  const sized = saidSizes(state)
  // Options contain only "10", not "size 10".
  for (const at of sized) tokens[at - 1].role = 'silent'
  markStopWords(state, stopWords, sized)
  const places = [...tokens.keys()].filter((at) => tokens[at].role === 'word')
  const words = places.map((at) => tokens[at])
  const terms: QueryTerm[] = []
  for (let i = 0; i < words.length && terms.length < MAX_TERMS; i++) {
    const { word, apart, parts: own, elided } = words[i]
    const parts = apart ?? own
    const measure = measureAt(words, i)
    const isJoined = measure !== undefined && places[measure.end - 1] - places[i] === measure.end - 1 - i
    const first = places[i]
    if (isJoined) {
      const { amount, unit } = measure.measure
      const whole = { word: amount + unit, parts: [amount, unit], measure: measure.measure }
      terms.push({ first, end: first + measure.end - i, ...whole, isKnown: true, isNaming: true, isType: false })
      i = measure.end - 1
    } else {
      const isNaming = state.vocabulary.frequency(word).naming > 0
      const isType = state.vocabulary.category([word]) !== undefined
      terms.push({ first, end: first + 1, word, parts, elided, isKnown: isKnown(state, word), isNaming, isType })
    }
  }
  return terms
}

function keepSomething({ tokens, readings, operators }: ParseState): void {
  if (operators.length > 0 || readings.some(({ kind }) => kind !== 'filler')) return
  if (tokens.some(({ role }) => role !== 'silent')) return
  readings.length = 0
  for (const token of tokens) token.role = 'word'
}

/** Returns the tokens after a size word: "10" in "size 10". */
function saidSizes(state: ParseState): Set<number> {
  const places = [...state.tokens.keys()].filter((at) => isSaidSize(state, { first: at, end: at + 2 }))
  return new Set(places.map((at) => at + 1))
}

/** True if the shop knows fewer than half of the words: the query may be in another language. */
function isForeignTo(state: ParseState): boolean {
  const words = state.tokens.filter(({ role }) => role === 'word')
  return words.filter(({ word }) => isKnown(state, word)).length < words.length / 2
}

/** Shorter queries rarely contain a stop word. */
function isSentence({ tokens }: ParseState): boolean {
  return tokens.filter(({ role }) => role === 'word').length > 2
}

function isKnown({ vocabulary, analyzer }: ParseState, word: string): boolean {
  return vocabulary.isKnown(word) || isOrdinaryWord(word, analyzer)
}

/** Makes stop words optional, unless there are no other words. Sizes and endings of part numbers are not stop words. */
function markStopWords(state: ParseState, stopWords: ReadonlySet<string>, sized: ReadonlySet<number>): void {
  const { tokens, text, analyzer, readings } = state
  const isForeign = isSentence(state) && isForeignTo(state)
  const isStopWord = ({ word }: ParserToken) =>
    analyzer.isStopWord(word) || stopWords.has(word) || (isForeign && !isKnown(state, word) && isAnyStopWord(word))
  if (tokens.every((token) => token.role === 'silent' || isStopWord(token))) return
  const needed = partNumberEnds(text, analyzer)
  const isSize = (at: number) =>
    sized.has(at) || readings.some(({ kind, first, end }) => kind === 'size' && first <= at && at < end)
  tokens.forEach((token, at) => {
    if (token.role === 'word' && isStopWord(token) && !needed.has(token.word) && !isSize(at)) token.role = 'optional'
  })
}

/** "LX10/I" is another part than "LX10", so "I" is not a stop word here. */
function partNumberEnds(text: string, analyzer: Analyzer): Set<string> {
  const chunks = Array.from(text.matchAll(/\S*\d\S*\/\S+/g), ([chunk]) => chunk)
  return new Set(chunks.flatMap((chunk) => wordsOf(chunk, analyzer)))
}
