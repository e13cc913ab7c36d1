/**
 * Chooses the variant that a hit shows, among those that satisfy all selections: the one with the part number in the
 * query, otherwise the one with the most query words in its options. Without a query, an available one. The product's
 * own order breaks ties.
 */
import { stringAt } from '../columns/string-table.ts'
import { type OptionColumn, PART_NUMBERS, partNumberHash } from '../columns/variant-columns.ts'
import { type FilterSets, rangeTest } from '../facets/filter-sets.ts'
import { combinationAt } from '../facets/variant-filter.ts'
import { plainPartNumber } from '../text/analysis/part-number.ts'
import type { SearchRequest } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** Must exceed any count of query words. */
const IS_PART_NUMBER = 1000

export interface VariantQuery extends Pick<SearchRequest, 'selections' | 'prices'> {
  index: ShopIndex
  /** Possible part numbers: the whole query and each of its words. */
  partNumbers: readonly string[]
  forms: readonly ReadonlySet<string>[]
}

/** Returns the platform's id of the variant; null if no variant passes or the id is unknown. */
export type VariantFinder = (view: number, doc: number) => number | null

export function variantFinder(query: VariantQuery, filters: readonly FilterSets[]): VariantFinder {
  const { index, selections, prices, forms } = query
  const priceTests = selections
    .filter(({ field }) => field.kind === 'number' && field.name === 'price')
    .map((selection) => rangeTest(selection, prices))
  const numbers = query.partNumbers.map(plainPartNumber).filter(({ length }) => length >= MIN_PART_NUMBER)
  const hashes = new Set(numbers.map(partNumberHash))
  const termsIn = termReader(query)
  const strengthOf = (view: number, options: readonly OptionColumn[], variant: number): number => {
    const { available, partNumbers } = index.views[view].segment.columns.variants
    const own = partNumbers.subarray(variant * PART_NUMBERS, (variant + 1) * PART_NUMBERS)
    if (own.some((number) => number !== 0 && hashes.has(number))) return IS_PART_NUMBER
    if (forms.length === 0) return available[variant]
    const bits = options.reduce((all, option) => all | termsIn(view, option, option.codes[variant]), 0)
    return bitCount(bits)
  }
  return (view, doc) => {
    const { variants } = index.views[view].segment.columns
    const { variantFilters } = filters[view]
    const options = forms.length === 0 ? [] : [...variants.options.values()]
    let [best, max] = [-1, -1]
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
      if (combinationAt(variantFilters, v) < 0 || !priceTests.every((test) => test(variants.prices[v]))) continue
      const strength = strengthOf(view, options, v)
      if (strength > max) [best, max] = [v, strength]
    }
    const id = best < 0 ? Number.NaN : variants.ids[best]
    return Number.isNaN(id) ? null : id
  }
}

/** Returns a reader of the query terms that an option's value contains, one bit per term. */
function termReader({ index: { views, text }, forms }: VariantQuery) {
  const known = new Map<OptionColumn, number[]>()
  return (view: number, option: OptionColumn, code: number): number => {
    if (code < 0) return 0
    const bits = known.get(option) ?? []
    known.set(option, bits)
    bits[code] ??= forms.reduce(
      (all, words, term) => (wordsOf(view, option, code).some((word) => words.has(word)) ? all | (1 << term) : all),
      0,
    )
    return bits[code]
  }

  /** Cached with the segment, because queries read the same values repeatedly. */
  function wordsOf(view: number, option: OptionColumn, code: number): readonly string[] {
    const known = views[view].memo.of('option words', () => new Map<OptionColumn, (readonly string[])[]>())
    const words = known.get(option) ?? []
    known.set(option, words)
    words[code] ??= text.analyzer
      .units(stringAt(option.byDoc.values, code))
      .flatMap(({ parts, joined }) => (joined === null ? parts : [...parts, joined]))
    return words[code]
  }
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Shorter strings occur in too many part numbers. */
const MIN_PART_NUMBER = 3
