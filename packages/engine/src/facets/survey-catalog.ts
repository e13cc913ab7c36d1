/** Collects statistics by attribute for choosing automatic filters, from a bounded number of products. */
import { type Bitset, hasBit } from '../columns/bitset.ts'
import { tableSize } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { unionFor } from './count-facets.ts'
import type { FacetField } from './facet-field.ts'
import type { Memo } from '../text/memo.ts'
import type { ValueUnion } from './value-union.ts'

export interface SurveyedIndex {
  readonly docCount: number
  readonly views: readonly {
    readonly segment: { readonly columns: ColumnSegment }
    readonly liveDocs: Bitset
    readonly memo: Memo
  }[]
}

export interface CatalogSurvey {
  docs: number
  terms: ReadonlyMap<string, AttributeSurvey>
  options: ReadonlyMap<string, AttributeSurvey>
  inStock: number
  onSale: number
  rated: number
  /** Number of distinct lowest prices, at most MAX_PRICES. */
  prices: number
  createdDays: number
}

export interface AttributeSurvey {
  docs: number
  /** Number of distinct values; spellings of one value count once. */
  values: number
  /** The most common values, each with its number of products. */
  common: readonly { value: string; docs: number }[]
  /** Number of products with a value, for collections in which some products have a value and others have none. */
  byCollection: ReadonlyMap<string, number>
}

const MAX_DOCS = 20_000
/** An attribute with more values is a name or a number and no good filter. */
const MAX_VALUES = 5_000
const MAX_COMMON = 60
const MAX_PRICES = 1_000
const DAY_MS = 86_400_000

type Sample = readonly Uint32Array[]

export function surveyCatalog(index: SurveyedIndex): CatalogSurvey {
  const sample = sampleDocs(index)
  const names = <T>(read: (view: SurveyedIndex['views'][number]) => Iterable<T>) =>
    new Set(index.views.flatMap((v) => [...read(v)]))
  const terms = [...names(({ segment }) => segment.columns.terms.keys())]
  const options = [...names(({ segment }) => segment.columns.variants.options.keys())]
  const survey = (field: FacetField) => surveyAttribute(index, field, sample)
  return {
    docs: sample.reduce((sum, docs) => sum + docs.length, 0),
    terms: new Map(terms.map((name) => [name, survey({ kind: 'terms', name })])),
    options: new Map(options.map((name) => [name, survey({ kind: 'option', name })])),
    ...surveyNumbers(index, sample),
  }
}

function sampleDocs({ views, docCount }: SurveyedIndex): Sample {
  const stride = Math.max(1, Math.ceil(docCount / MAX_DOCS))
  return views.map(({ liveDocs, segment }) => {
    const docs: number[] = []
    for (let doc = 0; doc < segment.columns.docCount; doc += stride) if (hasBit(liveDocs, doc)) docs.push(doc)
    return Uint32Array.from(docs)
  })
}

function surveyNumbers({ views }: SurveyedIndex, sample: Sample) {
  const figures = { inStock: 0, onSale: 0, rated: 0 }
  const prices = new Set<number>()
  const days = new Set<number>()
  views.forEach(({ segment: { columns } }, s) => {
    for (const doc of sample[s]) {
      if (hasBit(columns.variants.someAvailable, doc)) figures.inStock++
      if (columns.discount[doc] > 0) figures.onSale++
      if (!Number.isNaN(columns.rating[doc])) figures.rated++
      if (prices.size < MAX_PRICES && !Number.isNaN(columns.minPrice[doc])) prices.add(columns.minPrice[doc])
      days.add(Math.floor(columns.createdMs[doc] / DAY_MS))
    }
  })
  return { ...figures, prices: prices.size, createdDays: days.size }
}

function surveyAttribute(index: SurveyedIndex, field: FacetField, sample: Sample): AttributeSurvey {
  const columns = index.views.map(({ segment }) => columnOf(segment.columns, field))
  const max = Math.max(0, ...columns.map((column) => (column ? tableSize(column.values) : 0)))
  if (max > MAX_VALUES) return { docs: 0, values: max, common: [], byCollection: new Map() }
  const union = unionOf(index, field)
  const counts = new Uint32Array(union.size)
  const collections = new CollectionTally(index)
  let docs = 0
  columns.forEach((column, s) => {
    if (!column) return
    for (const doc of sample[s]) {
      // Most products lack most attributes; skipping them saves an allocation.
      if (column.starts[doc] === column.starts[doc + 1]) continue
      const numbers = numbersOf(column, union.numbering[s], doc)
      docs++
      for (const number of numbers) counts[number]++
      collections.note(s, doc, numbers)
    }
  })
  const values = counts.reduce((sum, count) => sum + Math.min(1, count), 0)
  return { docs, values, common: commonOf(counts, union), byCollection: collections.varied() }
}

class CollectionTally {
  readonly #index: SurveyedIndex
  readonly #union: ValueUnion
  readonly #docs: Uint32Array
  readonly #first: Int32Array
  readonly #varied: Uint8Array

  constructor(index: SurveyedIndex) {
    this.#index = index
    this.#union = unionOf(index, { kind: 'terms', name: 'collection' })
    this.#docs = new Uint32Array(this.#union.size)
    this.#first = new Int32Array(this.#union.size).fill(-1)
    this.#varied = new Uint8Array(this.#union.size)
  }

  note(segment: number, doc: number, values: readonly number[]): void {
    const column = this.#index.views[segment].segment.columns.terms.get('collection')
    if (!column) return
    for (const collection of numbersOf(column, this.#union.numbering[segment], doc)) {
      this.#docs[collection]++
      if (this.#first[collection] < 0) this.#first[collection] = values[0]
      if (values.length > 1 || values[0] !== this.#first[collection]) this.#varied[collection] = 1
    }
  }

  varied(): Map<string, number> {
    const found = [...this.#varied.keys()].filter((collection) => this.#varied[collection] === 1)
    return new Map(found.map((collection) => [this.#union.valueAt(collection), this.#docs[collection]]))
  }
}

function unionOf({ views }: SurveyedIndex, field: FacetField): ValueUnion {
  return unionFor(
    field,
    views.map(({ segment, liveDocs, memo }) => ({ columns: segment.columns, liveDocs, memo })),
  )
}

function columnOf(columns: ColumnSegment, field: FacetField): TermColumn | undefined {
  if (field.kind === 'terms') return columns.terms.get(field.name)
  return field.kind === 'option' ? columns.variants.options.get(field.name)?.byDoc : undefined
}

function numbersOf(column: TermColumn, numbering: Uint32Array | null | undefined, doc: number): number[] {
  const codes = column.codes.subarray(column.starts[doc], column.starts[doc + 1])
  return Array.from(codes, (code) => (numbering ? numbering[code] : code))
}

function commonOf(counts: Uint32Array, union: ValueUnion): AttributeSurvey['common'] {
  return Array.from(counts.keys())
    .filter((number) => counts[number] > 0)
    .sort((a, b) => counts[b] - counts[a] || union.compare(a, b))
    .slice(0, MAX_COMMON)
    .map((number) => ({ value: union.valueAt(number), docs: counts[number] }))
}
