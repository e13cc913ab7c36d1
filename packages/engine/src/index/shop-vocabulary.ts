/** The shop's words and values, as the query parser needs them. There is one per snapshot and settings, dropped with the snapshot. */
import { LRUCache } from 'lru-cache'
import { hasBit } from '../columns/bitset.ts'
import { stringAt } from '../columns/string-table.ts'
import { foldingOf } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import { attributesOf } from '../query/draft.ts'
import type { AttributeValues } from '../query/query.ts'
import type { NamedValues, ShopVocabulary, TermFrequency } from '../query/shop-vocabulary.ts'
import { isSameMeasure } from '../text/analysis/measure.ts'
import { findPhrase, hasPhrase } from '../expand/find-phrase.ts'
import { skuDocs } from './exact-docs.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { wordPostings } from '../expand/word-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { findBySpelling } from '../text/readings/find-by-spelling.ts'
import { FIELD_MASK, NAMING_FIELDS, ownFields, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import { isColorOfPictures } from '../values/picture-colors.ts'
import { hasNames, valuesOf } from '../values/shop-values.ts'
import { isThing } from '../values/product-kind.ts'
import type { SegmentValues } from '../values/segment-values.ts'
import type { SegmentView, ShopIndex } from './shop-index.ts'

export interface VocabularySettings {
  /** ISO code of the currency in which prices are shown. */
  readonly currency?: string | undefined
  readonly vendorAttribute: string
  readonly typeAttribute: string
}

/** Facts about words are cached, because queries use the same words repeatedly. */
const MAX_KNOWN = 20_000

export function shopVocabulary(index: ShopIndex, settings: VocabularySettings): ShopVocabulary {
  return index.memo.of(JSON.stringify(['vocabulary', settings]), () => vocabularyOf(index, settings))
}

function vocabularyOf(
  index: ShopIndex,
  { currency, vendorAttribute, typeAttribute }: VocabularySettings,
): ShopVocabulary {
  const { text, views, docCount } = index
  const known = new LRUCache<string, { value: unknown }>({ max: MAX_KNOWN })
  const once = <T>(kind: string, words: readonly string[], find: () => T): T => {
    const key = `${kind} ${words.join(' ')}`
    const found = known.get(key) ?? { value: find() }
    known.set(key, found)
    return found.value as T
  }
  const values = () => views.map((_, view) => valuesOf({ index }, view))
  const stated = (of: (one: SegmentValues) => readonly AttributeValues[]) =>
    attributesOf(
      values()
        .flatMap(of)
        .filter((one) => one.values.length > 0),
    )
  return {
    analyzer: text.analyzer,
    productCount: docCount,
    currency,
    isKnown: (word) => text.views.some((view) => wordPostings(view, word, text).length > 0),
    frequency: (word) => once('word', [word], () => frequencyOf(index, word)),
    phraseFrequency: (words, fields) =>
      once(fields, words, () => phraseFrequency(index, words, fields === 'title' ? TITLE_BIT : NAMING_FIELDS)),
    hasPhrase: (words) => views.some(({ segment }) => hasPhrase(segment.text, words)),
    hasPartNumber: (number) =>
      views.some(({ segment, liveDocs }) => skuDocs(segment.text, number).some((doc) => hasBit(liveDocs, doc))),
    category: (words) =>
      once('category', words, () => namedValues(index, words, { attribute: typeAttribute, withKinds: true })),
    vendor: (words) =>
      once('vendor', words, () => namedValues(index, words, { attribute: vendorAttribute, withKinds: false })),
    sizes: (size) => stated((one) => one.ofSize(size)),
    colors: (isWanted) => stated((one) => one.colors.map((each) => withValues(each, isWanted))),
    measures: (measures) =>
      stated((one) =>
        one.measures.map((each) =>
          withValues(each, (own) => own.some((a) => measures.some((b) => isSameMeasure(b, a)))),
        ),
      ),
    isColorOfPictures: (word, family) => isColorOfPictures(index, word, family),
  }
}

function withValues<T>(
  { kind, name, values }: { kind: 'option' | 'terms'; name: string; values: ReadonlyMap<string, T> },
  isWanted: (meaning: T) => boolean,
): AttributeValues {
  return { kind, name, values: [...values].filter(([, meaning]) => isWanted(meaning)).map(([value]) => value) }
}

const COUNTED: readonly (keyof TermFrequency & TextField)[] = ['title', 'productType', 'vendor', 'options', 'skus']

function frequencyOf(index: ShopIndex, word: string): TermFrequency {
  const counts = { any: 0, naming: 0, title: 0, productType: 0, vendor: 0, options: 0, skus: 0 }
  index.views.forEach((view, place) => {
    for (const payload of fieldsByDoc(index, view, place, word)) {
      counts.any++
      const fields = ownFields(payload)
      if ((fields & NAMING_FIELDS) === 0) continue
      counts.naming++
      for (const field of COUNTED) if ((fields & (1 << TEXT_FIELDS.indexOf(field))) !== 0) counts[field]++
    }
  })
  return counts
}

/** For each live doc with the word in any inflection, the fields that have it. */
function fieldsByDoc(index: ShopIndex, { liveDocs }: SegmentView, place: number, word: string): number[] {
  const textView = { ...index.text.views[place], liveDocs: null }
  const forms = wordPostings(textView, word, index.text).filter(isInflection)
  const fields = new Map<number, number>()
  for (const { docs, payloads, start, end } of forms)
    for (let at = start; at < end; at++) {
      const doc = docs[at]
      if (hasBit(liveDocs, doc)) fields.set(doc, (fields.get(doc) ?? 0) | payloads[at])
    }
  return [...fields.values()]
}

function isInflection({ kind }: WeightedPostings): boolean {
  return kind === 'exact' || kind === 'stem'
}

/** Counts products that have the words side by side, the last in any inflection. */
function phraseFrequency(index: ShopIndex, words: readonly string[], fields: number): number {
  const last = words[words.length - 1]
  const before = words.slice(0, -1)
  return index.views.reduce((sum, { segment, liveDocs }, place) => {
    if (before.some((word) => findTerm(segment.text.terms, word) === NO_TERM)) return sum
    const forms = wordPostings(index.text.views[place], last, index.text).filter(isInflection)
    const docs = new Set<number>()
    for (const { text } of forms) {
      const found = findPhrase(
        segment.text,
        [...before, text],
        { weight: 1, kind: 'exact', edits: 0, text: '' },
        { fields },
      )
      found?.docs.forEach((doc, at) => {
        if ((found.payloads[at] & FIELD_MASK & fields) !== 0 && hasBit(liveDocs, doc)) docs.add(doc)
      })
    }
    return sum + docs.size
  }, 0)
}

/** Values with this name; with kinds, also longer ones that end with the name: "corner sofas" are sofas. */
function namedValues(
  index: ShopIndex,
  words: readonly string[],
  { attribute, withKinds }: { attribute: string; withKinds: boolean },
): NamedValues | undefined {
  if (!hasNames(index, attribute)) return undefined
  const { analyzer } = index.text
  const find = (key: string) => {
    const segments = index.views.map((_, view) => valuesOf({ index }, view))
    const whole = segments.flatMap((one) => one.named(attribute).get(key)?.[0] ?? [])
    const alike = withKinds
      ? segments.flatMap((one) => one.kinds(attribute).get(key) ?? []).filter(isThing)
      : segments.flatMap((one) => one.named(attribute).get(key) ?? [])
    if (alike.length === 0) return undefined
    const values = [...new Set(alike)].sort()
    const [label] = whole.sort((a, b) => compareInTable(a, b, attribute))
    return {
      label: label ?? words.join(' '),
      isWhole: label !== undefined,
      attribute: { kind: 'terms' as const, name: attribute, values },
    }
  }
  const key = words.map((word) => analyzer.stem(word)).join(' ')
  const found = find(key) ?? (words.length === 1 ? findBySpelling(words[0], analyzer, find) : undefined)
  return found && { ...found, productCount: countWith(index, found.attribute) }
}

/** Compares two values in the order of a segment's table. */
function compareInTable(a: string, b: string, attribute: string): number {
  const folding = foldingOf(attribute)
  return compareValues(orderedValue(a, folding), orderedValue(b, folding))
}

function countWith({ views }: ShopIndex, { name, values }: AttributeValues): number {
  const wanted = new Set(values)
  return views.reduce((sum, { segment, liveDocs }) => {
    const column = segment.columns.terms.get(name)
    if (column === undefined) return sum
    const isWanted = Uint8Array.from({ length: column.values.offsets.length - 1 }, (_, code) =>
      wanted.has(stringAt(column.values, code)) ? 1 : 0,
    )
    let count = 0
    for (let doc = 0; doc + 1 < column.starts.length; doc++) {
      if (!hasBit(liveDocs, doc)) continue
      for (let at = column.starts[doc]; at < column.starts[doc + 1]; at++)
        if (isWanted[column.codes[at]] === 1) {
          count++
          break
        }
    }
    return sum + count
  }, 0)
}
