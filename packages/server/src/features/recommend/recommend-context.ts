/** Defines the inputs of a recommendation: the shop's state, the shopper's history, and what must not be shown. */
import type { RecommendationStep, RecommendationType, SectionConfig } from '@vitrine/contract'
import type { Purchase } from '@vitrine/recommend'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { ShopperView } from '../query/shopper-view.ts'
import { isInAudience } from '../query/shopper-view.ts'
import type { ProfileHistory } from '../identity/profile-reader.ts'
import type { RecommendationPlace, RecommendationRules } from '../merchandise/recommendation-rules.ts'
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import type { ShopCatalog } from './catalog/shop-catalog.ts'
import type { ShopModels } from './models/shop-models.ts'

export interface RecommendContext {
  shop: Shop
  view: ShopperView
  catalog: ShopCatalog
  models: ShopModels
  /** Nearest products by meaning or looks, best first; empty if nothing is embedded. */
  nearest: (productId: number, limit: number) => readonly { productId: number; score: number }[]
  history: ProfileHistory
  purchases: readonly Purchase[]
  nowMs: number
  /** Returns the effect of the merchant's rules on a list of this type and collection. */
  rules: (place: RecommendationPlace) => RecommendationRules
  /** True if a rule without a collection hides the product. Rules are evaluated once per request, not per product. */
  isHidden: RecommendationRules['isHidden']
  /** Share of the latest lists that showed the product. */
  exposure: (productId: number) => number
  /** Identifies the shopper, for random choices that should differ between shoppers but stay the same for each. */
  seed: string
}

export interface RecommendQuery {
  type: RecommendationType
  /** Products that exist in the catalog: the page's product or the query's anchors. */
  anchors: readonly number[]
  /** True if the list may show the anchors, such as the page's product among the shop's bestsellers. */
  keepsAnchors?: boolean
  cart: readonly number[]
  /** Collection handle, if the page or the section is about one. */
  collection?: string | undefined
  /** Products must have at least one of these tags, if given. */
  tags?: readonly string[] | undefined
  /** Kinds that are shown only when nothing else is left, because the shopper has just bought one. */
  kindsLast?: ReadonlySet<string> | undefined
  isHome?: boolean | undefined
  /** The section with its own list and settings, for types that merchants fill. */
  section?: SectionConfig | undefined
  /** Replaces the type's own chain. */
  steps?: readonly RecommendationStep[] | undefined
  /** From 0 to 1; replaces the chain's own. */
  diversity?: number | undefined
}

/** A product that a step proposes. */
export interface Candidate {
  productId: number
  step: string
  /** The reason in words, computed only if the caller wants it. */
  why: () => string
  /** How alike it is to the anchors, from 0 to 1, if it was proposed for that. */
  similarity?: number
  /** True if it is no alternative to the anchors, but fills up their list. */
  isFill?: boolean
  /** The merchant's rule that moved it. */
  rule?: string
}

/** True if the shopper may see the product now. */
export function isShowable(context: RecommendContext, entry: CatalogEntry): boolean {
  if (context.shop.config.search.exclude_out_of_stock && !entry.inStock) return false
  if (context.isHidden(entry)) return false
  return isInAudience(context.view, entry.audience, { publishedMs: entry.publishedMs, nowMs: context.nowMs })
}

/** A place without a collection, where rules about a collection do not apply. */
export const ANYWHERE: RecommendationPlace = { type: 'custom', collection: [] }

export function entryOf(context: RecommendContext, productId: number): CatalogEntry | undefined {
  return context.catalog.entries.get(productId)
}

/** Returns the models' numbers of the products, without products that the models do not know. */
export function itemsOf(context: RecommendContext, productIds: readonly number[]): number[] {
  return productIds.flatMap((id) => context.models.items.find(id) ?? [])
}
