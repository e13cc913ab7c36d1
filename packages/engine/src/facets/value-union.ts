import { compareNatural } from '../columns/natural-order.ts'
import { findString, type StringTable, stringAt, tableSize } from '../columns/string-table.ts'

/**
 * One numbering for the values that several segments know under different codes. The largest dictionary keeps its codes;
 * values that only other segments have come after it. Numbers below `baseSize` are in natural order.
 */
export interface ValueUnion {
  size: number
  baseSize: number
  /** Per segment: code → number. null: codes are numbers. undefined: the segment lacks the attribute. */
  numbering: readonly (Uint32Array | null | undefined)[]
  valueAt: (number: number) => string
  find: (value: string) => number
  compare: (a: number, b: number) => number
}

/** Where a small dictionary's values are in the large one, by the small one: looked up once while both are there. */
export type PlacesInBase = Map<StringTable, { base: StringTable; places: Int32Array }>

/** A segment's dictionary, and where its places are kept. */
export interface UnitedTable {
  table: StringTable
  known: PlacesInBase
}

export function uniteTables(tables: readonly (UnitedTable | undefined)[]): ValueUnion {
  const base = largest(tables)
  const baseSize = base ? tableSize(base) : 0
  const extra: string[] = []
  const extraNumber = new Map<string, number>()
  const numbering = tables.map((united) => {
    if (!united || !base) return undefined
    if (united.table === base) return null
    return numberTable(united, base, (value) => {
      const number = extraNumber.get(value) ?? baseSize + extra.push(value) - 1
      extraNumber.set(value, number)
      return number
    })
  })
  const valueAt = (number: number) => (number < baseSize ? stringAt(base!, number) : extra[number - baseSize])
  const find = (value: string) => extraNumber.get(value) ?? (base ? findString(base, value) : -1)
  const compare = (a: number, b: number) =>
    a < baseSize && b < baseSize ? a - b : compareNatural(valueAt(a), valueAt(b))
  return { size: baseSize + extra.length, baseSize, numbering, valueAt, find, compare }
}

function numberTable(united: UnitedTable, base: StringTable, addExtra: (value: string) => number): Uint32Array {
  const { table } = united
  const places = placesOf(united, base)
  const numbers = new Uint32Array(places.length)
  for (let code = 0; code < places.length; code++) {
    numbers[code] = places[code] >= 0 ? places[code] : addExtra(stringAt(table, code))
  }
  return numbers
}

function placesOf({ table, known }: UnitedTable, base: StringTable): Int32Array {
  const kept = known.get(table)
  if (kept?.base === base) return kept.places
  const places = new Int32Array(tableSize(table))
  for (let code = 0; code < places.length; code++) places[code] = findString(base, stringAt(table, code))
  known.set(table, { base, places })
  return places
}

function largest(tables: readonly (UnitedTable | undefined)[]): StringTable | undefined {
  let most: StringTable | undefined
  for (const united of tables) if (united && (!most || tableSize(united.table) > tableSize(most))) most = united.table
  return most
}
