/** Finds phrases around what is asked for, which are not searched for: "do you have … ?", "looking for a …", "something". */
import type { Draft } from './draft.ts'
import { isFree, settle, typedText, wordsIn } from './draft.ts'
import { phraseAt, phraseTables } from './phrases.ts'
import type { Span } from './query.ts'

const fillerOf = phraseTables(({ filler }) => filler)

export function readFiller(draft: Draft): void {
  const { tokens, analyzer } = draft
  const table = fillerOf(analyzer.language)
  for (let at = 0; at < tokens.length; at++) {
    const span = { first: at, end: at + phraseAt(tokens, at, table) }
    if (span.end === at || !isFree(draft, span) || isNamed(draft, span)) continue
    const text = typedText(draft, span)
    draft.readings.push({ ...span, kind: 'filler', confidence: 1, text, label: text, attributes: [], phrases: [] })
    settle(draft, span, 'silent')
    at = span.end - 1
  }
}

/** True if titles of this shop have the words: "Something Blue". Stop words alone do not count. */
function isNamed(draft: Draft, span: Span): boolean {
  const words = wordsIn(draft, span)
  if (words.every((word) => draft.analyzer.isStopWord(word))) return false
  return draft.vocabulary.phraseFrequency(words, 'title') > 0
}
