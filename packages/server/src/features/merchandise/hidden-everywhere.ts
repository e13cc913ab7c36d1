/** Products that rules hide wherever they would be shown: those of rules that are about no query, collection or filter. */
import type { ShopConfig } from '@vitrine/contract'
import type { BoostTarget } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'
import { metafieldValues } from '../../ports/record-store/product.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { hiddenTargetsOf } from './active-rules.ts'
import { appliesTo, type RuleSituation } from './rule-conditions.ts'

/** What is in memory of a product. */
export interface HideableProduct {
  product: Product
  collections: readonly string[]
  inStock: boolean
  price: number
}

export type IsHidden = (entry: HideableProduct) => boolean

const nothing: IsHidden = () => false

export function hiddenEverywhere(config: ShopConfig, situation: Omit<RuleSituation, 'query' | 'collection'>): IsHidden {
  const general = config.search.rules.filter(
    ({ when, hide, hide_where: where }) =>
      (hide?.length || where?.length) && !when.query && when.collection === undefined && !when.filter,
  )
  if (general.length === 0) return nothing
  const active = general.filter((rule) => appliesTo(rule, { ...situation, query: '', collection: [] }))
  const ids = new Set(active.flatMap(({ hide }) => hide ?? []))
  const targets = hiddenTargetsOf(active, situation.nowMs)
  if (ids.size === 0 && targets.length === 0) return nothing
  return (entry) => ids.has(entry.product.id) || targets.some(({ target }) => isTarget(entry, target))
}

function isTarget(entry: HideableProduct, { ids, terms = [], price, inStock, createdAfterMs }: BoostTarget): boolean {
  if (ids && !ids.has(entry.product.id)) return false
  if (price && (entry.price < price.min || entry.price > price.max)) return false
  if (inStock !== undefined && entry.inStock !== inStock) return false
  if (createdAfterMs !== undefined && createdMs(entry.product) < createdAfterMs) return false
  return terms.every(({ name, value }) => valuesOf(entry, name).includes(value.toLowerCase()))
}

function createdMs({ createdAt, publishedAt }: Product): number {
  return Date.parse(createdAt ?? publishedAt ?? '') || 0
}

function valuesOf({ product, collections }: HideableProduct, name: string): string[] {
  const values =
    name === indexFields.vendor
      ? [product.vendor]
      : name === indexFields.productType
        ? [product.productType]
        : name === indexFields.tag
          ? product.tags
          : name === indexFields.collection
            ? collections
            : product.metafields
                .filter(({ namespace, key }) => indexFields.metafield(`${namespace}.${key}`) === name)
                .flatMap(({ value }) => metafieldValues(value))
  return values.map((value) => value.toLowerCase())
}
