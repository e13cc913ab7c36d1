/** Vendors and product types that a query calls by their full name. Their words stay in the query: they tell the better match. */
import { foldingOf } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import { LINKING_WORDS_OF } from '../text/analysis/linking-words.ts'
import { HEAD_FIRST_LANGUAGES } from '../text/parse/parse-query.ts'
import { findBySpelling } from '../text/readings/find-by-spelling.ts'
import { freeRuns, isFree } from './query-tokens.ts'
import { hasNames, isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'

const LONGEST_NAME = 5

/** A vendor of one word must be the vendor in most products that name the word: an apple is also a fruit. */
export function readVendors(reading: Reading): void {
  const { tokens, request, index } = reading
  for (const run of freeRuns(tokens, LONGEST_NAME)) {
    // Nearly all words name no vendor, which is told faster than what they mostly are.
    const name = isFree(tokens, run) ? nameAt(reading, run, request.vendorAttribute) : undefined
    if (name === undefined) continue
    const { word } = tokens[run.first]
    const isOne = run.end - run.first === 1
    if (isOne && (word.length < 2 || index.text.analyzer.isStopWord(word) || !isMostlyIn(reading, word, 'vendor')))
      continue
    takeNamed(reading, run, { kind: 'vendor', attribute: request.vendorAttribute, name })
  }
}

/** The type must be what is asked for: in "phone case" a case, and no phone. */
export function readType(reading: Reading): void {
  const { tokens, request } = reading
  const head = headOf(reading)
  if (head < 0) return
  for (const run of freeRuns(tokens, LONGEST_NAME)) {
    if (!isFree(tokens, run) || run.first > head || run.end <= head) continue
    const name = nameAt(reading, run, request.typeAttribute) ?? spelledName(reading, run, request.typeAttribute)
    if (name === undefined) continue
    takeNamed(reading, run, { kind: 'product_type', attribute: request.typeAttribute, name })
    return
  }
}

/** Place of the word that says what is asked for: the last before "for", "with" and the like; the first where that is the language's way. */
function headOf({ tokens, analyzer }: Reading): number {
  const linking = LINKING_WORDS_OF(analyzer.language)
  const places = [...tokens.keys()].filter((at) => !tokens[at].isTaken)
  const isLink = (at: number) => linking.has(tokens[at].word) || analyzer.isStopWord(tokens[at].word)
  const first = places.findIndex((at) => !isLink(at))
  if (first < 0) return -1
  if (HEAD_FIRST_LANGUAGES.has(analyzer.language)) return places[first]
  const link = places.findIndex((at, i) => i > first && isLink(at))
  return places[(link < 0 ? places.length : link) - 1]
}

interface ReadName {
  readonly words: string[]
  /** Its stems. */
  readonly key: string
  /** As the shop writes it. */
  readonly label: string
}

/** undefined: the shop has no value of that name. */
function nameAt({ tokens, index }: Reading, { first, end }: Run, attribute: string): ReadName | undefined {
  const words = tokens.slice(first, end).map(({ word }) => word)
  const key = words.map((word) => index.text.analyzer.stem(word)).join(' ')
  const label = labelOf(index, key, attribute)
  return label === undefined ? undefined : { words, key, label }
}

/** A name of one word that the shop writes in another script: くつ for 靴. */
function spelledName({ tokens, index }: Reading, { first, end }: Run, attribute: string): ReadName | undefined {
  if (end - first > 1) return undefined
  const { word } = tokens[first]
  return findBySpelling(word, index.text.analyzer, (key) => {
    const label = labelOf(index, key, attribute)
    return label === undefined ? undefined : { words: [word], key, label }
  })
}

function labelOf(index: Reading['index'], key: string, attribute: string): string | undefined {
  if (!hasNames(index, attribute)) return undefined
  const labels = index.views.flatMap((_, view) => valuesOf({ index }, view).named(attribute).get(key)?.[0] ?? [])
  return labels.sort((a, b) => compareInTable(a, b, attribute))[0]
}

/** The order of an attribute's values in a segment. */
function compareInTable(a: string, b: string, attribute: string): number {
  const folding = foldingOf(attribute)
  return compareValues(orderedValue(a, folding), orderedValue(b, folding))
}

interface TakenName {
  readonly kind: 'vendor' | 'product_type'
  readonly attribute: string
  readonly name: ReadName
}

function takeNamed(reading: Reading, run: Run, { kind, attribute, name: { words, key, label } }: TakenName): void {
  const { index } = reading
  // "Corner sofas" are of the type "sofas" as well.
  const alike = index.views.flatMap((_, view) => {
    const values = valuesOf({ index }, view)
    return (kind === 'vendor' ? values.named(attribute) : values.kinds(attribute)).get(key) ?? []
  })
  take(reading, run, {
    kind,
    attributes: [{ kind: 'terms', name: attribute, values: [...new Set(alike)].sort() }],
    phrases: [words],
    label,
    isCut: false,
  })
}
