import { type Bitset, hasBit } from '../columns/bitset.ts'
import { compareNatural } from '../columns/natural-order.ts'
import { findSpellings, stringAt, tableSize } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { type Folding, valueKey } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import type { Memo } from '../text/memo.ts'

/**
 * Numbers an attribute's values across segments; all spellings of a value share a number. Values of the largest
 * dictionary come first: numbers below `baseSize` are in order.
 */
export interface ValueUnion {
  size: number
  baseSize: number
  /** Maps codes to numbers, by segment. null: codes are the numbers. undefined: the segment lacks the attribute. */
  numbering: readonly (Uint32Array | null | undefined)[]
  valueAt: (number: number) => string
  /** Accepts any spelling; -1 if there is no such value. */
  find: (value: string) => number
  compare: (a: number, b: number) => number
  folding: Folding
}

export interface UnitedColumn {
  column: TermColumn
  liveDocs: Bitset
  memo: Memo
  /** Name of the column in the segment's memo. */
  key: string
}

export function uniteColumns(columns: readonly (UnitedColumn | undefined)[], folding: Folding): ValueUnion {
  const base = largest(columns)
  const groups = base && groupsOf(base)
  const baseSize = base ? (groups?.firstOf.length ?? tableSize(base.column.values)) : 0
  const firstCode = (number: number) => (groups ? groups.firstOf[number] : number)
  const extra: string[] = []
  const extraNumber = new Map<string, number>()
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

/** Returns the values' numbers in the base dictionary (-1 if missing), and `alike`: 1 for the same spelling. */
function placesInBase(united: UnitedColumn, base: UnitedColumn): { places: Int32Array; alike: Uint8Array } {
  return united.memo.of(`places ${united.key}`, () => findPlaces(united, base), base.column.values)
}

function findPlaces(united: UnitedColumn, base: UnitedColumn) {
  const { values, folding } = united.column
  const baseValues = base.column.values
  const groupOf = groupsOf(base)?.groupOf
  const places = new Int32Array(tableSize(values))
  const alike = new Uint8Array(places.length)
  for (let code = 0; code < places.length; code++) {
    const value = stringAt(values, code)
    const { first, end } = findSpellings(baseValues, value, folding)
    places[code] = first === end ? -1 : groupOf ? groupOf[first] : first
    if (end - first === 1 && stringAt(baseValues, first) === value) alike[code] = 1
  }
  return { places, alike }
}

/** Maps codes to value numbers; null if every value has only one spelling. */
type Groups = { groupOf: Uint32Array; firstOf: Uint32Array } | null

function groupsOf({ column, memo, key }: UnitedColumn): Groups {
  return column.folding === 'exact' ? null : memo.of(`groups ${key}`, () => findGroups(column))
}

function findGroups({ values, folding }: TermColumn): Groups {
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
  return firstOf.length === size ? null : { groupOf, firstOf: Uint32Array.from(firstOf) }
}

function docCounts({ column, liveDocs, memo, key }: UnitedColumn): Uint32Array {
  const count = () => {
    const counts = new Uint32Array(tableSize(column.values))
    for (let doc = 0; doc < column.starts.length - 1; doc++) {
      if (!hasBit(liveDocs, doc)) continue
      for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) counts[column.codes[j]]++
    }
    return counts
  }
  return memo.of(`docs ${key}`, count, liveDocs)
}

function largest(columns: readonly (UnitedColumn | undefined)[]): UnitedColumn | undefined {
  let best: UnitedColumn | undefined
  for (const united of columns)
    if (united && (!best || tableSize(united.column.values) > tableSize(best.column.values))) best = united
  return best
}

function commonSpelling(
  columns: readonly (UnitedColumn | undefined)[],
  numbering: readonly (Uint32Array | null | undefined)[],
  contested: ReadonlySet<number>,
): Map<number, string> {
  const votes = new Map<number, Map<string, number>>()
  columns.forEach((united, s) => {
    const numbers = numbering[s]
    if (!united || numbers === undefined) return
    const counts = docCounts(united)
    for (let code = 0; code < counts.length; code++) {
      const number = numbers === null ? code : numbers[code]
      if (counts[code] === 0 || !contested.has(number)) continue
      const spellings = votes.get(number) ?? new Map<string, number>()
      const spelling = stringAt(united.column.values, code)
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + counts[code])
      votes.set(number, spellings)
    }
  })
  return new Map([...votes].map(([number, spellings]) => [number, chosen(spellings)]))
}

/** Breaks ties in favor of title case: "Red" before "RED" and "red". */
function chosen(spellings: ReadonlyMap<string, number>): string {
  const capitalized = (text: string) => (/^\p{Lu}.*\p{Ll}/u.test(text) ? 0 : 1)
  const [best] = [...spellings].sort(
    ([a, countA], [b, countB]) => countB - countA || capitalized(a) - capitalized(b) || compareNatural(a, b),
  )
  return best[0]
}
