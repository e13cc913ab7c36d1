import { COLOR_FAMILIES, type ColorFamily } from '../colors/color-families.ts'
import type { EngineDoc } from './engine-doc.ts'
import { fold } from '../text/analysis/fold.ts'
import { plainPartNumber } from '../text/analysis/part-number.ts'
import { type Bitset, newBitset, setBit } from './bitset.ts'
import { countNames, MAX_OPTION_NAMES, mostCommonNames } from './most-common-names.ts'
import { packStrings, sortDistinct } from './string-table.ts'
import type { TermColumn } from './term-column.ts'
import { type Folding, optionKey, valueKey } from './value-key.ts'

/**
 * Values that differ between the variants of one product.
 *
 *   starts:     0      3   4          first variant of doc 0, doc 1, …
 *   ids:       [7 8 9][4][..]         the platform's id, NaN if unknown
 *   prices:    [5 5 6][2][..]         shop currency
 *   available: [1 0 1][1][..]         one byte per variant
 *   partNumbers: two per variant      hashes of its part numbers, 0 for none
 *   pictureColors: one per variant    family of the color in its picture, 0 for unknown
 *   codes:     [2 2 5][-1][..]        one per option: the variant's value, -1 for none
 */
export interface VariantColumns {
  starts: Uint32Array
  ids: Float64Array
  prices: Float64Array
  available: Uint8Array
  partNumbers: Uint32Array
  pictureColors: Uint8Array
  options: Map<string, OptionColumn>
  someAvailable: Bitset
  someUnavailable: Bitset
}

export const OPTION_FOLDING: Folding = 'words'

export interface OptionColumn {
  codes: Int32Array
  /** Distinct values of each doc, which are counted instead of variants if no other variant filter is set. */
  byDoc: TermColumn
}

export const PART_NUMBERS = 2

/** FNV-1a; 0 only for no part number. A collision within a product only affects which variant is shown. */
export function partNumberHash(plain: string): number {
  if (plain === '') return 0
  let hash = 0x811c9dc5
  for (let i = 0; i < plain.length; i++) hash = Math.imul(hash ^ plain.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}

export function pictureColorCode(family: ColorFamily | undefined): number {
  return family === undefined ? 0 : COLOR_FAMILIES.indexOf(family) + 1
}

export function buildVariantColumns(docs: readonly EngineDoc[]): VariantColumns {
  const starts = new Uint32Array(docs.length + 1)
  for (let doc = 0; doc < docs.length; doc++) starts[doc + 1] = starts[doc] + docs[doc].variants.length
  const ids = Float64Array.from(docs.flatMap(({ variants }) => variants.map(({ id }) => id ?? Number.NaN)))
  const prices = Float64Array.from(docs.flatMap(({ variants }) => variants.map(({ price }) => price)))
  const available = new Uint8Array(starts[docs.length])
  const partNumbers = new Uint32Array(PART_NUMBERS * starts[docs.length])
  const pictureColors = new Uint8Array(starts[docs.length])
  const { keyOf, kept } = optionKeys(docs)
  const valuesByOption = new Map<string, string[]>()
  docs.forEach(({ variants }, doc) => {
    const spelling = oneSpelling()
    variants.forEach((variant, i) => {
      const at = starts[doc] + i
      available[at] = variant.available ? 1 : 0
      pictureColors[at] = pictureColorCode(variant.pictureColor)
      variant.partNumbers?.slice(0, PART_NUMBERS).forEach((number, n) => {
        partNumbers[at * PART_NUMBERS + n] = partNumberHash(plainPartNumber(fold(number)))
      })
      for (const [name, value] of Object.entries(variant.options)) {
        const key = keyOf(name)
        if (!kept.has(key)) continue
        // If a product has two options with the same meaning, the first one counts.
        optionValues(valuesByOption, key, available.length)[at] ??= spelling(key, value.toWellFormed())
      }
    })
  })
  const options = new Map([...valuesByOption].map(([name, values]) => [name, optionColumn(starts, values)]))
  return { starts, ids, prices, available, partNumbers, pictureColors, options, ...availabilitySets(starts, available) }
}

export function availabilitySets(starts: Uint32Array, available: Uint8Array) {
  const someAvailable = newBitset(starts.length - 1)
  const someUnavailable = newBitset(starts.length - 1)
  for (let doc = 0; doc < starts.length - 1; doc++) {
    for (let v = starts[doc]; v < starts[doc + 1]; v++) setBit(available[v] ? someAvailable : someUnavailable, doc)
  }
  return { someAvailable, someUnavailable }
}

function optionKeys(docs: readonly EngineDoc[]): { keyOf: (name: string) => string; kept: ReadonlySet<string> } {
  const keys = new Map<string, string>()
  const keyOf = (name: string) => {
    const known = keys.get(name) ?? optionKey(name)
    keys.set(name, known)
    return known
  }
  const counts = new Map<string, number>()
  for (const { variants } of docs)
    for (const { options } of variants) for (const name of Object.keys(options)) countNames(counts, keyOf(name))
  return { keyOf, kept: new Set(mostCommonNames(counts, MAX_OPTION_NAMES)) }
}

/** Gives each value of a product the spelling of its first occurrence in the product. */
function oneSpelling(): (option: string, value: string) => string {
  const first = new Map<string, string>()
  return (option, value) => {
    const key = `${option}\0${valueKey(value, OPTION_FOLDING)}`
    const known = first.get(key)
    if (known === undefined) first.set(key, value)
    return known ?? value
  }
}

function optionValues(all: Map<string, string[]>, name: string, variantCount: number): string[] {
  const known = all.get(name)
  if (known) return known
  const values = new Array<string>(variantCount)
  all.set(name, values)
  return values
}

function optionColumn(starts: Uint32Array, values: readonly (string | undefined)[]): OptionColumn {
  const known: string[] = []
  for (const value of values) if (value !== undefined) known.push(value)
  const { sorted, place } = sortDistinct(known, OPTION_FOLDING)
  const codes = new Int32Array(values.length).fill(-1)
  for (let v = 0; v < values.length; v++) {
    const value = values[v]
    if (value !== undefined) codes[v] = place.get(value)!
  }
  return { codes, byDoc: { folding: OPTION_FOLDING, values: packStrings(sorted), ...distinctByDoc(starts, codes) } }
}

export function distinctByDoc(variantStarts: Uint32Array, codes: Int32Array) {
  const docCount = variantStarts.length - 1
  const starts = new Uint32Array(docCount + 1)
  const distinct: number[] = []
  for (let doc = 0; doc < docCount; doc++) {
    const first = distinct.length
    for (let v = variantStarts[doc]; v < variantStarts[doc + 1]; v++) {
      if (codes[v] >= 0 && !includesFrom(distinct, first, codes[v])) distinct.push(codes[v])
    }
    starts[doc + 1] = distinct.length
  }
  return { starts, codes: Uint32Array.from(distinct) }
}

function includesFrom(list: readonly number[], first: number, wanted: number): boolean {
  for (let i = first; i < list.length; i++) if (list[i] === wanted) return true
  return false
}
