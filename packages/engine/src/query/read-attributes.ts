import { isAmount, isMeasureUnit, mayStandApart, measuresOf, spellingsOf } from '../text/analysis/measure.ts'
import { isNamedSize, mayBeSize, SIZE_WORDS_OF, sizeOf } from '../text/analysis/size-words.ts'
import { attributesOf, type ParseState, freeRuns, isFree, shareIn, typedText, wordsIn } from './parse-state.ts'
import type { QueryTerm, Reading, Span } from './query.ts'

/** In words: "6 to 12 months". */
const MAX_SIZE_WORDS = 4

/** Reads what follows a size word, and values of the shop's size options: "size 10", "XL", "queen". */
export function sizeCandidates(state: ParseState): Reading[] {
  const said = state.tokens.flatMap((_, at) => {
    const span = { first: at, end: at + 2 }
    return isSaidSize(state, span) ? sizeCandidate(state, span, { first: at + 1, end: at + 2 }, 1) : []
  })
  const bare = freeRuns(state, MAX_SIZE_WORDS).flatMap((run) => sizeCandidate(state, run, run, undefined))
  return [...said, ...bare]
}

export function isSaidSize(state: ParseState, span: Span): boolean {
  const { tokens, analyzer } = state
  const [word, size] = [tokens[span.first], tokens[span.first + 1]]
  return (
    size !== undefined && isFree(state, span) && SIZE_WORDS_OF(analyzer.language).has(word.word) && mayBeSize(size.word)
  )
}

/** A single word is a size only if most products with the word use it as a size: "xs" is also a phone. */
function sizeCandidate(state: ParseState, span: Span, of: Span, certain: number | undefined): Reading[] {
  const words = wordsIn(state, of)
  const size = sizeOf(words)
  const attributes = size === undefined ? [] : state.vocabulary.sizes(size)
  if (attributes.length === 0) return []
  const isShort = words.length === 1 && words[0].length === 1 && !isNamedSize(words[0])
  const confidence = certain ?? (words.length > 1 ? 1 : isShort ? 0 : shareIn(state, words[0], 'options'))
  const [text, label] = [typedText(state, span), typedText(state, of)]
  return [{ ...span, kind: 'size', confidence, text, label, attributes: attributesOf(attributes), phrases: [words] }]
}

/** Reads 24 inch, 24in, 24" and 60.96 cm as one measure, if some product has it. */
export function measureCandidates(state: ParseState): Reading[] {
  return state.tokens.flatMap((_, at) => {
    const found = measureAt(state.tokens, at)
    return found !== undefined && isFree(state, found) ? measureCandidate(state, found) : []
  })
}

export interface FoundMeasure extends Span {
  readonly measure: NonNullable<QueryTerm['measure']>
}

/** The number and its unit are one token or two. */
export function measureAt(tokens: readonly Pick<QueryTerm, 'word' | 'parts'>[], at: number): FoundMeasure | undefined {
  const { word, parts } = tokens[at]
  if (parts.length === 2 && isAmount(parts[0]) && isMeasureUnit(parts[1]))
    return { first: at, end: at + 1, measure: { amount: parts[0], unit: parts[1] } }
  const next = tokens[at + 1]?.word
  if (next === undefined || !isAmount(word) || !mayStandApart(next)) return undefined
  return { first: at, end: at + 2, measure: { amount: word, unit: next } }
}

function measureCandidate(state: ParseState, { first, end, measure: { amount, unit } }: FoundMeasure): Reading[] {
  const { vocabulary, tokens } = state
  const measures = measuresOf(amount, unit)
  const attributes = attributesOf(vocabulary.measures(measures))
  const phrases = spellingsOf(amount, unit).filter((words) => vocabulary.hasPhrase(words))
  if (attributes.length === 0 && phrases.length === 0) return []
  // Part numbers may look like measures.
  const isPartNumber = end - first === 1 && vocabulary.hasPartNumber(tokens[first].word)
  const confidence = isPartNumber ? 1 - shareIn(state, tokens[first].word, 'skus') : 1
  const text = typedText(state, { first, end })
  return [{ first, end, kind: 'measure', confidence, text, label: text, attributes, phrases, measures }]
}
