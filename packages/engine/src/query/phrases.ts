/** Phrases of a language, found among the tokens of a query. The same analyzer splits phrases and queries, so that they agree. */
import { languageWords, type LanguageWords } from '../languages/language-words.ts'
import { type Analyzer, analyzerFor } from '../text/analysis/analyzer.ts'
import type { DraftToken } from './draft.ts'

/** Maps the first word of each phrase to the rest of the phrase, the longest first. */
export type PhraseTable = ReadonlyMap<string, readonly (readonly string[])[]>

/** Phrase tables by language. English is always included, because shoppers mix it in. */
export function phraseTables(listOf: (words: LanguageWords) => readonly string[] | undefined) {
  const tables = new Map<string, PhraseTable>()
  return (language: string): PhraseTable => {
    let table = tables.get(language)
    if (table === undefined) {
      table = tableOf([...new Set([language, 'en'])].flatMap((one) => phrasesOf(one, listOf(languageWords(one)))))
      tables.set(language, table)
    }
    return table
  }
}

function phrasesOf(language: string, phrases: readonly string[] = []): string[][] {
  const analyzer = analyzerFor(language)
  return phrases.map((phrase) => wordsOfText(phrase, analyzer)).filter((words) => words.length > 0)
}

function wordsOfText(text: string, analyzer: Analyzer): string[] {
  return analyzer.units(text).flatMap(({ parts }) => parts)
}

function tableOf(phrases: readonly string[][]): PhraseTable {
  const table = Map.groupBy(phrases, ([first]) => first)
  return new Map(
    Array.from(table, ([first, same]) => [first, same.map(([, ...rest]) => rest).sort((a, b) => b.length - a.length)]),
  )
}

/** Number of tokens from `at` on that form the longest phrase; 0 if none do. "I'm" is one token of two parts. */
export function phraseAt(tokens: readonly DraftToken[], at: number, table: PhraseTable): number {
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

/** Maximum number of tokens in a phrase. */
export const MAX_PHRASE = 8
