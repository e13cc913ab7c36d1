/**
 * Reads the values of a segment: the colors, sizes and measures that options and attributes state. Made when a query
 * first needs them, and cached with the segment.
 */
import type { ColorFamily } from '../colors/color-families.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { type StringTable, stringAt, tableSize } from '../columns/string-table.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { AttributeValues } from '../query/query.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { type Dimension, type Measure, statedMeasures } from '../text/analysis/measure.ts'
import { languageWords } from '../languages/language-words.ts'
import { sizesIn } from '../text/analysis/size-words.ts'
import {
  colorIn,
  holderKey,
  isTooMany,
  partsOf,
  type StatedKind,
  type AttributeRoles,
  wordsOf,
} from './attribute-roles.ts'

/** Values without a meaning of this kind are left out. */
export interface StatedValues<T> {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: ReadonlyMap<string, T>
}

export interface ColorValue {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}

/** `codes`: 1 for each code whose value states something of the kind. */
export interface Statements {
  readonly column: TermColumn
  readonly codes: Uint8Array
}

/** Approximate size of an entry of a map. */
const ENTRY_BYTES = 128

export class SegmentValues {
  readonly #columns: ColumnSegment
  readonly #analyzer: Analyzer
  readonly #namesOf = new Map<string, ValueNames>()
  readonly #statements = new Map<string, readonly Statements[]>()
  #colors: readonly StatedValues<ColorValue>[] | undefined
  #sizes: readonly StatedValues<readonly string[]>[] | undefined
  #bySize: ReadonlyMap<string, readonly AttributeValues[]> | undefined
  #measures: readonly StatedValues<readonly Measure[]>[] | undefined

  readonly holders: AttributeRoles

  /** `holders` were decided on all segments together. */
  constructor(columns: ColumnSegment, analyzer: Analyzer, holders: AttributeRoles) {
    this.#columns = columns
    this.#analyzer = analyzer
    this.holders = holders
  }

  get colors(): readonly StatedValues<ColorValue>[] {
    this.#colors ??= this.#stated('colors', (value) => colorValue(value, this.#analyzer))
    return this.#colors
  }

  /** Each value with all sizes that it states: "Large | 280 mm x …" is large. */
  get sizes(): readonly StatedValues<readonly string[]>[] {
    this.#sizes ??= this.#stated('sizes', (value) => {
      const sizes = sizesIn(value, (part) => wordsOf(part, this.#analyzer))
      return sizes.length === 0 ? undefined : sizes
    })
    return this.#sizes
  }

  /** `size` is in the form of `sizeOf`. */
  ofSize(size: string): readonly AttributeValues[] {
    this.#bySize ??= bySize(this.sizes)
    return this.#bySize.get(size) ?? []
  }

  /** Covers only options, because any of them may state a measure. */
  get measures(): readonly StatedValues<readonly Measure[]>[] {
    this.#measures ??= this.#stated('measures', (value) => {
      const measures = statedMeasures(partsOf(value, this.#analyzer))
      return measures.length === 0 ? undefined : measures
    })
    return this.#measures
  }

  statements(of: 'colors' | 'sizes'): readonly Statements[] {
    return this.#known(of, () => this[of].flatMap((each) => this.#statementsOf(each, [...each.values.keys()])))
  }

