/** Sorts titles as shoppers see them, translated where possible. */
import type { ColumnSegment } from '../columns/column-segment.ts'
import { compareNatural } from '../columns/natural-order.ts'
import { stringAt } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { Memo } from '../text/memo.ts'

export interface TitleOrder {
  /** Docs by ascending title; product ids break ties. */
  order: Uint32Array
  rank: Uint32Array
  titleOf: (doc: number) => string
}

/** `names` are attributes with translated titles, the best first. Built lazily and cached with the segment. */
export function shownTitles(columns: ColumnSegment, memo: Memo, names: readonly string[]): TitleOrder {
  const present = names.filter((name) => columns.terms.has(name))
  return memo.of(JSON.stringify(['title order', present]), () => titleOrder(columns, present))
}

function titleOrder(columns: ColumnSegment, names: readonly string[]): TitleOrder {
  const { orders, titleRank, titles, ids } = columns
  if (names.length === 0) return { order: orders.title, rank: titleRank, titleOf: (doc) => stringAt(titles, doc) }
  const sources = names.map((name) => columns.terms.get(name) as TermColumn)
  const sourceOf = Uint8Array.from(ids, (_, doc) => firstWithValue(sources, doc))
  const titleOf = (doc: number) => {
    const source = sources[sourceOf[doc]]
    return source ? stringAt(source.values, source.codes[source.starts[doc]]) : stringAt(titles, doc)
  }
  // Codes of one column are in the order of its titles, so text is compared only across columns.
  const codeOf = (doc: number) => {
    const source = sources[sourceOf[doc]]
    return source ? source.codes[source.starts[doc]] : titleRank[doc]
  }
  const compare = (a: number, b: number) =>
    sourceOf[a] === sourceOf[b] ? codeOf(a) - codeOf(b) : compareNatural(titleOf(a), titleOf(b))
  const order = Uint32Array.from(ids.keys()).sort((a, b) => compare(a, b) || ids[a] - ids[b])
  const rank = new Uint32Array(order.length)
  order.forEach((doc, i) => {
    rank[doc] = i > 0 && compare(order[i - 1], doc) === 0 ? rank[order[i - 1]] : i
  })
  return { order, rank, titleOf }
}

function firstWithValue(sources: readonly TermColumn[], doc: number): number {
  const found = sources.findIndex(({ starts }) => starts[doc] < starts[doc + 1])
  return found < 0 ? sources.length : found
}
