/** Merges segments into one, without dead docs: dictionaries are united and codes renumbered. */
import { type Bitset, listBits } from './bitset.ts'
import { type ColumnSegment, orderById, rankTitles, UNPLACED, withOrders } from './column-segment.ts'
import { countNames, isOpenEnded, MAX_OPTION_NAMES, MAX_TERM_NAMES, mostCommonNames } from './most-common-names.ts'
import { packStrings, sortDistinct, stringAt, type StringTable, tableSize } from './string-table.ts'
import type { TermColumn } from './term-column.ts'
import { type Folding, foldingOf } from './value-key.ts'
import {
  availabilitySets,
  distinctByDoc,
  OPTION_FOLDING,
  type OptionColumn,
  PART_NUMBERS,
  type VariantColumns,
} from './variant-columns.ts'

export interface MergePart {
  columns: ColumnSegment
  liveDocs: Bitset
}

interface Source {
  columns: ColumnSegment
  docs: Uint32Array
}

export function mergeColumnSegments(parts: readonly MergePart[]): ColumnSegment {
  const sources = parts.map(({ columns, liveDocs }) => ({ columns, docs: listBits(liveDocs) }))
  const docCount = sources.reduce((sum, { docs }) => sum + docs.length, 0)
  const ids = pick(sources, new Float64Array(docCount), (columns) => columns.ids)
  const titles = packStrings(
    sources.flatMap(({ columns, docs }) => Array.from(docs, (doc) => stringAt(columns.titles, doc))),
  )
  const terms = mergeTerms(sources, docCount)
  return withOrders({
    docCount,
    ids,
    byId: orderById(ids),
    terms,
    collectionPlaces: mergePlaces(sources, terms.get('collection')),
    variants: mergeVariants(sources, docCount),
    minPrice: pick(sources, new Float64Array(docCount), (columns) => columns.minPrice),
    discount: pick(sources, new Float32Array(docCount), (columns) => columns.discount),
    rating: pick(sources, new Float32Array(docCount), (columns) => columns.rating),
    createdMs: pick(sources, new Float64Array(docCount), (columns) => columns.createdMs),
    visibleFromMs: pick(sources, new Float64Array(docCount), (columns) => columns.visibleFromMs),
    popularity: pick(sources, new Float32Array(docCount), (columns) => columns.popularity),
    titles,
    titleRank: rankTitles(titles, docCount),
  })
}

type Floats = Float64Array | Float32Array

function pick<T extends Floats>(sources: readonly Source[], out: T, read: (columns: ColumnSegment) => Floats): T {
  let n = 0
  for (const { columns, docs } of sources) {
    const from = read(columns)
    for (const doc of docs) out[n++] = from[doc]
  }
  return out
}

function mergeTerms(sources: readonly Source[], docCount: number): Map<string, TermColumn> {
  const fixed = new Set<string>()
  const openEnded = new Map<string, number>()
  for (const { columns } of sources)
    for (const [name, { codes }] of columns.terms)
      isOpenEnded(name) ? countNames(openEnded, name, codes.length) : fixed.add(name)
  const names = [...fixed, ...mostCommonNames(openEnded, MAX_TERM_NAMES)]
  const merged = new Map<string, TermColumn>()
  for (const name of names) {
    const column = mergeTermColumn(
      sources.map(({ columns, docs }) => ({ column: columns.terms.get(name), docs })),
      docCount,
      foldingOf(name),
    )
    if (tableSize(column.values) > 0) merged.set(name, column)
  }
  return merged
}

function mergeTermColumn(
  parts: readonly { column: TermColumn | undefined; docs: Uint32Array }[],
  docCount: number,
  folding: Folding,
): TermColumn {
  const used = parts.map(({ column, docs }) => column && usedCodes(column, docs))
  const { values, renumber } = uniteValues(used, folding)
  const starts = new Uint32Array(docCount + 1)
  let total = 0
  for (const { column, docs } of parts) {
    if (column) for (const doc of docs) total += column.starts[doc + 1] - column.starts[doc]
  }
  const codes = new Uint32Array(total)
  let n = 0
  let out = 0
  parts.forEach(({ column, docs }, p) => {
    for (const doc of docs) {
      if (column)
        for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) codes[n++] = renumber[p][column.codes[j]]
      starts[++out] = n
    }
  })
  return { folding, values, starts, codes }
}

interface UsedValues {
  values: StringTable
  used: Uint8Array
}

