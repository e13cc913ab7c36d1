import { FILTER_ATTRIBUTE_TYPES, type FilterConfig, type ShopConfig } from '@vitrine/contract'

/** Finds filters of the shop, and makes some for attributes such as `@price` or `@option:Size`. */
export function filterByKey(config: ShopConfig): (key: string) => FilterConfig | undefined {
  const byKey = new Map(config.filters.map((filter) => [filter.key, filter]))
  return (key) => byKey.get(key) ?? attributeFilter(key)
}

/** Ids of made filters begin above the ids of shops. */
const FIRST_ID = 2 ** 52
const NAMED: ReadonlySet<string> = new Set(['option', 'metafield'])

function attributeFilter(key: string): FilterConfig | undefined {
  const [, type = '', attribute] = /^@([a-z_]+)(?::(.+))?$/.exec(key) ?? []
  const place = FILTER_ATTRIBUTE_TYPES.indexOf(type as FilterConfig['attribute_type'])
  if (place < 0 || NAMED.has(type) !== (attribute !== undefined)) return undefined
  const attribute_type = type as FilterConfig['attribute_type']
  return { id: FIRST_ID + place, key, title: attribute ?? type, attribute_type, ...(attribute ? { attribute } : {}) }
}
