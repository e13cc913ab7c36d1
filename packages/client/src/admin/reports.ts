export interface Period {
  from?: string
  to?: string
}

/** Filters of a report. Each report documents which of them it accepts. */
export interface ReportFilter {
  device?: string
  market?: string
  locale?: string
}

export interface ReportHead {
  report: string
  from: string
  to: string
  timezone: string
  currency: string
}

export interface Totals {
  visits: number
  visits_with_order: number
  /** Visits with an order ÷ visits. */
  conversion_rate: number | null
  events: number
  page_views: number
  product_views: number
  cart_adds: number
  orders: number
  units: number
  revenue: number
  average_order_value: number | null
  renders: number
  views: number
  clicks: number
  ctr: number | null
  attributed_orders: number
  attributed_revenue: number
  attributed_share: number | null
  searches: number
  clicked_searches: number
  /** Searches with a click ÷ searches. */
  search_ctr: number | null
  zero_results: number
  zero_result_rate: number | null
  approximate: number
  approximate_rate: number | null
}

export type AttributionModel = 'last' | 'first' | 'linear'

export interface Earned {
  carts: number
  orders: number
  units: number
  revenue: number
  attributed_share: number | null
  models: Record<AttributionModel, { orders: number; revenue: number }>
  average_click_position: number | null
}

/** For the search surface, `clicks` and `ctr` count searches with a click. */
export interface SurfaceRow extends Earned {
  key: string
  renders: number
  views: number
  clicks: number
  ctr: number | null
}

export interface QueryRow extends Earned {
  query: string
  searches: number
  clicked_searches: number
  /** At most one per search and product. */
  clicks: number
  /** Searches with a click ÷ searches. */
  ctr: number | null
  cart_rate: number | null
  zero_results: number
  zero_result_rate: number | null
  /** Searches without a complete match, which found products by some of the words or by meaning. */
  approximate: number
  approximate_rate: number | null
}

export interface FunnelSteps {
  visits: number
  product_views: number
  searches: number
  clicks: number
  cart_adds: number
  checkouts: number
  orders: number
}

export interface OrderTouch {
  because: string
  touch: 'click' | 'view'
  at: string
  event_id: string
  surface: string
  section: string | null
  recommendation_type: string | null
  variant: string | null
  query: string | null
  position: number | null
  /** The touch's share of the line's amount. */
  amount: number
}

export interface OrderLine {
  product_id: number
  external_id?: string
  quantity: number
  amount: number
  attributed_to: OrderTouch | null
  first: OrderTouch | null
  linear: OrderTouch[]
  /** With `key`: every touch, earliest first, including those without credit. */
  touches?: TimelineTouch[]
  /** With `key`: when the product was added to the cart. */
  carts?: { at: string; event_id: string }[]
}

export interface TimelineTouch extends OrderTouch {
  served_at: string | null
  models: AttributionModel[]
  /** Why the touch gets no credit: clicks take precedence over views, and later touches over earlier ones. */
  lost: 'click_counts' | 'later_touch' | null
}

export interface OrderRow {
  order_id: string
  at: string
  currency: string
  lines: OrderLine[]
}

export interface QueryDetail extends QueryRow {
  /** Clicks by position, with the same sum as `clicks`; null is an unknown position. */
  positions: { position: number | null; clicks: number; share: number }[]
  days: { date: string; searches: number; clicked_searches: number; clicks: number; zero_results: number }[]
  reformulated_to: { query: string; count: number }[]
  reformulated_from: { query: string; count: number }[]
}

export interface ExperimentVariant {
  variant: string
  visitors: number
  buyers: number
  orders: number
  conversion_rate: number | null
  conversion_interval: [number, number]
  revenue: number
  revenue_per_visitor: number
}

export interface ExperimentReport {
  id: number | string
  name: string
  status: string
  hypothesis: string | null
  metric: 'conversion_rate' | 'revenue_per_visitor'
  started_at: string | null
  variants: ExperimentVariant[]
  days: { date: string; variant: string; visitors: number; buyers: number }[]
  planned_visitors_per_variant: number | null
  visitors_so_far: number
  visitors_per_day: number
  days_left: number | null
  sample_ratio_p: number | null
  differences: {
    variant: string
    baseline: string
    absolute: number | null
    relative: number | null
    interval: [number, number] | null
    p: number | null
    smallest_detectable: number | null
  }[]
  verdict: {
    kind: 'no_plan' | 'not_yet' | 'sample_ratio' | 'difference' | 'no_difference'
    best: string | null
    sentence: string
  }
  config_changed_during: { version: number; at: string; author: string | null; note: string | null }[]
}

