import type { VariantColumns } from '../columns/variant-columns.ts'
import { countOne, type ValueCounts } from './value-counts.ts'
import { combinationAt, combinationsOf, type VariantFilter, withoutSoldOut } from './variant-filter.ts'

export interface VariantCountInput {
  variants: VariantColumns
  docs: Uint32Array
  codes: Int32Array | Uint8Array
  /** Filters of all other facets. */
  filters: readonly VariantFilter[]
  numbering: Uint32Array | null
  /** Counts a value only if no variant with the value is in stock. */
  soldOutOnly?: boolean
}

/** Counts a value once per product, if a variant with the value passes the other facets' filters. */
export function countProductsByVariantValue(into: ValueCounts, count: VariantCountInput): void {
  const needed = combinationsOf(count.filters)
  const others = withoutSoldOut(count.filters)
  if (others) countCovering(into, { ...count, filters: others, soldOutOnly: true }, needed)
  else if (needed === 1) countOnOneVariant(into, count)
  else countCovering(into, count, needed)
}

function countOnOneVariant(into: ValueCounts, { variants, docs, codes, filters, numbering }: VariantCountInput): void {
  const met: number[] = []
  for (const doc of docs) {
    met.length = 0
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
      const code = codes[v]
      if (code < 0 || combinationAt(filters, v) < 0 || met.includes(code)) continue
      met.push(code)
      countOne(into, numbering === null ? code : numbering[code])
    }
  }
}

/** Counts products for filters that require several values ("and"): variants must cover every selected combination. */
function countCovering(into: ValueCounts, count: VariantCountInput, needed: number): void {
  const { docs, numbering } = count
  for (const doc of docs) {
    const { covered, inStock } = coveredBy(count, doc)
    for (const [code, combinations] of covered) {
      const counts = combinations.size === needed && !inStock.has(code)
      if (counts) countOne(into, numbering === null ? code : numbering[code])
    }
  }
}

/** Returns the covered combinations by value, and for `soldOutOnly` the values in stock. */
function coveredBy({ variants, codes, filters, soldOutOnly }: VariantCountInput, doc: number) {
  const inStock = new Set<number>()
  const covered = new Map<number, Set<number>>()
  for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
    const combination = codes[v] < 0 ? -1 : combinationAt(filters, v)
    if (combination < 0) continue
    if (soldOutOnly && variants.available[v] === 1) inStock.add(codes[v])
    const known = covered.get(codes[v])
    if (known) known.add(combination)
    else covered.set(codes[v], new Set([combination]))
  }
  return { covered, inStock }
}
