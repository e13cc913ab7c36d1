import type { EngineDoc } from './engine-doc.ts'
import { orderByNumber } from './doc-order.ts'
import { compareNatural } from './natural-order.ts'
import { countNames, isOpenEnded, MAX_TERM_NAMES, mostCommonNames } from './most-common-names.ts'
import { packStrings, stringAt, type StringTable } from './string-table.ts'
import { buildTermColumn, type TermColumn } from './term-column.ts'
import { foldingOf } from './value-key.ts'
import { buildVariantColumns, type VariantColumns } from './variant-columns.ts'

/** The data of a segment except texts, one entry per doc in each array. Immutable. */
export interface ColumnSegment {
  docCount: number
  ids: Float64Array
  byId: Uint32Array
  terms: Map<string, TermColumn>
  /** The doc's position in each collection of `terms.get('collection').codes`, or UNPLACED. */
  collectionPlaces: Uint32Array
  variants: VariantColumns
  /** Lowest variant price in the shop's currency; NaN without variants. */
  minPrice: Float64Array
  /** Largest discount of a variant in percent of its compare-at price, rounded down; 0 for none. */
  discount: Float32Array
  /** NaN if not rated. */
  rating: Float32Array
  createdMs: Float64Array
  /** 0 means always visible. */
  visibleFromMs: Float64Array
  popularity: Float32Array
  titles: StringTable
  titleRank: Uint32Array
  orders: DocOrders
}

export interface DocOrders {
  price: Uint32Array
  created: Uint32Array
  discount: Uint32Array
  title: Uint32Array
}

export const UNPLACED = 0xffffffff

export function buildColumnSegment(docs: readonly EngineDoc[]): ColumnSegment {
  const ids = Float64Array.from(docs, (doc) => doc.id)
  const titles = packStrings(docs.map((doc) => doc.title))
  const terms = buildTerms(docs)
  return withOrders({
    docCount: docs.length,
    ids,
    byId: orderById(ids),
    terms,
    collectionPlaces: placesOf(docs, terms.get('collection')),
    variants: buildVariantColumns(docs),
    minPrice: Float64Array.from(docs, minPriceOf),
    discount: Float32Array.from(docs, discountOf),
    rating: Float32Array.from(docs, (doc) => doc.rating ?? Number.NaN),
    createdMs: Float64Array.from(docs, (doc) => doc.createdMs),
    visibleFromMs: Float64Array.from(docs, (doc) => doc.visibleFromMs),
    popularity: Float32Array.from(docs, (doc) => doc.popularity),
    titles,
    titleRank: rankTitles(titles, docs.length),
  })
}

export function withOrders(columns: Omit<ColumnSegment, 'orders'>): ColumnSegment {
  const by = (keys: ArrayLike<number>) => orderByNumber(keys, columns.ids)
  const { minPrice, createdMs, discount, titleRank } = columns
  return {
    ...columns,
    orders: { price: by(minPrice), created: by(createdMs), discount: by(discount), title: by(titleRank) },
  }
}

/** Returns the doc of the product; -1 if the segment lacks it. */
export function findDoc(segment: ColumnSegment, id: number): number {
  const { ids, byId } = segment
  let low = 0
  let high = byId.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = ids[byId[middle]]
    if (found === id) return byId[middle]
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

export function orderById(ids: Float64Array): Uint32Array {
  return Uint32Array.from(ids.keys()).sort((a, b) => ids[a] - ids[b])
}

export function rankTitles(titles: StringTable, docCount: number): Uint32Array {
  const decoded = Array.from({ length: docCount }, (_, doc) => stringAt(titles, doc))
  const order = Uint32Array.from(decoded.keys()).sort((a, b) => compareNatural(decoded[a], decoded[b]))
  const rank = new Uint32Array(docCount)
  for (let i = 0; i < docCount; i++) {
    const same = i > 0 && decoded[order[i]] === decoded[order[i - 1]]
    rank[order[i]] = same ? rank[order[i - 1]] : i
  }
  return rank
}

function buildTerms(docs: readonly EngineDoc[]): Map<string, TermColumn> {
  const fixed = new Set<string>()
  const openEnded = new Map<string, number>()
  for (const doc of docs)
    for (const name of Object.keys(doc.terms)) isOpenEnded(name) ? countNames(openEnded, name) : fixed.add(name)
  const none: readonly string[] = []
  return new Map(
    [...fixed, ...mostCommonNames(openEnded, MAX_TERM_NAMES)].map((name) => [
      name,
      buildTermColumn(docs.length, foldingOf(name), (doc) => docs[doc].terms[name] ?? none),
    ]),
  )
}

function placesOf(docs: readonly EngineDoc[], column: TermColumn | undefined): Uint32Array {
  if (!column) return new Uint32Array(0)
  const places = new Uint32Array(column.codes.length).fill(UNPLACED)
  for (let doc = 0; doc < docs.length; doc++) {
    for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) {
      const place = docs[doc].collectionPlaces[stringAt(column.values, column.codes[j])]
      if (place !== undefined) places[j] = place
    }
  }
  return places
}

function minPriceOf({ variants }: EngineDoc): number {
  let min = Number.NaN
  for (const { price } of variants) if (!(price >= min)) min = price
  return min
}

function discountOf({ variants }: EngineDoc): number {
  let max = 0
  for (const { price, compareAt } of variants) {
    if (compareAt !== null && compareAt > price) max = Math.max(max, (1 - price / compareAt) * 100)
  }
  // The tolerance is for binary fractions: 20% off is computed as 19.999…
  return Math.floor(max + 1e-6)
}
