/** The only parser of queries. Finds quotes, prices, filler, exclusions, then what the other words mean. */
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { fold } from '../text/analysis/fold.ts'
import { plainPartNumber } from '../text/analysis/part-number.ts'
import { type ParseState, type ParserToken, isIgnored, claim } from './parse-state.ts'
import { readFiller } from './filler.ts'
import { headToken, readIntent } from './intent.ts'
import type { Query, QueryTerm, Span } from './query.ts'
import { readExclusions } from './read-exclusions.ts'
import { readPrices } from './read-prices.ts'
import { withStandIns } from './same-thing.ts'
import type { ShopVocabulary } from './shop-vocabulary.ts'
import { termsOf } from './terms.ts'
import { inWrittenForm, tokensOf } from './tokens.ts'

export interface ParseRequest {
  readonly text: string
  /** Locale of the request, and language of the query, even if the shop's texts are in another. */
  readonly locale: string
  /** Texts of readings and operators that become plain words. */
  readonly ignore?: readonly string[]
  /** If true, all words except stop words are plain. */
  readonly isPlain?: boolean
  /** If true, the last word may be unfinished and gets no reading. */
  readonly isTyping?: boolean
  /** Added to the stop words of the language. */
  readonly stopWords?: readonly string[]
}

/** Longer queries are pasted pages; their beginning is enough. */
export const MAX_QUERY_LENGTH = 400
const MAX_TOKENS = 64

export function parseQuery(request: ParseRequest, vocabulary: ShopVocabulary): Query {
  const state = stateOf(request, vocabulary)
  const last = state.tokens.at(-1)
  if (!request.isPlain) {
    readQuoted(state)
    readPrices(state)
    if (request.isTyping && last) last.isClaimed = true
    readFiller(state)
    readExclusions(state)
    readIntent(state)
  }
  return finish(state, new Set(request.stopWords?.map(fold)))
}

function stateOf(
  { text: asked, locale, ignore = [], isTyping = false }: ParseRequest,
  vocabulary: ShopVocabulary,
): ParseState {
  const line = asked.slice(0, MAX_QUERY_LENGTH).replace(PICTOGRAMS, ' ').replace(/\s+/g, ' ').trim()
  const text = fold(line).replace(/\s+/g, ' ').trim()
  const analyzer = analyzerFor(locale)
  return {
    // Positions must be equal in the folded and the typed text.
    typed: text.length === line.length ? line : text,
    text,
    analyzer,
    vocabulary,
    tokens: writtenTokens(withoutQuotes(text), { analyzer, vocabulary, isTyping }),
    ignored: new Set(ignore.map((one) => fold(one).trim())),
    readings: [],
    operators: [],
  }
}

/** Returns tokens as the shop writes them. An unfinished last word is neither joined nor split. */
function writtenTokens(
  text: string,
  { analyzer, vocabulary, isTyping }: Pick<ParseState, 'analyzer' | 'vocabulary'> & { isTyping: boolean },
): ParserToken[] {
  const tokens = tokensOf(text, analyzer).slice(0, MAX_TOKENS)
  const whole = isTyping ? tokens.slice(0, -1) : tokens
  return [...inWrittenForm(whole, vocabulary), ...tokens.slice(whole.length)]
}

const PICTOGRAMS = /\p{Extended_Pictographic}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu

/** A quote after a number is an inch mark. */
const QUOTED = /(?<=^|\s)["«„「]\s*([^"«»„“「」]*[^\s"«»„“「」])\s*["»“”」](?=\s|$)/g

/** Keeps the positions of tokens. A quote after a number would otherwise be read as an inch mark. */
function withoutQuotes(text: string): string {
  return text.replace(QUOTED, (quoted) => ` ${quoted.slice(1, -1)} `)
}

/** Reads quotes: products must contain the text, whose words are also searched for. */
function readQuoted(state: ParseState): void {
  const { text, typed, tokens, operators } = state
  for (const match of text.matchAll(QUOTED)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const first = tokens.findIndex((token) => token.start >= start && token.end <= end)
    const span = { first, end: tokens.findLastIndex((token) => token.start >= start && token.end <= end) + 1 }
    const said = typed.slice(start, end)
    if (first < 0 || isIgnored(state, said)) continue
    const words = tokens.slice(span.first, span.end).flatMap(({ parts }) => parts)
    operators.push({ ...span, kind: 'phrase', text: said, label: said, attributes: [], phrases: [words] })
    claim(state, span)
  }
}

function finish(state: ParseState, stopWords: ReadonlySet<string>): Query {
  const { typed, text, analyzer, tokens, operators, readings } = state
  const terms = withStandIns(termsOf(state, stopWords), state.vocabulary)
  return {
    typed,
    text,
    language: analyzer.language,
    tokens: tokens.map(({ isDashed, isClaimed, apart, ...token }) => token),
    readings: readings.toSorted(byPlace),
    operators: operators.toSorted(byPlace),
    terms,
    head: headOf(state, terms),
    partNumber: plainPartNumber(tokens.map(({ elided, word }) => elided ?? word).join('')),
  }
}

function byPlace(a: Span, b: Span): number {
  return a.first - b.first || b.end - a.end
}

/** Returns the index in `terms` of the product word. A color, size, vendor or measure only describes it. */
function headOf(state: ParseState, terms: readonly QueryTerm[]): number {
  const described = state.readings.filter(({ kind }) => kind !== 'category')
  const head = headToken(state, (at) => described.some(({ first, end }) => first <= at && at < end))
  const place = terms.findIndex(({ first, end }) => first <= head && head < end)
  return place < 0 ? terms.length - 1 : place
}

/** Returns the query without prices, exclusions and filler, with the shop's own words where it uses others. */
export function spokenText({ tokens, terms, typed }: Query): string {
  const said = tokens.flatMap(({ role, start, end }, at) => {
    if (role === 'silent') return []
    const name = terms.find(({ first, end: last }) => first <= at && at < last)?.standIns?.[0]
    return [name ?? typed.slice(start, end)]
  })
  // A stand-in for several tokens must not be repeated.
  return said.filter((text, at) => at === 0 || text !== said[at - 1]).join(' ')
}
