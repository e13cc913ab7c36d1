import type { Bitset } from '../columns/bitset.ts'
import { hasBit } from '../columns/bitset.ts'
import { findSpellings, stringAt, tableSize, type StringTable } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { type Folding, valueKey } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import { commonSpelling } from './common-spelling.ts'

/**
 * One numbering for the values that several segments know under different codes, spellings of one value under one number. Values
 * of the largest dictionary come first; those that only other segments have come after it. Numbers below `baseSize` are in the
 * order of values.
 */
export interface ValueUnion {
  size: number
  baseSize: number
  /** Per segment: code → number. null: codes are numbers. undefined: the segment lacks the attribute. */
  numbering: readonly (Uint32Array | null | undefined)[]
  /** In its most common spelling. */
  valueAt: (number: number) => string
  /** However it is spelled; -1: none. */
  find: (value: string) => number
  compare: (a: number, b: number) => number
  folding: Folding
}

/** A segment's column, the docs that are there, and what is kept about its dictionary. */
export interface UnitedColumn {
  column: TermColumn
  liveDocs: Bitset
  known: DictionaryCache
}

/** Keyed by dictionary; looked up once while the segments stay. */
export type DictionaryCache = Map<StringTable, KnownDictionary>

export interface KnownDictionary {
  /** Code → number of its value; null: every value has one spelling. */
  groups?: { groupOf: Uint32Array; firstOf: Uint32Array } | null
  /** Positions of the values in the largest dictionary (-1: missing), and 1 where both spell a value alike. */
  inBase?: { base: StringTable; places: Int32Array; alike: Uint8Array }
  /** Docs by code. */
  docCounts?: { liveDocs: Bitset; counts: Uint32Array }
}

export function uniteColumns(columns: readonly (UnitedColumn | undefined)[], folding: Folding): ValueUnion {
  const base = largest(columns)
  const groups = base && groupsOf(base)
  const baseSize = base ? (groups?.firstOf.length ?? tableSize(base.column.values)) : 0
  const firstCode = (number: number) => (groups ? groups.firstOf[number] : number)
  const extra: string[] = []
  const extraNumber = new Map<string, number>()
  /** Values with more than one spelling. */
  const contested = new Set<number>()
  if (groups) for (let n = 0; n < baseSize; n++) if (isContested(groups, n, base)) contested.add(n)
  const addExtra = (value: string) => {
    const key = valueKey(value, folding)
    const known = extraNumber.get(key)
    if (known === undefined) {
      extraNumber.set(key, baseSize + extra.length)
      return baseSize + extra.push(value) - 1
    }
    if (extra[known - baseSize] !== value) contested.add(known)
    return known
  }
  const numbering = columns.map((united) => {
    if (!united || !base) return undefined
    return united === base ? (groups?.groupOf ?? null) : numberCodes(united, base, contested, addExtra)
  })
  const spellings = contested.size === 0 ? undefined : commonSpelling(columns, numbering, contested)
  const written = (number: number) =>
    number < baseSize ? stringAt(base!.column.values, firstCode(number)) : extra[number - baseSize]
  const valueAt = (number: number) => spellings?.get(number) ?? written(number)
  const find = (value: string) => {
    const { first, end } = base ? findSpellings(base.column.values, value, folding) : { first: 0, end: 0 }
    if (first < end) return groups ? groups.groupOf[first] : first
    return extraNumber.get(valueKey(value, folding)) ?? -1
  }
  const ordered = (number: number) => orderedValue(written(number), folding)
  const compare = (a: number, b: number) =>
    a < baseSize && b < baseSize ? a - b : compareValues(ordered(a), ordered(b))
  return { size: baseSize + extra.length, baseSize, numbering, valueAt, find, compare, folding }
}

function isContested({ firstOf }: { firstOf: Uint32Array }, number: number, { column }: UnitedColumn): boolean {
  return (firstOf[number + 1] ?? tableSize(column.values)) - firstOf[number] > 1
}

function numberCodes(
  united: UnitedColumn,
  base: UnitedColumn,
  contested: Set<number>,
  addExtra: (value: string) => number,
): Uint32Array {
  const { places, alike } = placesInBase(united, base)
  const numbers = new Uint32Array(places.length)
  for (let code = 0; code < places.length; code++) {
    numbers[code] = places[code] >= 0 ? places[code] : addExtra(stringAt(united.column.values, code))
    if (places[code] >= 0 && alike[code] === 0) contested.add(places[code])
  }
  return numbers
}

function placesInBase(united: UnitedColumn, base: UnitedColumn): { places: Int32Array; alike: Uint8Array } {
  const known = knownOf(united)
  const { values, folding } = united.column
  const baseValues = base.column.values
  if (known.inBase?.base === baseValues) return known.inBase
  const groupOf = groupsOf(base)?.groupOf
  const places = new Int32Array(tableSize(values))
  const alike = new Uint8Array(places.length)
  for (let code = 0; code < places.length; code++) {
    const value = stringAt(values, code)
    const { first, end } = findSpellings(baseValues, value, folding)
    places[code] = first === end ? -1 : groupOf ? groupOf[first] : first
    if (end - first === 1 && stringAt(baseValues, first) === value) alike[code] = 1
  }
  known.inBase = { base: baseValues, places, alike }
  return known.inBase
}

/** Spellings of one value are neighbours, so one walk finds them. */
function groupsOf(united: UnitedColumn): KnownDictionary['groups'] {
  const { values, folding } = united.column
  if (folding === 'exact') return null
  const known = knownOf(united)
  if (known.groups !== undefined) return known.groups
  const size = tableSize(values)
  const groupOf = new Uint32Array(size)
  const firstOf: number[] = []
  let last: string | undefined
  for (let code = 0; code < size; code++) {
    const key = valueKey(stringAt(values, code), folding)
    if (key !== last) firstOf.push(code)
    last = key
    groupOf[code] = firstOf.length - 1
  }
  known.groups = firstOf.length === size ? null : { groupOf, firstOf: Uint32Array.from(firstOf) }
  return known.groups
}

/** Live docs of each code. */
export function docCounts(united: UnitedColumn): Uint32Array {
  const known = knownOf(united)
  const { column, liveDocs } = united
  if (known.docCounts?.liveDocs === liveDocs) return known.docCounts.counts
  const counts = new Uint32Array(tableSize(column.values))
  for (let doc = 0; doc < column.starts.length - 1; doc++) {
    if (!hasBit(liveDocs, doc)) continue
    for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) counts[column.codes[j]]++
  }
  known.docCounts = { liveDocs, counts }
  return counts
}

function knownOf({ column, known }: UnitedColumn): KnownDictionary {
  const kept = known.get(column.values)
  if (kept) return kept
  const fresh: KnownDictionary = {}
  known.set(column.values, fresh)
  return fresh
}

function largest(columns: readonly (UnitedColumn | undefined)[]): UnitedColumn | undefined {
  let most: UnitedColumn | undefined
  for (const united of columns)
    if (united && (!most || tableSize(united.column.values) > tableSize(most.column.values))) most = united
  return most
}
