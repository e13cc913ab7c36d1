/** Answers the query parser's questions about a shop, for one snapshot and one settings object. */
import { LRUCache } from 'lru-cache'
import { andInto, countBits, hasBit, newBitset } from '../columns/bitset.ts'
import { foldingOf } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import { attributesOf } from '../query/parse-state.ts'
import type { AttributeValues } from '../query/query.ts'
import type { NamedValues, ShopVocabulary, TermFrequency } from '../query/shop-vocabulary.ts'
import { isSameMeasure } from '../text/analysis/measure.ts'
import { findPhrase, hasPhrase } from '../expand/find-phrase.ts'
import { skuDocs } from './exact-docs.ts'
import { visitUnion } from '../expand/weighted-postings.ts'
import { inflectedPostings, wordPostings } from '../expand/word-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { findBySpelling } from '../text/readings/find-by-spelling.ts'
import { fieldBit, NAMING_FIELDS, ownFields, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { isColorOfPictures } from '../values/picture-colors.ts'
import { hasNames, valuesOf } from '../values/shop-values.ts'
import { isThing } from '../values/product-kind.ts'
import type { SegmentValues } from '../values/segment-values.ts'
import { addDocsWith } from '../match/criteria.ts'
import type { ShopIndex } from './shop-index.ts'

export interface VocabularySettings {
  readonly currency?: string | undefined
  readonly vendorAttribute: string
  readonly typeAttribute: string
}

/** Number of words with cached facts. Queries repeat words. */
const MAX_KNOWN = 20_000

export function shopVocabulary(index: ShopIndex, settings: VocabularySettings): ShopVocabulary {
  return index.memo.of(JSON.stringify(['vocabulary', settings]), () => vocabularyOf(index, settings))
}

function vocabularyOf(
  index: ShopIndex,
  { currency, vendorAttribute, typeAttribute }: VocabularySettings,
): ShopVocabulary {
  const { text, views } = index
  const known = new LRUCache<string, { value: unknown }>({ max: MAX_KNOWN })
  const once = <T>(kind: string, words: readonly string[], find: () => T): T => {
    const key = `${kind} ${words.join(' ')}`
    let found = known.get(key)
    if (found === undefined) {
      found = { value: find() }
      known.set(key, found)
    }
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
    currency,
    remember: once,
    isKnown: (word) =>
      once('known', [word], () => text.views.some((view) => wordPostings(view, word, text).length > 0)),
    frequency: (word) => once('word', [word], () => frequencyOf(index, word)),
    phraseFrequency: (words, fields) =>
      words.slice(0, -1).some((word) => isUnknown(index, word))
        ? 0
        : once(fields, words, () => phraseFrequency(index, words, fields === 'title' ? TITLE_BIT : NAMING_FIELDS)),
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

const COUNTED = (['title', 'productType', 'vendor', 'options', 'skus'] as const).map((field) => ({
  field,
  bit: fieldBit(field),
}))

function frequencyOf(index: ShopIndex, word: string): TermFrequency {
  const counts = { any: 0, naming: 0, title: 0, productType: 0, vendor: 0, options: 0, skus: 0 }
  index.text.views.forEach((view, place) => {
    const { liveDocs } = index.views[place]
    const forms = inflectedPostings({ ...view, liveDocs: null }, word, index.text)
    visitUnion(forms, (doc, payload) => {
      if (!hasBit(liveDocs, doc)) return
      counts.any++
      const fields = ownFields(payload)
      if ((fields & NAMING_FIELDS) === 0) return
      counts.naming++
      for (const { field, bit } of COUNTED) if ((fields & bit) !== 0) counts[field]++
    })
  })
  return counts
}

function isUnknown({ views }: ShopIndex, word: string): boolean {
  return views.every(({ segment }) => findTerm(segment.text.terms, word) === NO_TERM)
}

/** Counts products that have the words side by side, the last in any inflection. */
function phraseFrequency(index: ShopIndex, words: readonly string[], fields: number): number {
  const last = words[words.length - 1]
  const before = words.slice(0, -1)
  return index.views.reduce((sum, { segment, liveDocs }, place) => {
    const forms = inflectedPostings(index.text.views[place], last, index.text)
    const lists = forms.flatMap(({ text }) => findPhrase(segment.text, [...before, text], { fields }))
    let count = 0
    visitUnion(lists, (doc) => {
      if (hasBit(liveDocs, doc)) count++
    })
    return sum + count
  }, 0)
}

/** With `withKinds`, longer values that end with the name count too: "corner sofas" are sofas. */
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
  const productCount = found ? countWith(index, found.attribute) : 0
  return found && productCount > 0 ? { ...found, productCount } : undefined
}

function compareInTable(a: string, b: string, attribute: string): number {
  const folding = foldingOf(attribute)
  return compareValues(orderedValue(a, folding), orderedValue(b, folding))
}

function countWith(index: ShopIndex, attribute: AttributeValues): number {
  return index.views.reduce((sum, { segment, liveDocs }, view) => {
    const docs = newBitset(segment.columns.docCount)
    addDocsWith(index, view, attribute, docs)
    andInto(docs, liveDocs)
    return sum + countBits(docs)
  }, 0)
}
