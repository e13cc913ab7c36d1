import type { FilterConfig } from '@vitrine/contract'
import { type AuthoredValue, type FacetField, optionKey } from '@vitrine/engine'
import { indexFields } from '../../ports/search-index/index-fields.ts'

export function facetField(filter: FilterConfig): FacetField {
  const attribute = filter.attribute ?? filter.key
  switch (filter.attribute_type) {
    case 'option':
      return { kind: 'option', name: optionKey(attribute) }
    case 'availability':
      return { kind: 'availability' }
    case 'price':
    case 'rating':
      return { kind: 'number', name: filter.attribute_type }
    case 'discount':
      // A range filter counts by percentage; other types count only whether a product is reduced.
      return filter.type === 'range'
        ? { kind: 'number', name: 'discount' }
        : { kind: 'terms', name: indexFields.onSale }
    case 'metafield':
      return { kind: 'terms', name: indexFields.metafield(attribute) }
    default:
      return { kind: 'terms', name: filter.attribute_type }
  }
}

/** Returns how the facet is displayed, which is `data_type` in the API. */
export function displayType(filter: FilterConfig): NonNullable<FilterConfig['type']> {
  if (filter.type) return filter.type
  if (filter.attribute_type === 'price') return 'range'
  return filter.attribute_type === 'rating' ? 'rating' : 'list'
}

/** Keeps the merchant's order. Leaves out ranges of numbers. */
export function authoredValues(filter: FilterConfig): AuthoredValue[] {
  if (facetField(filter).kind === 'number') return []
  return (filter.values ?? []).map(({ value, position, order, enabled }, i) => ({
    value,
    position: position ?? order ?? i + 1,
    enabled: enabled ?? true,
  }))
}
