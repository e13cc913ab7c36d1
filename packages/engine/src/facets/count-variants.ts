import type { VariantColumns } from '../columns/variant-columns.ts'
import { countOne, type ValueCounts } from './value-counts.ts'
import { combinationAt, combinationsOf, type VariantFilter } from './variant-filter.ts'

export interface VariantCount {
  variants: VariantColumns
  docs: Uint32Array
  /** The facet's value on each variant. */
  codes: Int32Array | Uint8Array
  /** Filters of the other facets. */
  filters: readonly VariantFilter[]
  numbering: Uint32Array | null
}

/** Counts a value once per product that has it on a variant which passes the other facets' filters. */
export function countVariants(into: ValueCounts, count: VariantCount): void {
  const needed = combinationsOf(count.filters)
  if (needed === 1) countOnOneVariant(into, count)
  else countCovering(into, count, needed)
}

function countOnOneVariant(into: ValueCounts, { variants, docs, codes, filters, numbering }: VariantCount): void {
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

/** With "and" over several values elsewhere, a value counts when its variants cover every picked combination. */
function countCovering(into: ValueCounts, count: VariantCount, needed: number): void {
  const { docs, numbering } = count
  for (const doc of docs) {
    for (const [code, combinations] of coveredCombinations(count, doc)) {
      if (combinations.size === needed) countOne(into, numbering === null ? code : numbering[code])
    }
  }
}

/** By value: the combinations that variants with it are in. */
function coveredCombinations({ variants, codes, filters }: VariantCount, doc: number): Map<number, Set<number>> {
  const covered = new Map<number, Set<number>>()
  for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
    const combination = codes[v] < 0 ? -1 : combinationAt(filters, v)
    if (combination < 0) continue
    const known = covered.get(codes[v])
    if (known) known.add(combination)
    else covered.set(codes[v], new Set([combination]))
  }
  return covered
}
