import type { Draft } from './draft.ts'
import { isFree, isIgnored, settle, typedText, wordsIn } from './draft.ts'
import { phraseAt, phraseTables } from './phrases.ts'
import { findPrices, type PricePhrase } from './prices.ts'
import type { PriceBounds, Span } from './query.ts'

/** A price with a bound is an operator; an amount alone, "around 50" and "cheap" only prefer. */
export function readPrices(draft: Draft): void {
  const { text, analyzer, vocabulary } = draft
  for (const phrase of findPrices(text, analyzer.language, vocabulary.currency)) readPhrase(draft, phrase)
  readLevels(draft)
}

function readPhrase(draft: Draft, phrase: PricePhrase): void {
  const { tokens, typed } = draft
  const { start, end, bounds, isBound } = phrase
  const span = {
    first: tokens.findIndex((token) => token.end > start),
    end: tokens.findLastIndex((token) => token.start < end) + 1,
  }
  const text = typed.slice(start, end).trim()
  if (span.first < 0 || span.end <= span.first || !isFree(draft, span) || isIgnored(draft, text)) return
  if (isName(draft, span, phrase)) return
  const criterion = { ...span, kind: 'price', text, label: text, attributes: [], phrases: [], price: bounds } as const
  if (isBound) draft.operators.push(criterion)
  else draft.readings.push({ ...criterion, confidence: 1 })
  // A product may be called by its amount ("$50 gift card"): then the amount stays a word, which a product has by its price as well.
  const isNamed = !isBound && wordsIn(draft, span).some((word) => draft.vocabulary.frequency(word).title > 0)
  settle(draft, span, isNamed ? undefined : 'silent')
}

/** Products of this shop are called so: "Stocking fillers under 50", a ring of "10k". What has a currency is money. */
function isName(draft: Draft, span: Span, { isBound, hasCurrency }: PricePhrase): boolean {
  if (hasCurrency) return false
  const { tokens, vocabulary } = draft
  if (vocabulary.phraseFrequency(wordsIn(draft, span), 'title') > 0) return true
  const amounts = tokens.slice(span.first, span.end).filter(({ word }) => /^\d/.test(word))
  const isCalled = amounts.some(({ word }) => vocabulary.frequency(word).title > 0)
  return isCalled && (!isBound || amounts.some(({ parts }) => parts.length > 1))
}

const cheapOf = phraseTables(({ price }) => price?.cheap)
const expensiveOf = phraseTables(({ price }) => price?.expensive)

const THIRD = 1 / 3
const CHEAP: PriceBounds = { min: null, max: null, share: [0, THIRD] }
const EXPENSIVE: PriceBounds = { min: null, max: null, share: [1 - THIRD, 1] }

/** "Cheap" and "not too expensive": the first third of what is found, by price. */
function readLevels(draft: Draft): void {
  const { tokens, analyzer } = draft
  for (let at = 0; at < tokens.length; at++) {
    const cheap = phraseAt(tokens, at, cheapOf(analyzer.language))
    const length = cheap || phraseAt(tokens, at, expensiveOf(analyzer.language))
    const span = { first: at, end: at + length }
    if (length === 0 || !isFree(draft, span)) continue
    const text = typedText(draft, span)
    const isNamed = draft.vocabulary.phraseFrequency(wordsIn(draft, span), 'title') > 0
    if (isNamed || isIgnored(draft, text)) continue
    const price = cheap > 0 ? CHEAP : EXPENSIVE
    draft.readings.push({
      ...span,
      kind: 'price',
      confidence: 1,
      text,
      label: text,
      attributes: [],
      phrases: [],
      price,
    })
    settle(draft, span, 'silent')
    at += length - 1
  }
}
