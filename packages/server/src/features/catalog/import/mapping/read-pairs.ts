import { isRecord } from '../../../platform/catalog-values.ts'
import type { PairSource } from './mapping.ts'
import { readPath, type Scope } from './read-source.ts'
import { listOf, splitPairs, splitText, textOf } from './transforms.ts'
import { namePattern } from './unknown-fields.ts'

export interface Pair {
  name: string
  values: string[]
}

/** Reads pairs of a name and its values from all sources, without empty ones. `sku` is that of the variant being read. */
export function readPairs(sources: readonly PairSource[], scope: Scope, sku = ''): Pair[] {
  const pairs = sources.flatMap((source) => {
    if (source.list !== undefined) return fromList(source, scope)
    if (source.names !== undefined) return fromTwoLists(source, scope)
    if (source.pairs !== undefined) return fromText(source, scope, sku)
    if (source.name?.includes('#')) return fromNumbered(source, scope)
    return [
      pairOf(source.label ?? textOf(readPath(source.name ?? '', scope)), readPath(source.value ?? '', scope), source),
    ]
  })
  return pairs.filter(({ name, values }) => name !== '' && values.length > 0)
}

function pairOf(name: string, value: unknown, { split }: PairSource): Pair {
  const texts = listOf(value).map((one) => textOf(one).trim())
  const values = split === undefined ? texts : texts.flatMap((text) => splitText(text, split))
  return { name: name.trim(), values: values.filter((text) => text !== '') }
}

function fromList(source: PairSource, scope: Scope): Pair[] {
  const elements = readPath(source.list!, scope)
  return listOf(elements ?? [])
    .filter(isRecord)
    .map((value) => {
      const inner: Scope = { ...scope, value, loose: false }
      delete inner.columns
      const name = source.label ?? textOf(listOf(readPath(source.name ?? 'name', inner))[0])
      return pairOf(name, readPath(source.value ?? 'value', inner), source)
    })
}

/** Reads `Attribute 1 name`, `Attribute 2 name` …, in the order of their numbers. */
function fromNumbered(source: PairSource, scope: Scope): Pair[] {
  const pattern = namePattern(source.name!)
  const numbers = [...(scope.columns ?? Object.keys(scope.value))].flatMap(
    (key) => pattern.exec(key)?.groups?.number ?? [],
  )
  return numbers
    .sort((a, b) => Number(a) - Number(b))
    .map((number) => {
      const at = (path: string) => readPath(path.replace('#', number), scope)
      return pairOf(textOf(at(source.name!)), at(source.value ?? ''), source)
    })
}

function fromTwoLists({ names = '', values = '', split = '|' }: PairSource, scope: Scope): Pair[] {
  const [given, wanted] = [names, values].map((path) =>
    textOf(readPath(path, scope))
      .split(split)
      .map((one) => one.trim()),
  )
  return given!.map((name, index) => ({ name, values: [wanted![index] ?? ''].filter((value) => value !== '') }))
}

/** Reads `[S]Color=Red,[RB]Size=M`. The marks in brackets, which tell how a form shows the option, are dropped. */
function fromText(source: PairSource, scope: Scope, sku: string): Pair[] {
  const { separator = ',', equals = '=', rows, where = 'sku', short, spelled } = source
  const text = listOf(readPath(source.pairs!, scope) ?? [])
    .map(textOf)
    .join(separator)
  if (spelled) return fromSpelled(text)
  const labels = new Map(splitPairs(textOf(readPath(source.labels ?? '', scope)), separator, equals))
  const isOfVariant = (line: string) =>
    splitPairs(line, separator, equals).some(([name, value]) => name === where && value === sku)
  const line = rows === undefined ? text : text.split(rows).find(isOfVariant)
  return splitPairs(line ?? '', separator, equals)
    .filter(([name]) => rows === undefined || name !== where)
    .map(([name, value]) => pairOf(labels.get(name) ?? name, short ? value.split(equals, 1)[0] : value, source))
}

/** Reads `Type=Swatch|Name=Color|Value=Red[#f00]`. */
function fromSpelled(text: string): Pair[] {
  const found = text.matchAll(/Name=([^|;]+)(?:[|;](?!Name=|Value=)[^|;]*)*[|;]Value=([^|;[]+)/gi)
  return [...found].map(([, name, value]) => ({ name: name!.trim(), values: [value!.replace(/Type$/, '').trim()] }))
}
