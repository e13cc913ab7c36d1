/** Vendors and product types that a query calls by their full name. Their words stay in the query: they tell the better match. */
import { LINKING_WORDS_OF } from '../text/analysis/linking-words.ts'
import { HEAD_FIRST_LANGUAGES } from '../text/parse/parse-query.ts'
import { freeRuns, isFree } from './query-tokens.ts'
import { isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'

const LONGEST_NAME = 5

/** A vendor of one word must be the vendor in most products that name the word: an apple is also a fruit. */
export function readVendors(reading: Reading): void {
  const { tokens, request, index } = reading
  for (const run of freeRuns(tokens, LONGEST_NAME)) {
    if (!isFree(tokens, run)) continue
    const [{ word }] = tokens.slice(run.first)
    const isOne = run.end - run.first === 1
    if (isOne && (word.length < 2 || index.text.analyzer.isStopWord(word) || !isMostlyIn(reading, word, 'vendor')))
      continue
    takeNamed(reading, run, { kind: 'vendor', attribute: request.vendorAttribute })
  }
}

/** The type must be what is asked for: in "phone case" a case, and no phone. */
export function readType(reading: Reading): void {
  const { tokens, request } = reading
  const head = headOf(reading)
  if (head < 0) return
  for (const run of freeRuns(tokens, LONGEST_NAME)) {
    if (!isFree(tokens, run) || run.first > head || run.end <= head) continue
    if (takeNamed(reading, run, { kind: 'product_type', attribute: request.typeAttribute })) return
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

function takeNamed(
  reading: Reading,
  run: Run,
  { kind, attribute }: { kind: 'vendor' | 'product_type'; attribute: string },
): boolean {
  const { tokens, index } = reading
  const { analyzer } = index.text
  const words = tokens.slice(run.first, run.end).map(({ word }) => word)
  const key = words.map((word) => analyzer.stem(word)).join(' ')
  const known = index.views.map((_, view) => valuesOf(reading, view))
  const [label] = known.flatMap((values) => values.named(attribute).get(key) ?? [])
  if (label === undefined) return false
  // "Corner sofas" are of the type "sofas" as well.
  const alike = known.flatMap(
    (values) => (kind === 'vendor' ? values.named(attribute) : values.kinds(attribute)).get(key) ?? [],
  )
  take(reading, run, {
    kind,
    attributes: [{ kind: 'terms', name: attribute, values: [...new Set(alike)] }],
    phrases: [words],
    label,
    isCut: false,
  })
  return true
}
