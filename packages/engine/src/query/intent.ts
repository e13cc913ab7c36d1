/**
 * Finds the readings of a query, each with a confidence: part numbers, vendors, categories, sizes, colors and measures.
 * Of overlapping readings, the longest is used.
 */
import { COLLECTIVE_WORDS_OF, headPlace, LINKING_WORDS_OF } from '../text/analysis/head-place.ts'
import { isPartNumber, plainPartNumber } from '../text/analysis/part-number.ts'
import { wordSets } from '../languages/language-words.ts'
import {
  chooseReadings,
  type ParseState,
  type ParserToken,
  freeRuns,
  isIgnored,
  MIN_CONFIDENCE,
  shareIn,
  typedText,
  wordsIn,
} from './parse-state.ts'
import type { Reading, ReadingKind, Span } from './query.ts'
import { measureAt, measureCandidates, sizeCandidates } from './read-attributes.ts'
import { colorCandidates } from './read-colors.ts'
import type { NamedValues } from './shop-vocabulary.ts'

export function readIntent(state: ParseState): void {
  const described = [
    ...partNumberCandidates(state),
    ...vendorCandidates(state),
    ...measureCandidates(state),
    ...sizeCandidates(state),
    ...colorCandidates(state),
  ].filter(({ text }) => !isIgnored(state, text))
  const categories = categoryCandidates(state, chooseReadings(described)).filter(({ text }) => !isIgnored(state, text))
  state.readings.push(...chooseReadings([...categories, ...described]))
}

function partNumberCandidates(state: ParseState): Reading[] {
  return freeRuns(state, 1).flatMap((span) => {
    const number = plainPartNumber(state.tokens[span.first].word)
    if (!isPartNumber(number) || !state.vocabulary.hasPartNumber(number)) return []
    return [criterion(state, span, 'part_number', 1)]
  })
}

/** In words. */
const MAX_NAME_WORDS = 5

function vendorCandidates(state: ParseState): Reading[] {
  const { vocabulary } = state
  return freeRuns(state, MAX_NAME_WORDS).flatMap((span) => {
    const words = wordsIn(state, span)
    // Checked first: most words do not name a vendor, and computing shares is slower.
    const named = vocabulary.vendor(words)
    if (named === undefined) return []
    const isPlain = words.length === 1 && (words[0].length < 2 || vocabulary.analyzer.isStopWord(words[0]))
    const confidence = isPlain ? 0 : words.length > 1 ? 1 : shareIn(state, words[0], 'vendor')
    return [namedCriterion(state, span, { kind: 'vendor', named, confidence })]
  })
}

/** The category must be the product word: "phone case" asks for a case, not a phone. */
function categoryCandidates(state: ParseState, described: readonly Span[]): Reading[] {
  const isDescribed = (at: number) => described.some(({ first, end }) => first <= at && at < end)
  const heads = new Set([headToken(state, () => false), headToken(state, isDescribed)])
  return freeRuns(state, MAX_NAME_WORDS).flatMap((span) => {
    const hasHead = [...heads].some((head) => span.first <= head && head < span.end)
    const named = hasHead ? state.vocabulary.category(wordsIn(state, span)) : undefined
    if (named === undefined) return []
    return [
      namedCriterion(state, span, { kind: 'category', named, confidence: categoryConfidence(state, span, named) }),
    ]
  })
}

/**
 * Returns the share of the products named by these words that are in the category, so that an ambiguous word has its
 * most frequent meaning in this shop.
 */
function categoryConfidence(state: ParseState, span: Span, { productCount, isWhole }: NamedValues): number {
  const words = wordsIn(state, span)
  const { vocabulary } = state
  const naming =
    words.length === 1 ? vocabulary.frequency(words[0]).naming : vocabulary.phraseFrequency(words, 'naming')
  if (naming <= productCount) return 1
  return Math.max(productCount / naming, isWhole ? MIN_CONFIDENCE : 0)
}

/** Words before an amount ("under") never name a product. */
const BOUND_WORDS_OF = wordSets(({ price }) => [...(price?.under ?? []), ...(price?.over ?? [])].join(' '))

/** Returns -1 if no token names a product. Skips quantities, amounts with units, and described tokens. */
export function headToken(state: ParseState, isDescribed: (at: number) => boolean): number {
  const { tokens, analyzer } = state
  const { language } = analyzer
  const collective = COLLECTIVE_WORDS_OF(language)
  const linking = LINKING_WORDS_OF(language)
  const bounds = BOUND_WORDS_OF(language)
  const places = [...tokens.keys()].filter((at) => tokens[at].role !== 'silent')
  const word = (place: number) => tokens[places[place]].word
  const head = headPlace({
    length: places.length,
    language,
    isLink: (place) => linking.has(word(place)) || analyzer.isStopWord(word(place)),
    isThing: (place) =>
      !isDescribed(places[place]) &&
      !collective.has(word(place)) &&
      !bounds.has(word(place)) &&
      !isMeasured(tokens, places[place]),
  })
  return places[head] ?? -1
}

/** True for a number or its unit: "lamp 60 watt" asks for a lamp. */
function isMeasured(tokens: readonly ParserToken[], at: number): boolean {
  return /\d/.test(tokens[at].word) || (at > 0 && measureAt(tokens, at - 1)?.end === at + 1)
}

function namedCriterion(
  state: ParseState,
  span: Span,
  { kind, named, confidence }: { kind: ReadingKind; named: NamedValues; confidence: number },
): Reading {
  const { label, attribute } = named
  return {
    ...criterion(state, span, kind, confidence),
    label,
    attributes: [attribute],
    phrases: [wordsIn(state, span)],
  }
}

function criterion(state: ParseState, span: Span, kind: ReadingKind, confidence: number): Reading {
  const text = typedText(state, span)
  return { ...span, kind, confidence, text, label: text, attributes: [], phrases: [] }
}
