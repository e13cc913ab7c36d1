import { compareNatural } from './natural-order.ts'

/**
 * Many strings in two arrays, decoded one at a time: cheap to keep, to send to another thread and to write to disk.
 *
 *   offsets:  0    3      8        one more than there are strings
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

/** Where `wanted` is in a table in natural order, or -1. */
export function findString(table: StringTable, wanted: string): number {
  let low = 0
  let high = tableSize(table) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const order = compareNatural(stringAt(table, middle), wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/**
 * Distinct strings in natural order, and where each went. Lone surrogates become U+FFFD as UTF-8 demands, before sorting,
 * so that what is written can be found again.
 */
export function sortDistinct(strings: Iterable<string>): { sorted: string[]; place: Map<string, number> } {
  const sorted = [...new Set(strings)].sort(compareNatural)
  const place = new Map<string, number>()
  for (let i = 0; i < sorted.length; i++) place.set(sorted[i], i)
  return { sorted, place }
}
