export { CONTENT, ContentIndex, type ContentItem } from './content/content-index.ts'
export { affinity, learnTaste, type PersonalTaste, type TasteEvent } from './content/personal-taste.ts'
export { type DueItem, type Purchase, rankRepurchases } from './content/repurchase.ts'
export { growToHold } from './core/grow.ts'
export { ItemNumbers } from './core/item-numbers.ts'
export { LazyRanking } from './core/lazy-ranking.ts'
export { SparseAccumulator, type Scored } from './core/sparse-accumulator.ts'
export { sortByScore } from './core/sort-by-score.ts'
export { packSnapshots, type Snapshot, unpackSnapshots } from './core/snapshot.ts'
export { Bestsellers, type OrderLine, type SalesMetric } from './counters/bestsellers.ts'
export { DailyCounts } from './counters/daily-counts.ts'
export { DecayedCounts } from './counters/decayed-counts.ts'
export { QueryClicks } from './counters/query-clicks.ts'
export { Trending } from './counters/trending.ts'
export { BORROWED, borrowedPartners } from './orders/borrowed-partners.ts'
export {
  BOUGHT_TOGETHER,
  BoughtTogether,
  isEvident,
  type PairEvidence,
  type PartnerOptions,
} from './orders/bought-together.ts'
export { chooseSlist } from './refine/choose-slist.ts'
export { diversify } from './refine/diversity.ts'
export { SLIST, Slist } from './refine/slist.ts'
export { takeTurns } from './refine/take-turns.ts'
export { CO_VIEW, CoView, type CoViewEvidence, isMoreThanChance } from './visits/co-view.ts'
export { distinctNewestFirst, RepeatConsumption } from './visits/repeat-consumption.ts'
export { SESSION_KNN, SessionKnn } from './visits/session-knn.ts'
export { type RankOptions, VISIT_RANKER, VisitRanker } from './visits/visit-ranker.ts'
