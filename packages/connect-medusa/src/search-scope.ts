/** Converts Medusa's filter tree to a search request. Rejects filters that Vitrine cannot express exactly. */
import type { SearchFilters } from './medusa.ts'
import { IDS } from './to-product.ts'
import { isRow } from './values.ts'

export interface Scope {
  /** False if no product can match. */
  isPossible: boolean
  filters: { key: string; value: string[]; operator?: 'or' | 'and' }[]
  visitorId: string | undefined
}

export function attributeOf(field: string): string {
  return ATTRIBUTES[field] ?? `@metafield:${field.endsWith('_id') || field.endsWith('_ids') ? IDS : 'medusa'}.${field}`
}

const ATTRIBUTES: Record<string, string> = {
  price: '@price',
  in_stock: '@availability',
  type: '@product_type',
  tags: '@tag',
}

/** The filter that names the visitor. Queries of the Search Module have no field for visitors. */
export const VISITOR_FIELD = 'vitrine_visitor_id'

interface Condition {
  field: string
  values: string[]
  operator: 'or' | 'and'
}

export function scopeOf(filters: SearchFilters = {}): Scope {
  const scope: Scope = { isPossible: true, filters: [], visitorId: undefined }
  const kept = new Map<string, Condition>()
  for (const condition of conditionsOf(filters)) {
    const { field, values } = condition
    if (field === 'status') scope.isPossible &&= values.includes('published')
    else if (field === VISITOR_FIELD) scope.visitorId = values[0]
    else if (values.length === 0) scope.isPossible = false
    else {
      const both = intersect(kept.get(field), condition)
      scope.isPossible &&= both.values.length > 0
      kept.set(field, both)
    }
  }
  for (const { field, values, operator } of kept.values())
    scope.filters.push({ key: attributeOf(field), value: values, operator })
  return scope
}

function conditionsOf(filters: SearchFilters): Condition[] {
  return Object.entries(filters).flatMap(([field, wanted]) => {
    if (wanted === undefined) return []
    if (field === '$and' && Array.isArray(wanted)) return wanted.filter(isRow).flatMap(conditionsOf)
    if (field.startsWith('$')) throw new UnsupportedFilter(field, 'combine fields with $and')
    return conditionsOn(field, wanted)
  })
}

function conditionsOn(field: string, wanted: unknown): Condition[] {
  if (!isRow(wanted)) return [anyOf(field, wanted)]
  const { $gte, $lte, ...others } = wanted
  const range = rangeOn(field, $gte, $lte)
  return [
    ...range,
    ...Object.entries(others).map(([operator, value]): Condition => {
      if (operator === '$eq' || operator === '$in' || operator === '$overlaps') return anyOf(field, value)
      if (operator === '$contains') return { ...anyOf(field, value), operator: 'and' }
      throw new UnsupportedFilter(operator, 'use $eq, $in, $overlaps, $contains, $gte or $lte')
    }),
  ]
}

function anyOf(field: string, value: unknown): Condition {
  return { field, values: [value].flat().map(textValue), operator: 'or' }
}

function textValue(value: unknown): string {
  if (value === null || typeof value === 'object') throw new UnsupportedFilter(String(value), 'compare with a value')
  return String(value)
}

/** Vitrine can filter only the price by range. */
function rangeOn(field: string, least: unknown, most: unknown): Condition[] {
  if (least === undefined && most === undefined) return []
  if (field !== 'price') throw new UnsupportedFilter('$gte and $lte', 'they work on price alone')
  return [{ field, values: [`${least ?? ''}:${most ?? ''}`], operator: 'or' }]
}

/** Vitrine accepts one selection per field. */
function intersect(known: Condition | undefined, next: Condition): Condition {
  if (known === undefined) return next
  if (known.operator === 'and' && next.operator === 'and')
    return { ...next, values: [...new Set([...known.values, ...next.values])] }
  const [small, large] = known.values.length <= next.values.length ? [known, next] : [next, known]
  if (known.operator === next.operator && small.values.every((value) => large.values.includes(value))) return small
  throw new UnsupportedFilter(`two conditions on ${next.field}`, 'one of them must be part of the other')
}

export class UnsupportedFilter extends Error {
  override name = 'UnsupportedFilter'
  /** Medusa responds to errors of this type with 400. */
  readonly type = 'invalid_data'

  constructor(what: string, instead: string) {
    super(`Vitrine cannot filter by ${what}: ${instead}`)
  }
}
