import { compareNatural } from './natural-order.ts'
import type { Folding } from './value-key.ts'
import { compareKeys, compareValues, type OrderedValue, orderedValue } from './value-order.ts'

/**
 * Many strings in two arrays, which are cheap to store and to pass to another thread. Strings are decoded one at a
 * time.
 *
 *   offsets:  0    3      8        one per string, plus one
 *   bytes:   [red][green][…]       UTF-8
 */
export interface StringTable {
  bytes: Uint8Array
  offsets: Uint32Array
}

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

export function packStrings(strings: readonly string[]): StringTable {
  const offsets = new Uint32Array(strings.length + 1)
  let bytes = new Uint8Array(Math.max(16, strings.length * 16))
  let end = 0
  for (let i = 0; i < strings.length; i++) {
    const room = strings[i].length * 3
    if (end + room > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, end + room))
      larger.set(bytes)
      bytes = larger
    }
    end += ENCODER.encodeInto(strings[i], bytes.subarray(end)).written
    offsets[i + 1] = end
  }
  return { bytes: bytes.slice(0, end), offsets }
}

export function tableSize(table: StringTable): number {
  return table.offsets.length - 1
}

export function stringAt(table: StringTable, i: number): string {
  return DECODER.decode(table.bytes.subarray(table.offsets[i], table.offsets[i + 1]))
}

/** Returns the string's index in a table in natural order; -1 if absent. */
export function findString(table: StringTable, wanted: string): number {
  const place = lowerBound(table, (value) => compareNatural(value, wanted) < 0)
  return place < tableSize(table) && stringAt(table, place) === wanted ? place : -1
}

/** Returns the indices of all spellings of a value, `end` exclusive, in a table sorted by `folding`. */
export function findSpellings(table: StringTable, value: string, folding: Folding): { first: number; end: number } {
  if (folding === 'exact') {
    const first = findString(table, value)
    return first < 0 ? { first: 0, end: 0 } : { first, end: first + 1 }
  }
  const wanted = orderedValue(value, folding)
  const order = (one: string) => compareKeys(orderedValue(one, folding), wanted)
  const first = lowerBound(table, (one) => order(one) < 0)
  let end = first
  while (end < tableSize(table) && order(stringAt(table, end)) === 0) end++
  return { first, end }
}

function lowerBound(table: StringTable, isBefore: (value: string) => boolean): number {
  let low = 0
  let high = tableSize(table)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(stringAt(table, middle))) low = middle + 1
    else high = middle
  }
  return low
}

/** Spellings of one value become adjacent. Strings must be well-formed: UTF-8 cannot encode lone surrogates. */
export function sortDistinct(
  strings: Iterable<string>,
  folding: Folding = 'exact',
): { sorted: string[]; place: Map<string, number> } {
  const distinct = [...new Set(strings)]
  const sorted = folding === 'exact' ? distinct.sort(compareNatural) : sortFolded(distinct, folding)
  const place = new Map<string, number>()
  for (let i = 0; i < sorted.length; i++) place.set(sorted[i], i)
  return { sorted, place }
}

function sortFolded(distinct: readonly string[], folding: Folding): string[] {
  const ordered: OrderedValue[] = distinct.map((value) => orderedValue(value, folding))
  return ordered.sort(compareValues).map(({ value }) => value)
}
