/** Rules always hide products from recommendations, but move them only if the rule says so. */
import type { RecommendationType, ShopConfig } from '@vitrine/contract'
import type { BoostTarget, RankingRules } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'
import { metafieldValues } from '../../ports/record-store/product.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { hiddenTargetsOf, rankingOf } from './active-rules.ts'
import { type NumberedRule, numberedRules } from './numbered-rules.ts'
import { appliesTo, type RuleSituation } from './rule-conditions.ts'

export interface TargetedProduct {
  id: number
  product: Product
  collections: readonly string[]
  inStock: boolean
  price: number
}

export interface RecommendationRules {
  isHidden: (entry: TargetedProduct) => boolean
  /** Ids of the rules that hide something for this shopper. Counts that were cached for other shoppers may differ. */
  hiding: readonly string[]
  /** undefined if no rule moves anything. */
  ranking: RankingRules | undefined
}

export interface RecommendationPlace {
  type: RecommendationType
  /** Empty if the page is not about a collection. */
  collection: readonly string[]
}

type Reach = Pick<NumberedRule, 'when' | 'recommendations'> & { hide?: unknown[]; hide_where?: unknown[] }

/** False for a rule about a query or a selected filter, which affects only search. */
export function reachesRecommendations({ when, hide, hide_where: where, recommendations }: Reach): boolean {
  if (when.query !== undefined || when.filter) return false
  return Boolean(hide?.length || where?.length || recommendations)
}

/** Selects the rules for this shopper. The returned function applies them to one type of recommendations and page. */
export function recommendationRules(
  config: ShopConfig,
  situation: Omit<RuleSituation, 'query' | 'collection' | 'filters'>,
): (place: RecommendationPlace) => RecommendationRules {
  const reaching = numberedRules(config).filter(reachesRecommendations)
  if (reaching.length === 0) return () => NOTHING
  return ({ type, collection }) => {
    const active = reaching.filter((rule) => appliesTo(rule, { ...situation, query: '', collection }))
    const moving = active.filter(({ recommendations: where }) => (Array.isArray(where) ? where.includes(type) : where))
    return {
      isHidden: hiddenBy(active, situation.nowMs),
      hiding: active.flatMap(({ id, hide, hide_where: where }) => (hide?.length || where?.length ? String(id) : [])),
      ranking: moving.length > 0 ? rankingOf(moving, situation.nowMs) : undefined,
    }
  }
}

const NOTHING: RecommendationRules = { isHidden: () => false, hiding: [], ranking: undefined }

function hiddenBy(active: readonly NumberedRule[], nowMs: number): RecommendationRules['isHidden'] {
  const ids = new Set(active.flatMap(({ hide }) => hide ?? []))
  const targets = hiddenTargetsOf(active, nowMs)
  if (ids.size === 0 && targets.length === 0) return NOTHING.isHidden
  return (entry) => ids.has(entry.id) || targets.some(({ target }) => isTarget(entry, target))
}

/** Reads the conditions as the search index does. */
export function isTarget(entry: TargetedProduct, target: BoostTarget): boolean {
  const { ids, terms = [], price, inStock, createdAfterMs } = target
  if (Object.keys(target).length === 1 && target.terms?.length === 0) return false
  if (ids && !ids.has(entry.id)) return false
  if (price && (entry.price < price.min || entry.price > price.max)) return false
  if (inStock !== undefined && entry.inStock !== inStock) return false
  if (createdAfterMs !== undefined && createdMs(entry.product) < createdAfterMs) return false
  return terms.every(({ name, value }) => valuesOf(entry, name).includes(value.toLowerCase()))
}

function createdMs({ createdAt, publishedAt }: Product): number {
  return Date.parse(createdAt ?? publishedAt ?? '') || 0
}

function valuesOf({ product, collections }: TargetedProduct, name: string): string[] {
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
