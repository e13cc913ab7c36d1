/** Finds phrases around the actual query, which are not searched for: "do you have … ?", "looking for a …". */
import { type ParseState, type ParserToken, isFree, claim, typedText, wordsIn } from './parse-state.ts'
import type { Span } from './query.ts'
import { languageWords, type LanguageWords, perLanguage } from '../languages/language-words.ts'
import { analyzerFor, partsOf } from '../text/analysis/analyzer.ts'

const fillerOf = phraseTables(({ filler }) => filler)

export function readFiller(state: ParseState): void {
  const { tokens, analyzer } = state
  const table = fillerOf(analyzer.language)
  for (let at = 0; at < tokens.length; at++) {
    const span = { first: at, end: at + phraseAt(tokens, at, table) }
    if (span.end === at || !isFree(state, span) || isNamed(state, span)) continue
    const text = typedText(state, span)
    state.readings.push({ ...span, kind: 'filler', confidence: 1, text, label: text, attributes: [], phrases: [] })
    claim(state, span, 'silent')
    at = span.end - 1
  }
}

/** True if titles contain the words ("Something Blue"), unless all are stop words. */
function isNamed(state: ParseState, span: Span): boolean {
  const words = wordsIn(state, span)
  if (words.every((word) => state.analyzer.isStopWord(word))) return false
  return state.vocabulary.phraseFrequency(words, 'title') > 0
}

/** Maps the first word of each phrase to the rest of the phrase, the longest first. */
export type PhraseTable = ReadonlyMap<string, readonly (readonly string[])[]>

/** Phrase tables by language. All include English, which shoppers mix in. */
export function phraseTables(listOf: (words: LanguageWords) => readonly string[] | undefined) {
  return perLanguage((language) =>
    tableOf([...new Set([language, 'en'])].flatMap((one) => phrasesOf(one, listOf(languageWords(one))))),
  )
}

function phrasesOf(language: string, phrases: readonly string[] = []): string[][] {
  const analyzer = analyzerFor(language)
  return phrases.map((phrase) => partsOf(phrase, analyzer)).filter((words) => words.length > 0)
}

function tableOf(phrases: readonly string[][]): PhraseTable {
  const table = Map.groupBy(phrases, ([first]) => first)
  return new Map(
    Array.from(table, ([first, same]) => [first, same.map(([, ...rest]) => rest).sort((a, b) => b.length - a.length)]),
  )
}

/** Returns the number of tokens of the longest phrase at `at`, or 0. "I'm" is one token with two parts. */
export function phraseAt(tokens: readonly ParserToken[], at: number, table: PhraseTable): number {
  const parts = tokens
    .slice(at, at + MAX_PHRASE)
    .flatMap((token, i) => token.parts.map((part) => ({ part, end: i + 1 })))
  for (const rest of table.get(parts[0]?.part ?? '') ?? []) {
    const last = parts[rest.length]
    const isWhole = last !== undefined && parts[rest.length + 1]?.end !== last.end
    if (isWhole && rest.every((word, i) => parts[i + 1].part === word)) return last.end
  }
  return 0
}

/** In tokens. */
export const MAX_PHRASE = 8
