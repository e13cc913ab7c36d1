import { wordSets } from '../languages/language-words.ts'
import { editsBetween } from '../text/analysis/edit-distance.ts'
import { unwantedPictures } from './read-colors.ts'
import { phraseAt, type PhraseTable, phraseTables } from './filler.ts'
import { isIgnored, type ParserToken, type ParseState, claim, typedText, wordsIn } from './parse-state.ts'
import type { Span } from './query.ts'

const negatorsOf = phraseTables(({ negation }) => negation?.before)
const WEAK_NEGATORS_OF = wordSets(({ negation }) => negation?.weak)
const NEGATORS_AFTER_OF = wordSets(({ negation }) => negation?.after)

/** Reads "-leather", "without leather" and "no leather". Some languages put the negation after the word. */
export function readExclusions(state: ParseState): void {
  const { tokens, operators } = state
  for (let at = 0; at < tokens.length && operators.length < MAX_OPERATORS; at++) {
    const found = exclusionAt(state, at)
    if (found === undefined) continue
    exclude(state, found)
    at = found.end - 1
  }
  requireDenial(state)
}

const MAX_OPERATORS = 6

interface Exclusion extends Span {
  readonly unwanted: Span
}

function exclusionAt(state: ParseState, at: number): Exclusion | undefined {
  const { tokens, analyzer } = state
  const token = tokens[at]
  const here = { first: at, end: at + 1 }
  if (token.isClaimed) return undefined
  if (token.isDashed) return tokens.some(({ isDashed }) => !isDashed) ? { ...here, unwanted: here } : undefined
  const { language } = analyzer
  if (at > 0 && !tokens[at - 1].isClaimed && NEGATORS_AFTER_OF(language).has(token.word))
    return { first: at - 1, end: at + 1, unwanted: { first: at - 1, end: at } }
  const length = negatorAt(state, at)
  const isWeak = length === 0 && isWeakNegator(language, token.word)
  if (length === 0 && !isWeak) return undefined
  const first = skipStopWords(state, at + Math.max(1, length))
  if (first >= tokens.length || tokens[first].isClaimed) return undefined
  if (isWeak && (isNumbered(tokens[at], tokens[first]) || isName(state, { first: at, end: first + 1 })))
    return undefined
  const end = endOfName(state, first)
  return { first: at, end, unwanted: { first, end } }
}

/** True for "tool case without tools": the excluded words also name the product, so its text cannot tell. */
function isAskedFor(state: ParseState, { first, end, unwanted }: Exclusion): boolean {
  const stemsIn = (span: Span) => wordsIn(state, span).map((word) => state.analyzer.stem(word))
  const others = [...stemsIn({ first: 0, end: first }), ...stemsIn({ first: end, end: state.tokens.length })]
  return stemsIn(unwanted).every((stem) => others.includes(stem))
}

function isNumbered({ word }: ParserToken, next: ParserToken): boolean {
  return word === 'no' && /^\d/.test(next.word)
}

/** Returns the number of tokens that mean "without", or 0. */
function negatorAt({ tokens, analyzer: { language } }: ParseState, at: number): number {
  const negators = negatorsOf(language)
  return phraseAt(tokens, at, negators) || (isMisspelled(tokens[at].word, negators) ? 1 : 0)
}

function isWeakNegator(language: string, word: string): boolean {
  return WEAK_NEGATORS_OF(language).has(word) || WEAK_NEGATORS_OF('en').has(word)
}

/** Shorter negators are not recognized if misspelled. */
const MIN_NEGATOR_TO_CORRECT = 6

function isMisspelled(word: string, negators: PhraseTable): boolean {
  if (word.length < MIN_NEGATOR_TO_CORRECT) return false
  return [...negators].some(
    ([negator, rests]) =>
      negator.length >= MIN_NEGATOR_TO_CORRECT &&
      rests.some((rest) => rest.length === 0) &&
      editsBetween(word, negator, 1) <= 1,
  )
}

function skipStopWords({ tokens, analyzer }: ParseState, from: number): number {
  let at = from
  while (at + 1 < tokens.length && analyzer.isStopWord(tokens[at].word)) at++
  return at
}

/** "Not real madrid" excludes the club: a name extends as far as products of this shop have the words side by side. */
function endOfName(state: ParseState, first: number): number {
  const { tokens } = state
  let end = first + 1
  while (end < tokens.length && !tokens[end].isClaimed && isName(state, { first, end: end + 1 })) end++
  return end
}

function isName(state: ParseState, span: Span): boolean {
  return state.vocabulary.phraseFrequency(wordParts(state, span), 'naming') > 0
}

function wordParts({ tokens }: ParseState, { first, end }: Span): string[] {
  return tokens.slice(first, end).flatMap(({ parts }) => parts)
}

function exclude(state: ParseState, { first, end, unwanted }: Exclusion): void {
  const span = { first, end }
  const text = typedText(state, span)
  const words = wordsIn(state, unwanted)
  if (isIgnored(state, text)) {
    // The caller disabled the exclusion, so its word is a plain word.
    for (let at = first; at < end; at++) if (at < unwanted.first || at >= unwanted.end) state.tokens[at].role = 'silent'
    return
  }
  claim(state, span, 'silent')
  const isSpoken = !state.tokens[first].isDashed
  if (isSpoken && isAskedFor(state, { first, end, unwanted })) return
  const label = typedText(state, unwanted).replace(/^[-–]/, '')
  const pictured = words.length === 1 ? unwantedPictures(state, words[0]) : []
  const asked = { kind: 'exclusion', isSpoken, text, label, attributes: [], pictured, phrases: [words] } as const
  state.operators.push({ ...span, ...asked })
}

/** If the whole query is an exclusion, products must state that they lack the word. */
function requireDenial({ tokens, operators, readings }: ParseState): void {
  const isAlone = operators.length === 1 && readings.every(({ kind }) => kind === 'filler')
  if (!isAlone || operators[0].kind !== 'exclusion' || tokens.some(({ isClaimed }) => !isClaimed)) return
  operators[0] = { ...operators[0], mustDeny: true, isSpoken: false }
}
