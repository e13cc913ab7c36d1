import { isAbsent, isRecord, type Raw } from '../../../platform/catalog-values.ts'
import type { SourceRecord } from '../readers/record-reader.ts'
import { type Mapping, pathsOf, type Source, type SourceSpec, specsOf } from './mapping.ts'
import { listOf, textOf, transform, type TransformContext } from './transforms.ts'

/** The object that a source is read from, and the record of the product it belongs to (`$.` in a path). */
export interface Scope extends TransformContext {
  value: Raw
  columns?: ReadonlySet<string>
  root?: Scope
  /** Compares names by letters and digits alone. */
  loose?: boolean
}

export function scopeOf({ value, columns }: SourceRecord, { loose }: Pick<Mapping, 'loose'>, currency?: string): Scope {
  return { value, ...(columns ? { columns } : {}), ...(loose ? { loose } : {}), ...(currency ? { currency } : {}) }
}

export function readSource(source: Source | undefined, scope: Scope): unknown {
  for (const spec of specsOf(source)) {
    if (spec.has !== undefined && isEmpty(readPath(spec.has, scope))) continue
    if (spec.const !== undefined) return spec.const
    for (const path of pathsOf(spec)) {
      const read = readOne(path, spec, scope)
      if (read !== undefined) return read
    }
  }
  return undefined
}

function readOne(path: string, spec: SourceSpec, scope: Scope): unknown {
  const value = readPath(path, scope)
  if (isEmpty(value)) return 'blank' in spec && hasField(path, scope) ? spec.blank : undefined
  const read = transform(value, spec, scope)
  // A word that is mapped to null is an explicit null, not a missing value.
  if (spec.words && read === null) return null
  if (isEmpty(read)) return undefined
  return spec.join !== undefined && Array.isArray(read) ? read.map(textOf).join(spec.join) : read
}

export function readSourceText(source: Source | undefined, scope: Scope): string {
  const value = readSource(source, scope)
  return textOf(Array.isArray(value) ? value[0] : value).trim()
}

export function readAll(source: Source | undefined, scope: Scope): string[] {
  const values = specsOf(source).flatMap((spec) => listOf(readSource(spec, scope)).map((one) => textOf(one).trim()))
  return [...new Set(values.filter((value) => value !== ''))]
}

function isEmpty(value: unknown): boolean {
  return isAbsent(value) || (Array.isArray(value) && value.length === 0)
}

/**
 * Reads the column with this name, otherwise a path: keys separated by dots, `[]` for every element of a list,
 * `[key=value]` for those that match. In a table, `#` stands for any number.
 */
