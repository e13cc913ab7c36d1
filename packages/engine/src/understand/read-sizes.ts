import { isNamedSize, mayBeSize, SIZE_WORDS_OF, sizeOf } from '../text/analysis/size-words.ts'
import { type AttributeValues, merged } from './constraint.ts'
import { freeRuns, isFree } from './query-tokens.ts'
import { isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'

/** The longest size in words: "6 to 12 months". */
const LONGEST = 4

/** "size 10", "XL", "queen": what is said to be a size, and what a size option of the shop calls a size. */
export function readSizes(reading: Reading): void {
  readSaid(reading)
  for (const run of freeRuns(reading.tokens, LONGEST)) {
    if (!isFree(reading.tokens, run)) continue
    // Nearly all words are no size of the shop, which is told faster than what they mostly are.
    const size = sizeAt(reading, run)
    if (size !== undefined && isCertain(reading, run)) takeSize(reading, run, size)
  }
}

function readSaid(reading: Reading): void {
  const { tokens, analyzer } = reading
  const sizeWords = SIZE_WORDS_OF(analyzer.language)
  for (let at = 0; at + 1 < tokens.length; at++) {
    const run = { first: at, end: at + 2 }
    if (!isFree(tokens, run) || !sizeWords.has(tokens[at].word) || !mayBeSize(tokens[at + 1].word)) continue
    const size = sizeAt(reading, { first: at + 1, end: at + 2 })
    if (size !== undefined) takeSize(reading, run, size)
  }
}

/** One word that is a size must be one in most products that have it: "xs" is a phone as well, and "12" anything. */
function isCertain(reading: Reading, { first, end }: Run): boolean {
  const { word } = reading.tokens[first]
  if (end - first > 1) return true
  return (isNamedSize(word) || word.length > 1) && isMostlyIn(reading, word, 'options')
}

interface ReadSize {
  readonly attributes: readonly AttributeValues[]
  readonly words: string[]
  readonly label: string
}

/** undefined: no option of the shop has such a size. */
function sizeAt({ index, tokens, typed }: Reading, { first, end }: Run): ReadSize | undefined {
  const words = tokens.slice(first, end).map(({ word }) => word)
  const size = sizeOf(words)
  if (size === undefined) return undefined
  const attributes = merged(index.views.flatMap((_, view) => valuesOf({ index }, view).ofSize(size)))
  if (attributes.length === 0) return undefined
  return { attributes, words, label: typed.slice(tokens[first].start, tokens[end - 1].end) }
}

function takeSize(reading: Reading, run: Run, { attributes, words, label }: ReadSize): void {
  take(reading, run, { kind: 'size', attributes, phrases: [words], label, isCut: true })
}
