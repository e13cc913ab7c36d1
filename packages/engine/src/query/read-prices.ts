import { type ParseState, isFree, isIgnored, claim, typedText, wordsIn } from './parse-state.ts'
import { phraseAt, phraseTables } from './filler.ts'
import { findPrices, type PricePhrase } from './prices.ts'
import type { PriceBounds, Span } from './query.ts'

/** A bounded price is an operator. An amount alone, "around 50", "10 to 20" and "cheap" are preferences. */
export function readPrices(state: ParseState): void {
  const { text, analyzer, vocabulary } = state
  for (const phrase of findPrices(text, analyzer.language, vocabulary.currency)) readPhrase(state, phrase)
  readLevels(state)
}

function readPhrase(state: ParseState, phrase: PricePhrase): void {
  const { tokens, typed } = state
  const { start, end, bounds, shape } = phrase
  const span = {
    first: tokens.findIndex((token) => token.end > start),
    end: tokens.findLastIndex((token) => token.start < end) + 1,
  }
  const text = typed.slice(start, end).trim()
  if (span.first < 0 || span.end <= span.first || !isFree(state, span)) return
  if (isName(state, span, phrase)) return
  // Without the price, the amount is not searched for either: the shopper wants any price.
  if (isIgnored(state, text)) {
    claim(state, span, 'silent')
    return
  }
  const criterion = { ...span, kind: 'price', text, label: text, attributes: [], phrases: [], price: bounds } as const
  if (shape === 'bound') state.operators.push(criterion)
  else state.readings.push({ ...criterion, confidence: 1 })
  // An amount in titles ("$50 gift card") is also searched for as a word.
  const isNamed = shape === 'amount' && wordsIn(state, span).some((word) => state.vocabulary.frequency(word).title > 0)
  claim(state, span, isNamed ? undefined : 'silent')
}

/** True for names of products: "Stocking fillers under 50", a "10k" ring. Amounts with a currency are always prices. */
function isName(state: ParseState, span: Span, { shape, hasCurrency }: PricePhrase): boolean {
  if (hasCurrency) return false
  const { tokens, vocabulary } = state
  if (vocabulary.phraseFrequency(wordsIn(state, span), 'title') > 0) return true
  const amounts = tokens.slice(span.first, span.end).filter(({ word }) => /^\d/.test(word))
  if (shape === 'range') return amounts.some(({ word }) => vocabulary.frequency(word).naming > 0)
  const isCalled = amounts.some(({ word }) => vocabulary.frequency(word).title > 0)
  return isCalled && (shape !== 'bound' || amounts.some(({ parts }) => parts.length > 1))
}

const LEVELS: readonly { readonly phrasesOf: ReturnType<typeof phraseTables>; readonly share: [number, number] }[] = [
  { phrasesOf: phraseTables(({ price }) => price?.cheapest), share: [0, 0] },
  { phrasesOf: phraseTables(({ price }) => price?.mostExpensive), share: [1, 1] },
  { phrasesOf: phraseTables(({ price }) => price?.cheap), share: [0, 1 / 3] },
  { phrasesOf: phraseTables(({ price }) => price?.expensive), share: [2 / 3, 1] },
]

/** "Cheap" and "not too expensive" mean the lowest third of prices found, "cheapest" the lowest price. */
function readLevels(state: ParseState): void {
  for (let at = 0; at < state.tokens.length; at++) {
    for (const { phrasesOf, share } of LEVELS) {
      const span = { first: at, end: at + phraseAt(state.tokens, at, phrasesOf(state.analyzer.language)) }
      if (span.end > at && readLevel(state, span, { min: null, max: null, share })) break
    }
  }
}

function readLevel(state: ParseState, span: Span, price: PriceBounds): boolean {
  const text = typedText(state, span)
  const isNamed = state.vocabulary.phraseFrequency(wordsIn(state, span), 'title') > 0
  if (!isFree(state, span) || isNamed) return false
  const criterion = { ...span, kind: 'price', text, label: text, attributes: [], phrases: [], price } as const
  if (!isIgnored(state, text)) state.readings.push({ ...criterion, confidence: 1 })
  claim(state, span, 'silent')
  return true
}
