/** Reads the colors, sizes and measures in a segment's options and attributes, lazily. */
import { Memo } from '../text/memo.ts'
import { type ColorFamily, colorIn } from '../colors/color-families.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { stringAt, type StringTable, tableSize } from '../columns/string-table.ts'
import { type Analyzer, partsOf, wordsOf } from '../text/analysis/analyzer.ts'
import type { AttributeValues } from '../query/query.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { OptionColumn } from '../columns/variant-columns.ts'
import { type Dimension, type Measure, statedMeasures } from '../text/analysis/measure.ts'
import { languageWords } from '../languages/language-words.ts'
import { sizesIn } from '../text/analysis/size-words.ts'
import { type AttributeRoles, holderKey, isTooMany, type StatedKind } from './attribute-roles.ts'

export interface StatedValues<T> {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: ReadonlyMap<string, T>
}

export interface ColorValue {
  readonly families: ReadonlySet<ColorFamily>
  readonly words: ReadonlySet<string>
}

export interface Statements {
  /** Present if an option contains the values. */
  readonly option: OptionColumn | undefined
  readonly column: TermColumn
  readonly codes: Uint8Array
}

export class SegmentValues {
  readonly #columns: ColumnSegment
  readonly #analyzer: Analyzer
  readonly #roles: AttributeRoles
  readonly #memo: Memo

  /** `roles` depend on all segments. */
  constructor(columns: ColumnSegment, analyzer: Analyzer, roles: AttributeRoles) {
    this.#columns = columns
    this.#analyzer = analyzer
    this.#roles = roles
    this.#memo = new Memo(columns.docCount)
  }

  get bytes(): number {
    return this.#memo.bytes
  }

  get colors(): readonly StatedValues<ColorValue>[] {
    return this.#stated('colors', (value) => colorValue(value, this.#analyzer))
  }

  /** Values with all their sizes: "Large | 280 mm x …" is large. */
  get sizes(): readonly StatedValues<readonly string[]>[] {
    return this.#stated('sizes', (value) => someOf(sizesIn(value, (part) => wordsOf(part, this.#analyzer))))
  }

  /** Options only, because any option may contain measures. */
  get measures(): readonly StatedValues<readonly Measure[]>[] {
    return this.#stated('measures', (value) => someOf(statedMeasures(partsOf(value, this.#analyzer))))
  }

  /** Expects a size in the form of `sizeOf`. */
  ofSize(size: string): readonly AttributeValues[] {
    return this.#memo.of('by size', () => bySize(this.sizes)).get(size) ?? []
  }

  statements(of: 'colors' | 'sizes'): readonly Statements[] {
    return this.#memo.of(`stating ${of}`, () =>
      this[of].flatMap((each) => this.#statementsOf(each, new Set(each.values.keys()))),
    )
  }

  measureStatements(dimensions: ReadonlySet<Dimension>): readonly Statements[] {
    const states = ([, stated]: [string, readonly Measure[]]) =>
      stated.some(({ dimension }) => dimensions.has(dimension))
    return this.#memo.of(`stating measures ${[...dimensions].sort().join()}`, () =>
      this.measures.flatMap((each) => this.#statementsOf(each, new Map([...each.values].filter(states)))),
    )
  }

  #statementsOf({ kind, name }: StatedValues<unknown>, wanted: { has(value: string): boolean }): Statements[] {
    const { variants, terms } = this.#columns
    const option = kind === 'option' ? variants.options.get(name) : undefined
    const column = kind === 'option' ? option?.byDoc : terms.get(name)
    if (!column) return []
    const isWanted = (_: unknown, code: number) => (wanted.has(stringAt(column.values, code)) ? 1 : 0)
    return [{ option, column, codes: Uint8Array.from({ length: tableSize(column.values) }, isWanted) }]
  }

  /** Values by their stemmed words; for a path ("Home > Kitchen > Knives"), by its last level. */
  named(attribute: string): ReadonlyMap<string, readonly string[]> {
    return this.#names(attribute).whole
  }

  /** Values by the words at their end or beginning that name the kind: "corner sofas" are sofas. */
  kinds(attribute: string): ReadonlyMap<string, readonly string[]> {
    return this.#names(attribute).heads
  }

  #names(attribute: string): ValueNames {
    return this.#memo.of(`names ${attribute}`, () =>
      valueNames(this.#columns.terms.get(attribute)?.values, this.#analyzer),
    )
  }

  #stated<T>(of: StatedKind, read: (value: string) => T | undefined): readonly StatedValues<T>[] {
    return this.#memo.of(of, () => {
      const { variants, terms } = this.#columns
      const options = Array.from(variants.options, ([name, { byDoc }]) => ['option', name, byDoc.values] as const)
      const attributes = Array.from(terms, ([name, { values }]) => ['terms', name, values] as const)
      return [...options, ...attributes]
        .filter(([kind, name]) => this.#roles.of[of].has(holderKey(kind, name)))
        .map(([kind, name, table]) => ({ kind, name, values: readValues(table, read) }))
        .filter(({ values }) => values.size > 0)
    })
  }
}

function someOf<T>(found: readonly T[]): readonly T[] | undefined {
  return found.length > 0 ? found : undefined
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