  measureStatements(dimensions: ReadonlySet<Dimension>): readonly Statements[] {
    const states = (stated: readonly Measure[]) => stated.some(({ dimension }) => dimensions.has(dimension))
    return this.#known(`measures ${[...dimensions].sort().join()}`, () =>
      this.measures.flatMap((each) => {
        const same = [...each.values].filter(([, stated]) => states(stated))
        return this.#statementsOf(
          each,
          same.map(([value]) => value),
        )
      }),
    )
  }

  #known(key: string, find: () => readonly Statements[]): readonly Statements[] {
    let known = this.#statements.get(key)
    if (known === undefined) {
      known = find()
      this.#statements.set(key, known)
    }
    return known
  }

  #statementsOf({ kind, name }: Pick<StatedValues<unknown>, 'kind' | 'name'>, values: readonly string[]): Statements[] {
    const { variants, terms } = this.#columns
    const column = kind === 'option' ? variants.options.get(name)?.byDoc : terms.get(name)
    if (!column) return []
    const codes = new Uint8Array(tableSize(column.values))
    const wanted = new Set(values)
    for (let code = 0; code < codes.length; code++) if (wanted.has(stringAt(column.values, code))) codes[code] = 1
    return [{ column, codes }]
  }

  get bytes(): number {
    const lists: (readonly StatedValues<unknown>[] | undefined)[] = [this.#colors, this.#sizes, this.#measures]
    const entries = [
      ...lists.flatMap((each) => each ?? []).map(({ values }) => values),
      ...[...this.#namesOf.values()].map(({ heads }) => heads),
    ]
    const stating = [...this.#statements.values()].flat().reduce((sum, { codes }) => sum + codes.byteLength, 0)
    return stating + ENTRY_BYTES * entries.reduce((sum, { size }) => sum + size, 0)
  }

  /** Keyed by the value's stemmed words; for a path ("Home > Kitchen > Knives"), by those of its last level. */
  named(attribute: string): ReadonlyMap<string, readonly string[]> {
    return this.#names(attribute).whole
  }

  /** Values by the words at the end or beginning that name the kind: "corner sofas" are sofas. */
  kinds(attribute: string): ReadonlyMap<string, readonly string[]> {
    return this.#names(attribute).heads
  }

  #names(attribute: string): ValueNames {
    let names = this.#namesOf.get(attribute)
    if (names === undefined) {
      names = valueNames(this.#columns.terms.get(attribute)?.values, this.#analyzer)
      this.#namesOf.set(attribute, names)
    }
    return names
  }

  #stated<T>(of: StatedKind, read: (value: string) => T | undefined): StatedValues<T>[] {
    const { variants, terms } = this.#columns
    const stated: StatedValues<T>[] = []
    const add = (kind: 'option' | 'terms', name: string, table: StringTable) => {
      if (!this.holders.of[of].has(holderKey(kind, name))) return
      const values = readValues(table, read)
      if (values.size > 0) stated.push({ kind, name, values })
    }
    for (const [name, { byDoc }] of variants.options) add('option', name, byDoc.values)
    for (const [name, { values }] of terms) add('terms', name, values)
    return stated
  }
}

interface ValueNames {
  readonly whole: ReadonlyMap<string, readonly string[]>
  readonly heads: ReadonlyMap<string, readonly string[]>
}

function valueNames(table: StringTable | undefined, analyzer: Analyzer): ValueNames {
  const whole = new Map<string, string[]>()
  const heads = new Map<string, string[]>()
  const isHeadFirst = languageWords(analyzer.language).headFirst === true
  const add = (names: Map<string, string[]>, key: string, value: string) => {
    const known = names.get(key)
    if (known) known.push(value)
    else names.set(key, [value])
  }
  if (table === undefined || isTooMany([table])) return { whole, heads }
  for (let code = 0; code < tableSize(table); code++) {
    const value = stringAt(table, code)
    const words = wordsOf(value.split('>').at(-1)!, analyzer).map((word) => analyzer.stem(word))
    if (words.length === 0) continue
    add(whole, words.join(' '), value)
    for (let length = 1; length <= words.length; length++)
      add(heads, (isHeadFirst ? words.slice(0, length) : words.slice(-length)).join(' '), value)
  }
  return { whole, heads }
}

function readValues<T>(table: StringTable, read: (value: string) => T | undefined): Map<string, T> {
  const values = new Map<string, T>()
  for (let code = 0; code < tableSize(table); code++) {
    const value = stringAt(table, code)
    const meaning = read(value)
    if (meaning !== undefined) values.set(value, meaning)
  }
  return values
}

function bySize(sizes: readonly StatedValues<readonly string[]>[]): Map<string, AttributeValues[]> {
  const found = new Map<string, AttributeValues[]>()
  for (const { kind, name, values } of sizes) {
    const stated = [...values].flatMap(([value, own]) => own.map((size) => ({ value, size })))
    for (const [size, alike] of Map.groupBy(stated, (one) => one.size))
      found.set(size, [...(found.get(size) ?? []), { kind, name, values: alike.map(({ value }) => value) }])
  }
  return found
}

function colorValue(value: string, analyzer: Analyzer): ColorValue | undefined {
  const words = new Set(partsOf(value, analyzer))
  const families = new Set<ColorFamily>()
  for (const word of words) {
    const color = colorIn(word, analyzer)
    if (color) families.add(color.family)
  }
  return families.size === 0 ? undefined : { families, words }
}
