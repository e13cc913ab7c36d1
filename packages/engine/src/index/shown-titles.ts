/**
 * The order of titles as a shopper sees them: translated where there is a translation, else as they are. Translations are
 * attributes like any other, so their values lie sorted already; what is left is to merge sorted lists.
 */
import type { ColumnSegment } from '../columns/column-segment.ts'
import { compareNatural } from '../columns/natural-order.ts'
import { stringAt } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { SegmentCache } from './segment-cache.ts'

export interface TitleOrder {
  /** Docs by rising title, equals in the order of product numbers. */
  order: Uint32Array
  /** Rank of each doc: equal for equal titles, and rising with them. */
  rank: Uint32Array
  titleOf: (doc: number) => string
}

/** `names`: the attributes that hold translated titles, the best first. Made when first asked for, and kept with the segment. */
export function shownTitles(
  columns: ColumnSegment,
  cache: Pick<SegmentCache, 'titleOrders'>,
  names: readonly string[],
): TitleOrder {
  const present = names.filter((name) => columns.terms.has(name))
  const key = JSON.stringify(present)
  const known = cache.titleOrders.get(key)
  if (known) return known
  const order = mergeTitles(columns, present)
  cache.titleOrders.set(key, order)
  return order
}

function mergeTitles(columns: ColumnSegment, names: readonly string[]): TitleOrder {
  const { orders, titleRank, titles, ids } = columns
  if (names.length === 0) return { order: orders.title, rank: titleRank, titleOf: (doc) => stringAt(titles, doc) }
  const sources = names.map((name) => columns.terms.get(name) as TermColumn)
  const sourceOf = Uint8Array.from(ids, (_, doc) => firstWithValue(sources, doc))
  const titleOf = (doc: number) => {
    const source = sources[sourceOf[doc]]
    return source ? stringAt(source.values, source.codes[source.starts[doc]]) : stringAt(titles, doc)
  }
  const beforeOf = (doc: number) => {
    const title = titleOf(doc)
    return (other: number) => (compareNatural(titleOf(other), title) || ids[other] - ids[doc]) < 0
  }
  const codeOf = (doc: number) => {
    const source = sources[sourceOf[doc]]
    return source ? source.codes[source.starts[doc]] : titleRank[doc]
  }
  const isSame = (a: number, b: number) =>
    sourceOf[a] === sourceOf[b] ? codeOf(a) === codeOf(b) : titleOf(a) === titleOf(b)
  const lists = sources.map((source, s) => sortedByCode(columns, source, (doc) => sourceOf[doc] === s))
  const untranslated = orders.title.filter((doc) => sourceOf[doc] === sources.length)
  const order = [...lists, untranslated].reduce((merged, list) => mergeSorted(merged, list, beforeOf))
  return { order, rank: ranksOf(order, isSame), titleOf }
}

function firstWithValue(sources: readonly TermColumn[], doc: number): number {
  const found = sources.findIndex(({ starts }) => starts[doc] < starts[doc + 1])
  return found < 0 ? sources.length : found
}

/** Codes are numbered in the order of their strings: docs are counted out into their places, in the order of product numbers. */
function sortedByCode(
  { byId }: ColumnSegment,
  { values, starts, codes }: TermColumn,
  isIn: (doc: number) => boolean,
): Uint32Array {
  const docs = byId.filter(isIn)
  const places = new Uint32Array(values.offsets.length)
  for (const doc of docs) places[codes[starts[doc]] + 1]++
  for (let i = 1; i < places.length; i++) places[i] += places[i - 1]
  const sorted = new Uint32Array(docs.length)
  for (const doc of docs) sorted[places[codes[starts[doc]]]++] = doc
  return sorted
}

/** Merges two sorted lists. Each doc of the shorter looks for its place in the longer: most catalogs are translated wholly or not at all. */
function mergeSorted(
  a: Uint32Array,
  b: Uint32Array,
  beforeOf: (doc: number) => (other: number) => boolean,
): Uint32Array {
  const [few, many] = a.length < b.length ? [a, b] : [b, a]
  const merged = new Uint32Array(few.length + many.length)
  let taken = 0
  few.forEach((doc, i) => {
    const place = placeAfter(many, taken, beforeOf(doc))
    merged.set(many.subarray(taken, place), taken + i)
    merged[place + i] = doc
    taken = place
  })
  merged.set(many.subarray(taken), taken + few.length)
  return merged
}

/** The first place from `from` on whose doc is not before; in growing steps, then by halving. */
function placeAfter(docs: Uint32Array, from: number, isBefore: (doc: number) => boolean): number {
  let low = from
  let step = 1
  while (low + step <= docs.length && isBefore(docs[low + step - 1])) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, docs.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(docs[middle])) low = middle + 1
    else high = middle
  }
  return low
}

function ranksOf(order: Uint32Array, isSame: (a: number, b: number) => boolean): Uint32Array {
  const rank = new Uint32Array(order.length)
  order.forEach((doc, i) => {
    rank[doc] = i > 0 && isSame(order[i - 1], doc) ? rank[order[i - 1]] : i
  })
  return rank
}
