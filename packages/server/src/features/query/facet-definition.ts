/** A configured filter as the engine counts it. */
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
      // A range counts percents; any other display asks whether the product is reduced at all.
      return filter.type === 'range'
        ? { kind: 'number', name: 'discount' }
        : { kind: 'terms', name: indexFields.onSale }
    case 'metafield':
      return { kind: 'terms', name: indexFields.metafield(attribute) }
    default:
      return { kind: 'terms', name: filter.attribute_type }
  }
}

/** The wire's `data_type`: how the facet is shown. */
export function displayType(filter: FilterConfig): string {
  if (filter.type) return filter.type
  if (filter.attribute_type === 'price') return 'range'
  return filter.attribute_type === 'rating' ? 'rating' : 'list'
}

/** Values the merchant wrote down, in their place. Those of number fields are ranges, not values. */
export function authoredValues(filter: FilterConfig): AuthoredValue[] {
  if (facetField(filter).kind === 'number') return []
  return (filter.values ?? []).map(({ value, position, order, enabled }, i) => ({
    value,
    position: position ?? order ?? i + 1,
    enabled: enabled ?? true,
  }))
}
