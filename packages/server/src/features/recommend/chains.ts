/** The steps of each recommendation type, best first. Each step fills what earlier steps left empty. */
import type { RecommendationStep, RecommendationType } from '@vitrine/contract'
import type { Candidate, RecommendContext, RecommendQuery } from './recommend-context.ts'
import { similarInCatalog } from './steps/content-steps.ts'
import { assorted, featured, spotlight } from './steps/day-one-steps.ts'
import { goesWith } from './steps/goes-with-step.ts'
import {
  bestsellers,
  newest,
  popularInViewedKinds,
  popularNow,
  rising,
  sameKindBestsellers,
  viewed,
} from './steps/counter-steps.ts'
import { recentLaunches } from './steps/launch-steps.ts'
import { boughtTogether, boughtWithAlike, boughtWithCart, inCartTogether, kindCompanions } from './steps/order-steps.ts'
import {
  abandoned,
  anchorCollections,
  merchantList,
  purchases,
  recentlyViewed,
  shopCollections,
} from './steps/personal-steps.ts'
import { backInStock, priceDrops } from './steps/change-steps.ts'
import { complementary, related } from './steps/platform-steps.ts'
import { nextForHistory, nextForVisitor, similarByVisits, viewedAlong } from './steps/visit-steps.ts'

export type Step = (context: RecommendContext, query: RecommendQuery) => Iterable<Candidate>

export const STEPS: Readonly<Record<RecommendationStep, Step>> = {
  related,
  complementary,
  goes_with: goesWith,
  featured,
  spotlight,
  assorted,
  co_view: similarByVisits,
  co_view_across_types: viewedAlong,
  visit_next: nextForVisitor,
  history_next: nextForHistory,
  orders: boughtTogether,
  orders_with_cart: boughtWithCart,
  orders_of_alike: boughtWithAlike,
  carts: inCartTogether,
  type_pairs: kindCompanions,
  content: similarInCatalog,
  // An older name that stored variants may use.
  complement: goesWith,
  type_bestsellers: sameKindBestsellers,
  viewed_types: popularInViewedKinds,
  bestsellers,
  most_viewed: viewed,
  trending: rising,
  popular_now: popularNow,
  launch: recentLaunches,
  newest,
  anchor_collections: anchorCollections,
  shop_collections: shopCollections,
  history: recentlyViewed,
  purchases,
  abandoned,
  back_in_stock: backInStock,
  price_drops: priceDrops,
  merchant: merchantList,
}

export interface Chain {
  steps: readonly RecommendationStep[]
  /** The list depends on its anchors and never shows them. */
  isAnchored?: boolean
  /** The list shows only complements of the anchors, and may be empty. */
  onlyComplements?: boolean
  /** Alternatives to the anchors come first, then the most similar products. */
  alternativesFirst?: boolean
  leavesCartOut?: boolean
  diverse?: boolean
  /** Ignores stock, because the order is the shopper's own history or the merchant's choice. */
  keepsOrder?: boolean
  /** Leaves out purchases of the last 30 days, or all purchases, except for kinds that are bought repeatedly. */
  leavesPurchasesOut?: 'recent' | 'all'
  /** Leaves out sold-out products instead of moving them to the end. */
  dropsSoldOut?: boolean
  /** Gives some slots to products that few shoppers have seen, for newcomers and on the home page. */
  explores?: boolean
  /** Moves products in too many lists to the end, unless orders, visits or the merchant support them. */
  capsExposure?: boolean
}

/** Steps for complements that nobody has bought together with the anchors. */
const GOING_WITH = ['orders_of_alike', 'co_view_across_types', 'type_pairs', 'goes_with'] as const

export const CHAINS: Record<RecommendationType, Chain> = {
  similar_products: {
    steps: ['related', 'co_view', 'content', 'type_bestsellers', 'bestsellers', 'newest'],
    isAnchored: true,
    alternativesFirst: true,
    leavesCartOut: true,
    leavesPurchasesOut: 'recent',
    dropsSoldOut: true,
    capsExposure: true,
  },
  bought_together: {
    steps: ['complementary', 'orders', 'carts', ...GOING_WITH],
    isAnchored: true,
    onlyComplements: true,
    leavesCartOut: true,
    capsExposure: true,
  },
  cross_sell: {
    steps: ['complementary', 'orders_with_cart', ...GOING_WITH],
    isAnchored: true,
    onlyComplements: true,
    leavesCartOut: true,
    diverse: true,
    capsExposure: true,
  },
  recently_viewed: { steps: ['history'], keepsOrder: true },
  bestsellers: { steps: ['bestsellers', 'most_viewed', 'featured', 'newest'] },
  trending: { steps: ['trending', 'popular_now', 'bestsellers', 'spotlight', 'newest'] },
  personalized: {
    steps: ['visit_next', 'viewed_types', 'assorted', 'trending', 'bestsellers', 'newest'],
    leavesCartOut: true,
    leavesPurchasesOut: 'recent',
    explores: true,
    capsExposure: true,
  },
  recent_launch: { steps: ['launch', 'newest'], explores: true },
  collections: { steps: ['anchor_collections', 'shop_collections'], isAnchored: true },
  purchases: { steps: ['purchases'], keepsOrder: true },
  promoted: { steps: ['merchant'], keepsOrder: true },
  custom: { steps: ['merchant'], keepsOrder: true },
  email_recommendations: {
    steps: ['back_in_stock', 'price_drops', 'history_next', 'abandoned', 'bestsellers', 'newest'],
    leavesPurchasesOut: 'all',
    dropsSoldOut: true,
    diverse: true,
  },
}
