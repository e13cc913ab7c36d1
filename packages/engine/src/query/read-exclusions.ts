import { wordSets } from '../languages/language-words.ts'
import { editsBetween } from '../text/analysis/edit-distance.ts'
import { unwantedPictures } from './read-colors.ts'
import { type Draft, isIgnored, settle, typedText, wordsIn } from './draft.ts'
import type { Span } from './query.ts'

const NEGATORS_OF = wordSets(({ negation }) => negation?.before)
const SPACELESS_NEGATORS_OF = wordSets(({ negation }) => negation?.spaceless)
const WEAK_NEGATORS_OF = wordSets(({ negation }) => negation?.weak)
const NEGATORS_AFTER_OF = wordSets(({ negation }) => negation?.after)

/** Reads "-leather", "without leather" and "no leather". In some languages the negation follows the word. */
export function readExclusions(draft: Draft): void {
  const { tokens, operators } = draft
  for (let at = 0; at < tokens.length && operators.length < MAX_OPERATORS; at++) {
    const found = exclusionAt(draft, at)
    if (found === undefined) continue
    exclude(draft, found)
    at = found.end - 1
  }
  requireDenial(draft)
}

const MAX_OPERATORS = 6

interface Exclusion extends Span {
  /** The unwanted words: one word, or a name of several. */
  readonly unwanted: Span
}

function exclusionAt(draft: Draft, at: number): Exclusion | undefined {
  const { tokens, analyzer } = draft
  const token = tokens[at]
  const here = { first: at, end: at + 1 }
  if (token.isTaken) return undefined
  if (token.isDashed) return tokens.some(({ isDashed }) => !isDashed) ? { ...here, unwanted: here } : undefined
  const { language } = analyzer
  if (at > 0 && !tokens[at - 1].isTaken && NEGATORS_AFTER_OF(language).has(token.word))
    return { first: at - 1, end: at + 1, unwanted: { first: at - 1, end: at } }
  const length = negatorAt(draft, at)
  const isWeak = length === 0 && isWeakNegator(language, token.word)
  if (length === 0 && !isWeak) return undefined
  const first = skipStopWords(draft, at + Math.max(1, length))
  if (first >= tokens.length || tokens[first].isTaken) return undefined
  if (isWeak && (/^\d/.test(tokens[first].word) || isName(draft, { first: at, end: first + 1 }))) return undefined
  const end = endOfName(draft, first)
  return { first: at, end, unwanted: { first, end } }
}

/** Number of tokens that mean "without"; 0 if none do. */
function negatorAt({ tokens, text, analyzer: { language } }: Draft, at: number): number {
  const { word, start } = tokens[at]
  if (/^w\/o\s/.test(text.slice(start))) return 2
  const isOne = isNegator(word, NEGATORS_OF(language)) || isNegator(word, NEGATORS_OF('en'))
  return isOne || SPACELESS_NEGATORS_OF(language).has(word) ? 1 : 0
}

function isWeakNegator(language: string, word: string): boolean {
  return WEAK_NEGATORS_OF(language).has(word) || WEAK_NEGATORS_OF('en').has(word)
}

/** Shorter negators are too short to be recognized with one wrong letter. */
const MIN_NEGATOR_TO_CORRECT = 6

function isNegator(word: string, negators: ReadonlySet<string>): boolean {
  if (negators.has(word)) return true
  if (word.length < MIN_NEGATOR_TO_CORRECT) return false
  for (const negator of negators)
    if (negator.length >= MIN_NEGATOR_TO_CORRECT && editsBetween(word, negator, 1) <= 1) return true
  return false
}

function skipStopWords({ tokens, analyzer }: Draft, from: number): number {
  let at = from
  while (at + 1 < tokens.length && analyzer.isStopWord(tokens[at].word)) at++
  return at
}

/** "Not real madrid" excludes the club: the name extends as far as products of this shop have the words side by side. */
function endOfName(draft: Draft, first: number): number {
  const { tokens } = draft
  let end = first + 1
  while (end < tokens.length && !tokens[end].isTaken && isName(draft, { first, end: end + 1 })) end++
  return end
}

/** True for names such as "no show socks": products have the words side by side in a title, type, tag or option. */
function isName(draft: Draft, span: Span): boolean {
  return draft.vocabulary.phraseFrequency(wordParts(draft, span), 'naming') > 0
}

function wordParts({ tokens }: Draft, { first, end }: Span): string[] {
  return tokens.slice(first, end).flatMap(({ parts }) => parts)
}

function exclude(draft: Draft, { first, end, unwanted }: Exclusion): void {
  const span = { first, end }
  const text = typedText(draft, span)
  const words = wordsIn(draft, unwanted)
  if (isIgnored(draft, text)) {
    // The caller turned the exclusion off, so the word is searched for like any other.
    for (let at = first; at < end; at++) if (at < unwanted.first || at >= unwanted.end) draft.tokens[at].role = 'silent'
    return
  }
  settle(draft, span, 'silent')
  const label = typedText(draft, unwanted).replace(/^[-–]/, '')
  const pictured = words.length === 1 ? unwantedPictures(draft, words[0]) : []
  const isSpoken = !draft.tokens[first].isDashed
  draft.operators.push({
    ...span,
    kind: 'exclusion',
    isSpoken,
    text,
    label,
    attributes: [],
    pictured,
    phrases: [words],
  })
}

/** If an exclusion is the whole query, requires products to state that they lack the word. */
function requireDenial({ tokens, operators, readings }: Draft): void {
  const isAlone = operators.length === 1 && readings.every(({ kind }) => kind === 'filler')
  if (!isAlone || operators[0].kind !== 'exclusion' || tokens.some(({ isTaken }) => !isTaken)) return
  operators[0] = { ...operators[0], mustDeny: true, isSpoken: false }
}
