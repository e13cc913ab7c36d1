import { packStrings, sortDistinct, type StringTable } from './string-table.ts'
import { type Folding, valueKey } from './value-key.ts'

/**
 * The values of one attribute for every doc of a segment.
 *
 *   starts:  0    2  3        one slot per doc, plus one
 *   codes:  [7 9][4][..]      indices into `values` of doc 0, doc 1, …
 *
 * Invariants: a doc lists a value once, in one spelling; `values` is in the order of its folding, so codes sort like their
 * strings, and spellings of one value are adjacent.
 */
export interface TermColumn {
  folding: Folding
  values: StringTable
  starts: Uint32Array
  codes: Uint32Array
}

/** If `valuesOf(doc)` repeats a value, the first occurrence counts. */
export function buildTermColumn(
  docCount: number,
  folding: Folding,
  valuesOf: (doc: number) => readonly string[],
): TermColumn {
  const perDoc: string[][] = []
  let total = 0
  const seen = new Set<string>()
  for (let doc = 0; doc < docCount; doc++) {
    const distinct = distinctWellFormed(valuesOf(doc), folding)
    perDoc.push(distinct)
    total += distinct.length
    for (const value of distinct) seen.add(value)
  }
  const { sorted, place } = sortDistinct(seen, folding)
  const starts = new Uint32Array(docCount + 1)
  const codes = new Uint32Array(total)
  let n = 0
  for (let doc = 0; doc < docCount; doc++) {
    for (const value of perDoc[doc]) codes[n++] = place.get(value)!
    starts[doc + 1] = n
  }
  return { folding, values: packStrings(sorted), starts, codes }
}

function distinctWellFormed(values: readonly string[], folding: Folding): string[] {
  if (values.length === 0) return []
  if (values.length === 1) return [values[0].toWellFormed()]
  const byKey = new Map<string, string>()
  for (const value of values) {
    const written = value.toWellFormed()
    const key = valueKey(written, folding)
    if (!byKey.has(key)) byKey.set(key, written)
  }
  return [...byKey.values()]
}

/** `wanted` is indexed by code. */
export function hasCode({ starts, codes }: TermColumn, doc: number, wanted: Uint8Array): boolean {
  for (let at = starts[doc]; at < starts[doc + 1]; at++) if (wanted[codes[at]] === 1) return true
  return false
}

export interface DocsByCode {
  readonly starts: Uint32Array
  readonly docs: Uint32Array
}

export function docsByCode({ values, starts, codes }: TermColumn): DocsByCode {
  const ends = new Uint32Array(values.offsets.length)
  for (let at = 0; at < codes.length; at++) ends[codes[at] + 1]++
  for (let code = 1; code < ends.length; code++) ends[code] += ends[code - 1]
  const own = { starts: ends.slice(), docs: new Uint32Array(codes.length) }
  for (let doc = 0; doc + 1 < starts.length; doc++)
    for (let at = starts[doc]; at < starts[doc + 1]; at++) own.docs[ends[codes[at]]++] = doc
  return own
}