/** Omits values that only dead docs had. */
function usedCodes(column: TermColumn, docs: Uint32Array): UsedValues {
  const used = new Uint8Array(tableSize(column.values))
  for (const doc of docs) for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) used[column.codes[j]] = 1
  return { values: column.values, used }
}

function uniteValues(
  parts: readonly (UsedValues | undefined)[],
  folding: Folding,
): { values: StringTable; renumber: Uint32Array[] } {
  const decoded = parts.map((part) => {
    if (!part) return []
    return Array.from({ length: part.used.length }, (_, i) => (part.used[i] ? stringAt(part.values, i) : undefined))
  })
  const { sorted, place } = sortDistinct(
    decoded.flat().filter((value) => value !== undefined),
    folding,
  )
  const renumber = decoded.map((values) =>
    Uint32Array.from(values, (value) => (value === undefined ? 0 : place.get(value)!)),
  )
  return { values: packStrings(sorted), renumber }
}

function mergePlaces(sources: readonly Source[], merged: TermColumn | undefined): Uint32Array {
  const places = new Uint32Array(merged?.codes.length ?? 0).fill(UNPLACED)
  let n = 0
  for (const { columns, docs } of sources) {
    const column = columns.terms.get('collection')
    if (!column) continue
    for (const doc of docs) {
      for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) places[n++] = columns.collectionPlaces[j]
    }
  }
  return places
}

function mergeVariants(sources: readonly Source[], docCount: number): VariantColumns {
  const starts = new Uint32Array(docCount + 1)
  let out = 0
  for (const { columns, docs } of sources) {
    const from = columns.variants.starts
    for (const doc of docs) starts[++out] = starts[out - 1] + from[doc + 1] - from[doc]
  }
  const ids = new Float64Array(starts[docCount])
  const prices = new Float64Array(starts[docCount])
  const available = new Uint8Array(starts[docCount])
  const partNumbers = new Uint32Array(PART_NUMBERS * starts[docCount])
  const pictureColors = new Uint8Array(starts[docCount])
  let n = 0
  for (const { columns, docs } of sources) {
    eachVariant(columns.variants.starts, docs, (v) => {
      ids[n] = columns.variants.ids[v]
      prices[n] = columns.variants.prices[v]
      pictureColors[n] = columns.variants.pictureColors[v]
      for (let i = 0; i < PART_NUMBERS; i++)
        partNumbers[n * PART_NUMBERS + i] = columns.variants.partNumbers[v * PART_NUMBERS + i]
      available[n++] = columns.variants.available[v]
    })
  }
  return {
    starts,
    ids,
    prices,
    available,
    partNumbers,
    pictureColors,
    options: mergeOptions(sources, starts),
    ...availabilitySets(starts, available),
  }
}

function mergeOptions(sources: readonly Source[], starts: Uint32Array): Map<string, OptionColumn> {
  const counts = new Map<string, number>()
  for (const { columns } of sources)
    for (const [name, { byDoc }] of columns.variants.options) countNames(counts, name, byDoc.codes.length)
  const names = mostCommonNames(counts, MAX_OPTION_NAMES)
  const merged = new Map<string, OptionColumn>()
  for (const name of names) {
    const column = mergeOption(sources, name, starts)
    if (tableSize(column.byDoc.values) > 0) merged.set(name, column)
  }
  return merged
}

function mergeOption(sources: readonly Source[], name: string, starts: Uint32Array): OptionColumn {
  const options = sources.map(({ columns }) => columns.variants.options.get(name))
  const { values, renumber } = uniteValues(
    options.map((option, s) => option && usedCodes(option.byDoc, sources[s].docs)),
    OPTION_FOLDING,
  )
  const codes = new Int32Array(starts[starts.length - 1]).fill(-1)
  let n = 0
  sources.forEach(({ columns, docs }, s) => {
    const from = options[s]?.codes
    eachVariant(columns.variants.starts, docs, (v) => {
      if (from && from[v] >= 0) codes[n] = renumber[s][from[v]]
      n++
    })
  })
  return { codes, byDoc: { folding: OPTION_FOLDING, values, ...distinctByDoc(starts, codes) } }
}

function eachVariant(starts: Uint32Array, docs: Uint32Array, visit: (variant: number) => void): void {
  for (const doc of docs) for (let v = starts[doc]; v < starts[doc + 1]; v++) visit(v)
}
