import { beginningOf } from '@vitrine/contract'
import type { Metafield, Product } from '../../../ports/record-store/product.ts'
import type { Faults } from './faults.ts'
import { isAbsent, isRecord, type Raw, readText, readWhole } from '../../platform/catalog-values.ts'

/** Reads `[{namespace, key, value}]`, `{"ns.key": value}` or `{ns: {key: value}}`. If a name repeats, the last wins. */
export function normalizeMetafields(value: unknown, faults: Faults): Metafield[] {
  const byName = new Map<string, Metafield>()
  for (const field of Array.isArray(value) ? fromList(value, faults) : isRecord(value) ? fromObject(value) : []) {
    byName.set(`${field.namespace}.${field.key}`, field)
  }
  return [...byName.values()]
}

function fromList(list: readonly unknown[], faults: Faults): Metafield[] {
  return list.flatMap((entry, index) => {
    const raw = isRecord(entry) ? entry : {}
    const namespace = readText(raw.namespace) ?? ''
    const key = readText(raw.key) ?? ''
    if (namespace === '' || key === '') {
      faults.add(`metafields[${index}]`, 'needs a namespace and a key')
      return []
    }
    return isAbsent(raw.value) ? [] : [metafield(namespace, key, raw.value, raw)]
  })
}

function fromObject(object: Raw): Metafield[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const dot = name.indexOf('.')
    if (dot > 0) return isAbsent(value) ? [] : [metafield(name.slice(0, dot), name.slice(dot + 1), value)]
    if (!isRecord(value)) return []
    return Object.entries(value).flatMap(([key, inner]) => (isAbsent(inner) ? [] : [metafield(name, key, inner)]))
  })
}

function metafield(namespace: string, key: string, value: unknown, said: Raw = {}): Metafield {
  const [type, name] = [readText(said.type), beginningOf(readText(said.name)?.trim() ?? '', LONGEST_NAME)]
  const text = readText(value) ?? JSON.stringify(value)
  return { namespace, key, value: text, ...(type ? { type } : {}), ...(name ? { name } : {}) }
}

const LONGEST_NAME = 80

/** Returns the product's own `rating`, or else the one in the metafields of the platform's review standard. */
export function normalizeRating(raw: Raw, metafields: readonly Metafield[], faults: Faults): Product['rating'] {
  if (!isAbsent(raw.rating)) {
    const rating = readRating(raw.rating, raw.rating_count)
    if (!rating) faults.add('rating', 'must be an object with value and count', raw.rating)
    return rating
  }
  const reviews = (key: string) => metafields.find((field) => field.namespace === 'reviews' && field.key === key)?.value
  const value = reviews('rating')
  return value === undefined ? null : readRating(parsed(value), reviews('rating_count'))
}

const MAX_RATING = 100

function readRating(rating: unknown, count: unknown): Product['rating'] {
  // Only numbers and text can be ratings; `Number` throws for some objects.
  const value = Number(readText(isRecord(rating) ? rating.value : rating) ?? Number.NaN)
  const given = readWhole((isRecord(rating) ? rating.count : undefined) ?? count ?? 0)
  if (!(value >= 0 && value <= MAX_RATING) || given === undefined || given < 0) return null
  return { value, count: given }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
