/**
 * Chooses the variant of a hit to show, among those that satisfy all of the shopper's selections: the one whose part
 * number was searched for, else the one with the most of the query's words in its option values; without a query, an
 * available one. On a tie, the first in the product's own order.
 */
import { stringAt } from '../columns/string-table.ts'
import { type OptionColumn, PART_NUMBERS, partNumberHash } from '../columns/variant-columns.ts'
import { type FilterSets, rangeTest } from '../facets/filter-sets.ts'
import { combinationAt } from '../facets/variant-filter.ts'
import { plainPartNumber } from '../text/analysis/part-number.ts'
import type { SearchRequest } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** Higher than any count of query words. */
const IS_PART_NUMBER = 1000

export interface VariantQuery extends Pick<SearchRequest, 'selections' | 'prices'> {
  index: ShopIndex
  /** Texts that may be a part number: the whole query and each of its words. */
  partNumbers: readonly string[]
  /** By query term: the forms that match it. */
  forms: readonly ReadonlySet<string>[]
}

export class MatchedVariant {
  readonly #query: VariantQuery
  readonly #filters: readonly FilterSets[]
  readonly #priceTests: readonly ((price: number) => boolean)[]
  /** Query terms that an option value contains, one bit per term; keyed by option and value code. */
  readonly #termsOf = new Map<OptionColumn, Map<number, number>>()
  /** Hashes. */
  readonly #partNumbers: ReadonlySet<number>
  readonly #forms: readonly ReadonlySet<string>[]

  constructor(query: VariantQuery, filters: readonly FilterSets[]) {
    const { selections, prices } = query
    this.#query = query
    this.#filters = filters
    this.#priceTests = selections
      .filter(({ field }) => field.kind === 'number' && field.name === 'price')
      .map((selection) => rangeTest(selection, prices))
    this.#partNumbers = new Set(query.partNumbers.map(plainPartNumber).filter(isLongEnough).map(partNumberHash))
    this.#forms = query.forms
  }

  /** The platform's id of the variant; null if no variant passes or its id is unknown. */
  of(view: number, doc: number): number | null {
    const { variants } = this.#query.index.views[view].segment.columns
    const { variantFilters } = this.#filters[view]
    const options = this.#forms.length === 0 ? [] : [...variants.options.values()]
    let best = -1
    let max = -1
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
      if (combinationAt(variantFilters, v) < 0 || !this.#priceTests.every((test) => test(variants.prices[v]))) continue
      const found = this.#matchStrength(view, options, v)
      if (found <= max) continue
      max = found
      best = v
    }
    const id = best < 0 ? Number.NaN : variants.ids[best]
    return Number.isNaN(id) ? null : id
  }

  #matchStrength(view: number, options: readonly OptionColumn[], variant: number): number {
    const { available, partNumbers } = this.#query.index.views[view].segment.columns.variants
    for (let i = 0; i < PART_NUMBERS; i++) {
      const number = partNumbers[variant * PART_NUMBERS + i]
      if (number !== 0 && this.#partNumbers.has(number)) return IS_PART_NUMBER
    }
    return this.#forms.length === 0 ? available[variant] : this.#termCount(view, options, variant)
  }

  #termCount(view: number, options: readonly OptionColumn[], variant: number): number {
    let bits = 0
    for (const option of options)
      if (option.codes[variant] >= 0) bits |= this.#termsIn(view, option, option.codes[variant])
    let count = 0
    for (; bits !== 0; bits &= bits - 1) count++
    return count
  }

  #termsIn(view: number, option: OptionColumn, code: number): number {
    let known = this.#termsOf.get(option)
    if (!known) {
      known = new Map()
      this.#termsOf.set(option, known)
    }
    let bits = known.get(code)
    if (bits === undefined) {
      bits = this.#bitsOf(this.#wordsOf(view, option, code))
      known.set(code, bits)
    }
    return bits
  }

  #bitsOf(words: readonly string[]): number {
    let bits = 0
    this.#forms.forEach((forms, term) => {
      if (words.some((word) => forms.has(word))) bits |= 1 << term
    })
    return bits
  }

  /** Cached with the segment, because queries meet the same values repeatedly. */
  #wordsOf(view: number, option: OptionColumn, code: number): readonly string[] {
    const { views, text } = this.#query.index
    const known = views[view].memo.of('option words', () => new Map<OptionColumn, (readonly string[])[]>())
    const words = known.get(option) ?? []
    known.set(option, words)
    words[code] ??= text.analyzer
      .units(stringAt(option.byDoc.values, code))
      .flatMap(({ parts, joined }) => (joined === null ? parts : [...parts, joined]))
    return words[code]
  }
}

/** Shorter strings of letters and digits occur in too many products. */
const MIN_PART_NUMBER = 3

function isLongEnough(number: string): boolean {
  return number.length >= MIN_PART_NUMBER
}
