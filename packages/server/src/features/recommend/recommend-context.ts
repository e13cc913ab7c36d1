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
  /** Best first; empty if nothing is embedded. */
  nearest: (productId: number, limit: number) => readonly { productId: number; score: number }[]
  history: ProfileHistory
  purchases: readonly Purchase[]
  nowMs: number
  rules: (place: RecommendationPlace) => RecommendationRules
  /** Evaluated once per request, for rules without a collection. */
  isHidden: RecommendationRules['isHidden']
  exposure: (productId: number) => number
  /** Identifies the shopper for random choices, which are then always the same for this shopper. */
  seed: string
}

export interface RecommendQuery {
  type: RecommendationType
  /** Products in the catalog: the page's product or the query's anchors. */
  anchors: readonly number[]
  /** True if anchors may be shown, such as the page's product among bestsellers. */
  keepsAnchors?: boolean
  cart: readonly number[]
  /** Handle of the collection that the page or section is about. */
  collection?: string | undefined
  tags?: readonly string[] | undefined
  /** Kinds that come last, because the shopper has just bought one. */
  kindsLast?: ReadonlySet<string> | undefined
  isHome?: boolean | undefined
  /** The section whose list and settings apply. */
  section?: SectionConfig | undefined
  steps?: readonly RecommendationStep[] | undefined
  /** From 0 to 1; replaces the diversity of the steps. */
  diversity?: number | undefined
}

export interface Candidate {
  productId: number
  step: string
  /** Computed only if requested. */
  why: () => string
  /** From 0 to 1; only for products that were proposed as similar to the anchors. */
  similarity?: number
  /** True if the product is no alternative to the anchors, but fills the list. */
  isFill?: boolean
  rule?: string
}

export function isShowable(context: RecommendContext, entry: CatalogEntry): boolean {
  if (context.shop.config.search.exclude_out_of_stock && !entry.inStock) return false
  if (context.isHidden(entry)) return false
  return isInAudience(context.view, entry.audience, { publishedMs: entry.publishedMs, nowMs: context.nowMs })
}

/** For pages without a collection, where rules about collections do not apply. */
export const ANYWHERE: RecommendationPlace = { type: 'custom', collection: [] }

export function entryOf(context: RecommendContext, productId: number): CatalogEntry | undefined {
  return context.catalog.entries.get(productId)
}

/** Leaves out products that the models do not know. */
export function itemsOf(context: RecommendContext, productIds: readonly number[]): number[] {
  return productIds.flatMap((id) => context.models.items.find(id) ?? [])
}
