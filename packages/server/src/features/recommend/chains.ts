/** For each type its steps, best first; what a step cannot fill the next one does. The table of the design, as code. */
import type { RecommendationType } from '@vitrine/contract'
import type { Candidate, Shelf, Wish } from './shelf.ts'
import { alike, complements } from './steps/content-steps.ts'
import {
  bestsellers,
  newest,
  popularInViewedTypes,
  popularNow,
  recentLaunches,
  rising,
  sameTypeBestsellers,
  viewed,
} from './steps/counter-steps.ts'
import { boughtTogether, boughtWithAlike, boughtWithCart, inCartTogether, typeCompanions } from './steps/order-steps.ts'
import {
  abandoned,
  anchorCollections,
  merchantList,
  purchases,
  recentlyViewed,
  shopCollections,
} from './steps/personal-steps.ts'
import { nextForHistory, nextForVisitor, similarByVisits, viewedAcrossTypes } from './steps/visit-steps.ts'

export type Step = (shelf: Shelf, wish: Wish) => Iterable<Candidate>

export interface Chain {
  steps: readonly Step[]
  /** Products in the cart are left out. */
  leavesCartOut?: boolean
  /** Whether like products are spread apart in what is shown. */
  diverse?: boolean
  /** In this order whatever the stock: it is the shopper's own past, or the merchant's own order. */
  keepsOrder?: boolean
  /** Nothing the shopper bought in the last 30 days. */
  leavesRecentPurchasesOut?: boolean
}

export const CHAINS: Record<RecommendationType, Chain> = {
  similar_products: { steps: [similarByVisits, alike, sameTypeBestsellers, bestsellers, newest] },
  bought_together: {
    steps: [boughtTogether, inCartTogether, boughtWithAlike, viewedAcrossTypes, typeCompanions, complements],
    leavesCartOut: true,
  },
  cross_sell: {
    steps: [boughtWithCart, boughtWithAlike, viewedAcrossTypes, typeCompanions, complements, bestsellers, newest],
    leavesCartOut: true,
    diverse: true,
  },
  recently_viewed: { steps: [recentlyViewed], keepsOrder: true },
  bestsellers: { steps: [bestsellers, viewed, newest] },
  trending: { steps: [rising, popularNow, bestsellers, newest] },
  personalized: { steps: [nextForVisitor, popularInViewedTypes, rising, bestsellers, newest], leavesCartOut: true },
  recent_launch: { steps: [recentLaunches, newest] },
  collections: { steps: [anchorCollections, shopCollections] },
  purchases: { steps: [purchases], keepsOrder: true },
  promoted: { steps: [merchantList], keepsOrder: true },
  custom: { steps: [merchantList], keepsOrder: true },
  email_recommendations: {
    steps: [nextForHistory, abandoned, bestsellers, newest],
    leavesRecentPurchasesOut: true,
    diverse: true,
  },
}
