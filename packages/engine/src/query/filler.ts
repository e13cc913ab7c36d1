/** "Do you have … ?", "looking for a …", "something": said around what is asked for, and not looked for. */
import type { Draft } from './draft.ts'
import { isFree, settle, typedText, wordsIn } from './draft.ts'
import { MAX_PHRASE, phraseAt, phraseTables, type PhraseTable } from './phrases.ts'
import type { Span } from './query.ts'

const fillerOf = phraseTables(({ filler }) => filler)

/** Reads filler from both ends inwards, so that it never cuts what is asked for in two. Something must be left. */
export function readFiller(draft: Draft): void {
  const { tokens, analyzer } = draft
  const table = fillerOf(analyzer.language)
  const spans: Span[] = []
  let first = 0
  let end = tokens.length
  for (let length = phraseAt(tokens, first, table); first + length < end; length = phraseAt(tokens, first, table)) {
    if (length > 0) spans.push({ first, end: first + length })
    else if (!isPassable(draft, first)) break
    first += Math.max(1, length)
  }
  for (
    let start = lastPhrase(tokens, { first, end }, table);
    start > first;
    start = lastPhrase(tokens, { first, end }, table)
  ) {
    spans.push({ first: start, end })
    end = start
  }
  for (const span of spans) if (isFree(draft, span) && !isNamed(draft, span)) addFiller(draft, span)
}

/** Where the longest phrase begins that ends the span; -1 without one. */
function lastPhrase(tokens: Draft['tokens'], { first, end }: Span, table: PhraseTable): number {
  for (let start = Math.max(first, end - MAX_PHRASE); start < end; start++)
    if (phraseAt(tokens, start, table) === end - start) return start
  return -1
}

/** Stop words and what was read before may stand between two phrases. */
function isPassable({ tokens, analyzer }: Draft, at: number): boolean {
  return tokens[at].isTaken || analyzer.isStopWord(tokens[at].word)
}

/** Products of this shop are called so: "Something Blue". Stop words alone call nothing. */
function isNamed(draft: Draft, span: Span): boolean {
  const words = wordsIn(draft, span)
  if (words.every((word) => draft.analyzer.isStopWord(word))) return false
  return draft.vocabulary.phraseFrequency(words, 'title') > 0
}

function addFiller(draft: Draft, span: Span): void {
  const text = typedText(draft, span)
  draft.readings.push({ ...span, kind: 'filler', confidence: 1, text, label: text, attributes: [], phrases: [] })
  settle(draft, span, 'silent')
}
