import type { FacetFilters } from './types.ts'

export interface Selection {
  key: string
  value: string[]
  operator: string
}

/** `[["color:Red", "color:Blue"], "vendor:X"]` → one selection per facet. Entries of the outer list must all hold. */
export function readFacetFilters(filters: FacetFilters | undefined): Selection[] {
  const selections: Selection[] = []
  for (const group of asList(filters)) {
    const alternatives = typeof group === 'string' ? [group] : [...group]
    const pairs = alternatives.map(splitPair).filter((pair) => pair !== undefined)
    const [first] = pairs
    if (first === undefined) continue
    const values = pairs.filter(([key]) => key === first[0]).map(([, value]) => value)
    const same = selections.find((one) => one.key === first[0])
    if (same === undefined) selections.push({ key: first[0], value: values, operator: 'or' })
    else Object.assign(same, { value: [...same.value, ...values], operator: 'and' })
  }
  return selections
}

/** `["price>=10", "price<=50"]` → one range `10:50`. */
export function readNumericFilters(filters: FacetFilters | undefined): Selection[] {
  const bounds = new Map<string, { from: string; to: string }>()
  for (const text of asList(filters).flat()) {
    const match = /^\s*(.+?)\s*(>=|<=|>|<|=)\s*(-?[0-9.]+)\s*$/.exec(text)
    if (match === null) continue
    const [, key = '', sign = '', number = ''] = match
    const range = bounds.get(key) ?? { from: '', to: '' }
    if (sign !== '<=' && sign !== '<') range.from = number
    if (sign !== '>=' && sign !== '>') range.to = number
    bounds.set(key, range)
  }
  return [...bounds].map(([key, { from, to }]) => ({ key, value: [`${from}:${to}`], operator: 'or' }))
}

function asList(filters: FacetFilters | undefined): readonly (string | readonly string[])[] {
  return filters === undefined ? [] : typeof filters === 'string' ? [filters] : filters
}

function splitPair(text: string): [key: string, value: string] | undefined {
  const at = text.indexOf(':')
  return at < 1 ? undefined : [text.slice(0, at), text.slice(at + 1)]
}
