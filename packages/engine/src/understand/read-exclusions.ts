import {
  LEADING_NEGATORS_OF,
  NEGATORS_OF,
  TRAILING_EXCLUDERS_OF,
  WEAK_NEGATORS_OF,
} from '../text/parse/negation-words.ts'
import { fold } from '../text/analysis/fold.ts'
import { isNegator } from '../text/parse/parse-query.ts'
import { findPhrase, hasPhrase } from '../text/expand/find-phrase.ts'
import { NAMING_FIELDS } from '../text/segment/posting-payload.ts'
import type { QueryToken } from './query-tokens.ts'
import { unwantedPictures } from './read-colors.ts'
import { MOSTLY, type Reading } from './reading.ts'

/** "-leather", "without leather", "no leather"; after the word where a language says it there. */
export function readExclusions(reading: Reading): void {
  const { tokens } = reading
  for (let at = 0; at < tokens.length; at++) {
    const found = exclusionAt(reading, at)
    if (found === undefined) continue
    exclude(reading, found)
    at = found.end - 1
  }
  requireDenial(reading)
}

interface Exclusion {
  /** Places in the query, with the words that say it. */
  first: number
  end: number
  /** The words that are not wanted: one, or a name. */
  word: number
  last: number
}

function exclusionAt({ tokens, analyzer, index, ...reading }: Reading, at: number): Exclusion | undefined {
  const token = tokens[at]
  if (token.isTaken) return undefined
  if (token.isDashed && tokens.some(({ isDashed }) => !isDashed)) return { first: at, end: at + 1, word: at, last: at }
  const { language } = analyzer
  if (at > 0 && !tokens[at - 1].isTaken && TRAILING_EXCLUDERS_OF(language).has(token.word))
    return { first: at - 1, end: at + 1, word: at - 1, last: at - 1 }
  const isWeak = WEAK_NEGATORS_OF(language).has(token.word)
  const isLeading = isNegator(token.word, NEGATORS_OF(language)) || LEADING_NEGATORS_OF(language).has(token.word)
  const isAbbreviated = /^w\/o\s/.test(reading.folded.slice(token.start))
  if (!isWeak && !isLeading && !isAbbreviated) return undefined
  let word = at + (isAbbreviated ? 2 : 1)
  while (word + 1 < tokens.length && analyzer.isStopWord(tokens[word].word)) word++
  if (word >= tokens.length || tokens[word].isTaken) return undefined
  if (isWeak && isName(index, tokens.slice(at, word + 1))) return undefined
  const last = endOfName(index, tokens, word)
  return { first: at, end: last + 1, word, last }
}

/** "Not real madrid" excludes the club: where a word mostly stands before the next one, both are a name. */
function endOfName(index: Reading['index'], tokens: readonly QueryToken[], word: number): number {
  let last = word
  while (last + 1 < tokens.length && !tokens[last + 1].isTaken) {
    const longer = phraseCount(index, tokens.slice(word, last + 2))
    if (longer === 0 || longer < MOSTLY * phraseCount(index, tokens.slice(word, last + 1))) break
    last++
  }
  return last
}

/** Products that have the words side by side in a field that names them. */
function phraseCount({ views }: Reading['index'], tokens: readonly QueryToken[]): number {
  const words = tokens.flatMap(({ parts }) => parts)
  return views.reduce((sum, { segment }) => {
    const found = findPhrase(segment.text, words, { weight: 1, kind: 'exact', edits: 0, text: '' })
    return sum + (found?.payloads.filter((payload) => (payload & NAMING_FIELDS) !== 0).length ?? 0)
  }, 0)
}

/** "No show socks" are called so: a product has the words side by side in its title, type, tags or options. */
function isName(index: Reading['index'], tokens: readonly QueryToken[]): boolean {
  const words = tokens.flatMap(({ parts }) => parts)
  return index.views.some(({ segment }) => hasPhrase(segment.text, words, NAMING_FIELDS))
}

function exclude(reading: Reading, { first, end, word, last }: Exclusion): void {
  const { tokens, typed, folded, ignored, relaxed, found, cuts } = reading
  const [start, stop] = [tokens[first].start, tokens[end - 1].end]
  const unwanted = tokens.slice(word, last + 1).map((token) => token.word)
  if (ignored.has(folded.slice(start, stop).trim())) {
    // Switched off: a word like any other.
    cuts.push({ start, end: stop, instead: unwanted.join(' ') })
    return
  }
  for (let i = first; i < end; i++) tokens[i].isTaken = true
  cuts.push({ start, end: stop })
  const text = typed.slice(start, stop)
  const label = typed.slice(tokens[word].start, tokens[last].end).replace(/^[-–]/, '')
  if (relaxed.has(fold(text).trim())) return
  const pictured = last === word ? unwantedPictures(reading, unwanted[0]) : []
  found.push({ start, constraint: { kind: 'exclude', text, label, attributes: [], pictured, phrases: [unwanted] } })
}

/** Where nothing else is asked for, what says itself that it lacks the word is meant. */
function requireDenial({ tokens, found }: Reading): void {
  if (tokens.some(({ isTaken }) => !isTaken) || found.length !== 1 || found[0].constraint.kind !== 'exclude') return
  found[0] = { ...found[0], constraint: { ...found[0].constraint, mustDeny: true } }
}