export interface ExposureRow {
  lists: number
  places: number
  /** Number of distinct products in these lists. */
  products: number
  coverage: number | null
  /** 0: all products are shown equally often; near 1: one product takes every position. */
  gini: number
  /** Share of the positions given to products that few visitors have seen. */
  explored_share: number | null
}

export interface Reports {
  overview: ReportHead & { totals: Totals }
  'overview-days': ReportHead & { days: (Totals & { date: string })[] }
  surfaces: ReportHead & {
    rows: SurfaceRow[]
    revenue: number
    not_attributed: { revenue: number; models: Record<AttributionModel, { revenue: number }> }
  }
  sections: ReportHead & { rows: SurfaceRow[] }
  steps: ReportHead & { rows: SurfaceRow[] }
  rules: ReportHead & { rows: { rule: string; acted: number; last_acted_on: string | null }[] }
  exposure: ReportHead & {
    catalog_products: number
    totals: ExposureRow
    rows: (ExposureRow & { key: string })[]
    products: { product_id: number; external_id?: string; lists: number; share_of_lists: number | null }[]
  }
  'top-queries': ReportHead & { rows: QueryRow[] }
  'queries-without-results': ReportHead & { rows: QueryRow[] }
  'queries-without-clicks': ReportHead & { rows: QueryRow[] }
  'trending-queries': ReportHead & { rows: (QueryRow & { searches_before: number; change: number | null })[] }
  'query-detail': ReportHead & QueryDetail
  experiments: ReportHead & { experiences: ExperimentReport[] }
  queries: ReportHead & { rows: QueryRow[] }
  filters: ReportHead & { rows: Record<string, unknown>[] }
  orders: ReportHead & { orders: OrderRow[] }
  funnel: ReportHead & { total: FunnelSteps & { conversion_rate: number | null } }
  products: ReportHead & {
    rows: { product_id: number; external_id?: string; views: number; orders: number; revenue: number }[]
  }
  ingestion: ReportHead & {
    totals: Record<string, number>
    refused_by_reason: { reason: string; events: number }[]
    events: { name: string; events: number; unreadable: number }[]
  }
}

export interface HealthEstimate {
  value: number
  /** 95 % confidence interval. */
  interval: [number, number]
}

export interface RankedChoices {
  clicks: number
  mean_reciprocal_rank: HealthEstimate
  in_first_3: HealthEstimate
  in_first_10: HealthEstimate
  in_first_24: HealthEstimate
}

export interface HealthFix {
  kind: 'synonym' | 'pin' | 'catalog' | 'none'
  synonym?: { from: string; to: string }
  pin?: { query: string; product_id: number }
}

/** Details of the cause: a better wording, words of the query, number of products found. */
export interface FailureFacts {
  to?: string
  words?: string[]
  total?: number
}

/** A learned model of shoppers' choices: whether search uses it, since when and why. */
export interface LearnedModelState {
  model: 'products' | 'values' | 'weights'
  is_live: boolean
  since: string | null
  stepped_back_at: string | null
  reason: 'too_few_searches' | 'proven' | 'breaks_golden' | 'would_lose' | 'not_proven' | 'stepped_back'
  /** Golden queries that the model would break. */
  breaks: string[]
  searches: number
  moved_searches: number
  gain: HealthEstimate
}

/** How often a law of search held in cases made from the shop's own products, with up to three violations. */
export interface HeldLaw {
  law: number
  says: string
  asked: number
  kept: number
  rate: number
  faults: { query: string; fault: string }[]
}

export interface SearchHealthAnswer {
  health: {
    /** 0 to 100. */
    score: number | null
    parts: { laws: number | null; answered: number | null; chosen_in_first_10: number | null }
    /** Null if the catalog is too large. */
    laws: HeldLaw[] | null
    replay: { searches: number } & Record<
      'clicked' | 'clicked_head' | 'clicked_tail' | 'carted' | 'bought',
      RankedChoices | null
    >
    failing: { cause: string; queries: number; lost_searches: number }[]
    worst: { query: string; lost: number; cause: string; about: FailureFacts; fix: HealthFix }[]
    /** Only faults that cost searches. */
    catalog_faults: { check: string; count: number; searches_affected: number }[]
    golden: { expected: number; broken: { query: string; fault: string }[] }
    learning: { checked_at: string | null; models: LearnedModelState[] }
  } | null
  trend: { date: string; score: number | null }[]
  progress: { done: number; of: number } | null
  looked_at: string | null
  is_current: boolean
}

export interface ReplayedChange {
  searches: number
  changed_searches: number
  risen: number
  fallen: number
  difference: HealthEstimate | null
  verdict: 'no_change' | 'better' | 'worse' | 'unsure'
  most_changed: { query: string; searches: number; difference: number; live: number[]; draft: number[] }[]
  golden: { expected: number; broken: { query: string; fault: string }[] }
}