export function readPath(path: string, scope: Scope): unknown {
  if (path.startsWith('$.')) return readPath(path.slice(2), scope.root ?? scope)
  if (path.includes('$CURRENCY')) return readPath(path.replace('$CURRENCY', scope.currency ?? ' '), scope)
  const key = keyOf(path, scope)
  if (key !== undefined) return scope.value[key]
  if (scope.columns && path.includes('#')) return numberedColumns(path, scope)
  if (scope.columns || !/[.[]/.test(path)) return undefined
  return walk(scope.value, parsePath(path), scope)
}

function numberedColumns(path: string, { value }: Scope): unknown[] | undefined {
  const [before, after] = path.split('#', 2) as [string, string]
  const isNumbered = (name: string) =>
    name.startsWith(before) &&
    name.endsWith(after) &&
    /^\d+$/.test(name.slice(before.length, name.length - after.length))
  const found = Object.entries(value).flatMap(([name, one]) => (isNumbered(name) && !isAbsent(one) ? [one] : []))
  return found.length > 0 ? found : undefined
}

/** True if all fields of at least one list are in the record, or are columns of its table. `path=text*` checks how the value begins. */
export function fits(lines: readonly (readonly string[])[], scope: Scope): boolean {
  return lines.some((paths) => paths.every((path) => isThere(path, scope)))
}

function isThere(condition: string, scope: Scope): boolean {
  const [, path, start] = /^([^=[]+)=(.*)\*$/.exec(condition) ?? []
  if (path !== undefined) return textOf(readPath(path, scope)).startsWith(start!)
  const value = readPath(condition, scope)
  if (value === undefined || value === null) return scope.columns !== undefined && hasField(condition, scope)
  return !Array.isArray(value) || value.length > 0 || !condition.includes('[')
}

function hasField(path: string, scope: Scope): boolean {
  return keyOf(path.replace(/^\$\./, ''), path.startsWith('$.') ? (scope.root ?? scope) : scope) !== undefined
}

interface Segment {
  key: string
  isList: boolean
  filter?: { key: string; value: string }
}

const parsed = new Map<string, Segment[]>()
const MAX_PARSED = 2000

function parsePath(path: string): Segment[] {
  const known = parsed.get(path)
  if (known) return known
  const segments = [...path.matchAll(/([^.[\]]+)(\[([^\]]*)\])?/g)].map(([, key = '', , inner]): Segment => {
    const [filterKey, filterValue] = inner?.split('=', 2) ?? []
    const filter = filterKey && filterValue !== undefined ? { filter: { key: filterKey, value: filterValue } } : {}
    return { key, isList: inner !== undefined, ...filter }
  })
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(path, segments)
  return segments
}

function walk(value: unknown, segments: readonly Segment[], scope: Scope): unknown {
  let at: unknown = value
  for (const [index, { key, isList, filter }] of segments.entries()) {
    if (!isRecord(at)) return undefined
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (!isList) {
      at = next
      continue
    }
    const rest = segments.slice(index + 1)
    const elements = (next === undefined || next === null ? [] : listOf(next)).filter((one) =>
      passes(one, filter, scope),
    )
    return elements.flatMap((one) => {
      const inner = rest.length === 0 ? one : walk(one, rest, scope)
      return inner === undefined || inner === null ? [] : inner
    })
  }
  return at
}

function passes(element: unknown, filter: Segment['filter'], scope: Scope): boolean {
  if (!filter) return true
  if (!isRecord(element)) return false
  const wanted = filter.value === '$currency' ? scope.currency : filter.value
  // If the shop's currency is unknown, every element matches, so the first one is used.
  return (
    wanted === undefined || textOf(walk(element, parsePath(filter.key), scope)).toLowerCase() === wanted.toLowerCase()
  )
}

const strict = new WeakMap<object, Map<string, string>>()
const loose = new WeakMap<object, Map<string, string>>()

/** Finds a field by its name. Columns match in any case, JSON keys exactly; if the mapping is loose, only letters and digits count. */
function keyOf(name: string, { value, columns, loose: isLoose }: Scope): string | undefined {
  if (!columns && !isLoose) return Object.hasOwn(value, name) ? name : undefined
  const cache = isLoose ? loose : strict
  const owner = columns ?? value
  const known = cache.get(owner)
  if (known) return known.get(shortName(name, isLoose))
  const names = namesOf([...(columns ?? Object.keys(value))], isLoose)
  cache.set(owner, names)
  return names.get(shortName(name, isLoose))
}

/** Maps names to keys. If several keys have the same name, the first one counts, and a key's own name comes before a looser one. */
function namesOf(keys: readonly string[], isLoose = false): Map<string, string> {
  const own = keys.map((key): [string, string] => [shortName(key, isLoose), key])
  const looser = isLoose ? keys.flatMap((key) => looserNames(key).map((short): [string, string] => [short, key])) : []
  return new Map([...own, ...looser].reverse())
}

export function shortName(name: string, isLoose = false): string {
  const lower = name.trim().toLowerCase()
  return isLoose ? lower.normalize('NFD').replace(/[^\p{L}\p{N}]+/gu, '') : lower
}

/** Returns the name without brackets, with and without a leading "product": `Product Title [Non Editable]` also means `title`. */
export function looserNames(name: string): string[] {
  const bare = shortName(name.replace(/[([][^)\]]*\p{L}[^)\]]*[)\]]/gu, ' '), true)
  return [bare, bare.replace(/^product(?=..)/, '')]
}
