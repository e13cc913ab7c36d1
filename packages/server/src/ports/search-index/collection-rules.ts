/** Products belong to collections by the collection's list, their own list, or rules (smart collections). */
import { type CollectionConfig, readPlatformId } from '@vitrine/contract'
import { productNumber } from '../record-store/item-number.ts'
import type { Product } from '../record-store/product.ts'

type Rule = NonNullable<CollectionConfig['rules']>[number]

export interface CollectionLookup {
  /** `handle` names the collection in the index. An unconfigured collection is named as in the product. */
  membershipsOf(product: Product): { handle: string; title: string; place: number | undefined }[]
}

export function collectionLookup(collections: readonly CollectionConfig[]): CollectionLookup {
  const byName = new Map<string, CollectionConfig>()
  const listed = new Map<number, { collection: CollectionConfig; place: number }[]>()
  for (const collection of collections) {
    byName.set(String(readPlatformId(collection.id)), collection).set(collection.handle, collection)
    collection.product_ids?.map(productNumber).forEach((id, place) => {
      const places = listed.get(id) ?? []
      listed.set(id, places)
      places.push({ collection, place })
    })
  }
  const ruled = collections.filter(({ rules }) => rules !== undefined && rules.length > 0)
  return {
    membershipsOf(product) {
      const found = new Map<string, { handle: string; title: string; place: number | undefined }>()
      const add = ({ handle, title }: { handle: string; title: string }, place?: number) => {
        if (found.get(handle)?.place === undefined) found.set(handle, { handle, title, place })
      }
      for (const { collection, place } of listed.get(product.id) ?? []) add(collection, place)
      for (const name of product.collections) add(byName.get(name) ?? { handle: name, title: name })
      for (const collection of ruled) if (satisfiesRules(product, collection)) add(collection)
      return [...found.values()]
    },
  }
}

export function satisfiesRules(product: Product, { rules = [], disjunctive = false }: CollectionConfig): boolean {
  const holds = (rule: Rule) => satisfies(product, rule)
  return disjunctive ? rules.some(holds) : rules.every(holds)
}

function satisfies(product: Product, rule: Rule): boolean {
  const values = valuesOf(product, rule.column)
  // A negated rule applies to the whole product: none of its values may match.
  if (rule.relation === 'not_equals') return !values.some((value) => compares(value, 'equals', rule.condition))
  if (rule.relation === 'not_contains') return !values.some((value) => compares(value, 'contains', rule.condition))
  return values.some((value) => compares(value, rule.relation, rule.condition))
}

function valuesOf(product: Product, column: Rule['column']): (string | number)[] {
  switch (column) {
    case 'title':
      return [product.title]
    case 'type':
      return [product.productType]
    case 'vendor':
      return [product.vendor]
    case 'tag':
      return product.tags
    case 'variant_price':
      return product.variants.map(({ price }) => price)
    case 'variant_compare_at_price':
      return product.variants.flatMap(({ compareAtPrice }) => compareAtPrice ?? [])
    case 'variant_inventory':
      return product.variants.map(({ inventoryQuantity }) => inventoryQuantity)
    case 'variant_title':
      return product.variants.map(({ title }) => title)
  }
}

function compares(value: string | number, relation: Rule['relation'], condition: string): boolean {
  if (typeof value === 'number') return comparesNumber(value, relation, Number(condition))
  const text = value.toLowerCase()
  const wanted = condition.toLowerCase()
  switch (relation) {
    case 'equals':
      return text === wanted
    case 'starts_with':
      return text.startsWith(wanted)
    case 'ends_with':
      return text.endsWith(wanted)
    case 'contains':
      return text.includes(wanted)
    default:
      return false
  }
}

function comparesNumber(value: number, relation: Rule['relation'], wanted: number): boolean {
  if (relation === 'equals') return value === wanted
  if (relation === 'greater_than') return value > wanted
  return relation === 'less_than' && value < wanted
}
