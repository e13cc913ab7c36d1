/** Decides from the values of all segments which options and attributes contain colors, sizes and measures. */
import { COLOR_OPTION_WORDS, colorIn } from '../colors/color-families.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { stringAt, type StringTable, tableSize } from '../columns/string-table.ts'
import { type Analyzer, partsOf, wordsOf } from '../text/analysis/analyzer.ts'
import { wordHash } from '../text/analysis/lexicon.ts'
import { isNamedSize, SIZE_OPTION_WORDS } from '../text/analysis/size-words.ts'
import type { Memo } from '../text/memo.ts'

export type StatedKind = 'colors' | 'sizes' | 'measures'

/** Options and attributes by kind of value, as keys of `holderKey`. */
export interface AttributeRoles {
  readonly of: Readonly<Record<StatedKind, ReadonlySet<string>>>
  /** Changes with every change of roles. */
  readonly key: string
}

export function holderKey(kind: 'option' | 'terms', name: string): string {
  return `${kind} ${name}`
}

/** Attributes with more values are not searched by value. */
const MAX_NAMES = 20_000
/** Enough values to recognize their kind; longer lists are sampled. */
const SAMPLE_SIZE = 128
const MOSTLY = 0.5

/** The kinds for which the value is typical. */
type SampledValue = { readonly hash: number } & Readonly<Record<StatedKind, boolean>>

export interface SampledColumns {
  readonly columns: ColumnSegment
  readonly memo: Memo
}

export function attributeRoles(segments: readonly SampledColumns[], analyzer: Analyzer): AttributeRoles {
  const of = { colors: new Set<string>(), sizes: new Set<string>(), measures: new Set<string>() }
  for (const name of namesIn(segments, ({ variants }) => variants.options.keys())) {
    if (isTooMany(segments.map(({ columns }) => columns.variants.options.get(name)?.byDoc.values))) continue
    const words = wordsOf(name, analyzer)
    const values = unitedSample(segments, name, analyzer)
    const held = KINDS.filter((kind) => isNamed(kind, words) || isMostly(values, kind))
    for (const kind of held) of[kind].add(holderKey('option', name))
  }
  for (const name of namesIn(segments, ({ terms }) => terms.keys())) {
    const words = wordsOfAttribute(name)
    if (words === undefined || isTooMany(segments.map(({ columns }) => columns.terms.get(name)?.values))) continue
    const held = KINDS.filter((kind) => isNamed(kind, words))
    for (const kind of held) of[kind].add(holderKey('terms', name))
  }
  return { of, key: JSON.stringify(KINDS.map((kind) => [...of[kind]])) }
}

/** Attributes are named by developers, and only the name tells the kind of their values. */
function wordsOfAttribute(name: string): string[] | undefined {
  const last = /^metafield:(?:.*\.)?([^.]+)$/.exec(name)?.[1]
  return last?.toLowerCase().split(/[_-]/)
}

const KINDS = ['colors', 'sizes', 'measures'] as const

function namesIn(
  segments: readonly SampledColumns[],
  namesOf: (columns: ColumnSegment) => Iterable<string>,
): readonly string[] {
  return [...new Set(segments.flatMap(({ columns }) => [...namesOf(columns)]))].sort()
}

/** True if all tables together have more values than queries search. */
export function isTooMany(tables: readonly (StringTable | undefined)[]): boolean {
  const present = tables.filter((table) => table !== undefined)
  const sizes = present.map(tableSize)
  if (sizes.some((size) => size > MAX_NAMES)) return true
  if (sizes.reduce((sum, size) => sum + size, 0) <= MAX_NAMES) return false
  const values = new Set<string>()
  for (const table of present) for (let code = 0; code < tableSize(table); code++) values.add(stringAt(table, code))
  return values.size > MAX_NAMES
}

/** True if the name indicates this kind of value. Any option may contain measures. */
function isNamed(kind: StatedKind, words: readonly string[]): boolean {
  if (kind === 'colors') return words.some((word) => COLOR_OPTION_WORDS.has(word))
  return kind === 'sizes' && words.some((word) => SIZE_OPTION_WORDS.has(word))
}

/** Options are classified by the kind of most values, regardless of their name. */
function isMostly(values: readonly SampledValue[], kind: StatedKind): boolean {
  return values.filter((value) => value[kind]).length > MOSTLY * values.length
}

/** The values with the lowest hashes are the same sample for any split into segments. */
function unitedSample(segments: readonly SampledColumns[], option: string, analyzer: Analyzer): SampledValue[] {
  const values = new Map<number, SampledValue>()
  for (const segment of segments) for (const value of sampleOf(segment, option, analyzer)) values.set(value.hash, value)
  return minHashes([...values.values()])
}

function sampleOf({ columns, memo }: SampledColumns, option: string, analyzer: Analyzer): readonly SampledValue[] {
  const table = columns.variants.options.get(option)?.byDoc.values
  return table ? memo.of(`sample of ${option}`, () => sampleTable(table, analyzer)) : []
}

function sampleTable(table: StringTable, analyzer: Analyzer): SampledValue[] {
  const values = new Map<number, string>()
  for (let code = 0; code < tableSize(table); code++) {
    const value = stringAt(table, code)
    const hash = wordHash(value)
    // Of two values with the same hash, every segment takes the same one.
    const known = values.get(hash)
    if (known === undefined || value < known) values.set(hash, value)
  }
  const min = minHashes(Array.from(values.keys(), (hash) => ({ hash })))
  return min.map(({ hash }) => ({ hash, ...typicalOf(values.get(hash)!, analyzer) }))
}

function minHashes<T extends { hash: number }>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => a.hash - b.hash).slice(0, SAMPLE_SIZE)
}

function typicalOf(value: string, analyzer: Analyzer): Record<StatedKind, boolean> {
  return {
    colors: partsOf(value, analyzer).some((word) => colorIn(word, analyzer) !== undefined),
    sizes: wordsOf(value, analyzer).some(isNamedSize),
    measures: /\d/.test(value),
  }
}
