/** Defines what one request may be answered from: the shop as it is now, what is known of the shopper, and what must not be shown. */
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
  /** Nearest products by meaning or looks, best first; none where nothing is embedded. */
  nearest: (productId: number, limit: number) => readonly { productId: number; score: number }[]
  history: ProfileHistory
  purchases: readonly Purchase[]
  nowMs: number
  /** Returns what the merchant's rules do in a place. */
  rules: (place: RecommendationPlace) => RecommendationRules
  /** True if a rule that is about no collection hides the product: asked of every product, so found once per request. */
  isHidden: RecommendationRules['isHidden']
  /** Part of the latest lists that showed the product. */
  exposure: (productId: number) => number
  /** Says who asks, for choices that should differ by shopper and stay with them. */
  seed: string
}

export interface RecommendQuery {
  type: RecommendationType
  /** Known products of the catalog; the page's product or the query's anchors. */
  anchors: readonly number[]
  /** Lists that are not about the anchors may show them: the page's product in its shop's bestsellers. */
  keepsAnchors?: boolean
  cart: readonly number[]
  /** Collection handle, where the page or the section is about one. */
  collection?: string | undefined
  /** At least one of these tags, where the request scopes by tag. */
  tags?: readonly string[] | undefined
  /** Kinds that come only when nothing else is left: the shopper has just bought one. */
  kindsLast?: ReadonlySet<string> | undefined
  /** The list is part of the home page. */
  isHome?: boolean | undefined
  /** The section's own list and settings, for merchant-picked types. */
  section?: SectionConfig | undefined
  /** Instead of the type's own chain. */
  steps?: readonly RecommendationStep[] | undefined
  /** 0…1, instead of the chain's own. */
  diversity?: number | undefined
}

/** A product a step puts forward. */
export interface Candidate {
  productId: number
  step: string
  /** Made only when somebody asks. */
  why: () => string
  /** The merchant's rule that moved it. */
  rule?: string
}

/** True if the shopper may be shown the product now. */
export function isShowable(context: RecommendContext, entry: CatalogEntry): boolean {
  if (context.shop.config.search.exclude_out_of_stock && !entry.inStock) return false
  if (context.isHidden(entry)) return false
  return isInAudience(context.view, entry.audience, { publishedMs: entry.publishedMs, nowMs: context.nowMs })
}

/** Stands for every place: a rule about a collection does not act here. */
export const ANYWHERE: RecommendationPlace = { type: 'custom', collection: [] }

export function entryOf(context: RecommendContext, productId: number): CatalogEntry | undefined {
  return context.catalog.entries.get(productId)
}

/** Model numbers of products; those the models never saw are left out. */
export function itemsOf(context: RecommendContext, productIds: readonly number[]): number[] {
  return productIds.flatMap((id) => context.models.items.find(id) ?? [])
}
