/** Defines every figure and ratio that reports, tables, alerts and proposals show, so that no two screens can disagree. */
import type { SearchSums, VisitRow } from '../../ports/derived-store/derived-records.ts'
import { VISIT_STEPS } from '../../ports/derived-store/derived-facts.ts'
import { LAST_POSITION, UNKNOWN_POSITION } from '../../ports/derived-store/count-searches.ts'
import { NOTHING, type Numbers, ratio, roundMoney } from './report-call.ts'
import { wilsonInterval } from './statistics.ts'

/** Steps in order. A visit that reached a later step counts for every earlier one, because an event may have been lost. */
const CHAIN = [
  ['visits', VISIT_STEPS.visit],
  ['product_views', VISIT_STEPS.productView],
  ['cart_adds', VISIT_STEPS.cartAdd],
  ['checkouts', VISIT_STEPS.checkout],
  ['orders', VISIT_STEPS.order],
] as const

/** Steps outside the chain: an order can happen without them. */
const OTHER_STEPS = [
  ['searches', VISIT_STEPS.search],
  ['clicks', VISIT_STEPS.click],
] as const

export type FunnelFigures = Record<(typeof CHAIN)[number][0] | (typeof OTHER_STEPS)[number][0], number>

export function funnelFigures(rows: readonly VisitRow[]): FunnelFigures {
  const visitsWith = (bits: number) => rows.reduce((sum, row) => sum + (row.steps & bits ? row.sessions : 0), 0)
  const chain = CHAIN.map(([name], at) => [
    name,
    visitsWith(CHAIN.slice(at).reduce((bits, [, step]) => bits | step, 0)),
  ])
  const others = OTHER_STEPS.map(([name, step]) => [name, visitsWith(step)])
  return Object.fromEntries([...chain, ...others])
}

export interface VisitFigures {
  visits: number
  visits_with_order: number
  conversion_rate: number | null
}

export function visitFigures(rows: readonly VisitRow[]): VisitFigures {
  const { visits, orders } = funnelFigures(rows)
  return { visits, visits_with_order: orders, conversion_rate: ratio(orders, visits) }
}

/** A comparison needs this many visits in both periods. */
export const COMPARABLE_VISITS = 30

export const NO_SEARCHES: SearchSums = { searches: 0, clicked: 0, clicks: 0, zeroResults: 0, approximate: 0 }

export function addSearchSums<T extends SearchSums>(a: T, b: SearchSums): T {
  return {
    ...a,
    searches: a.searches + b.searches,
    clicked: a.clicked + b.clicked,
    clicks: a.clicks + b.clicks,
    zeroResults: a.zeroResults + b.zeroResults,
    approximate: a.approximate + b.approximate,
  }
}

export interface SearchFigures {
  searches: number
  clicked_searches: number
  /** Clicks, at most one per search and product. */
  clicks: number
  ctr: number | null
  zero_results: number
  zero_result_rate: number | null
  /** Searches without complete matches. */
  approximate: number
  approximate_rate: number | null
}

export function searchFigures({ searches, clicked, clicks, zeroResults, approximate }: SearchSums): SearchFigures {
  return {
    searches,
    clicked_searches: clicked,
    clicks,
    ctr: ratio(clicked, searches),
    zero_results: zeroResults,
    zero_result_rate: ratio(zeroResults, searches),
    approximate,
    approximate_rate: ratio(approximate, searches),
  }
}

/** True if the click rate is 0, or significantly below half the usual rate. */
export function isRarelyClicked(
  { clicked, searches }: { clicked: number; searches: number },
  usualRate: number,
): boolean {
  return clicked === 0 || wilsonInterval(clicked, searches)[1] < usualRate / 2
}

/** Uses the last-touch model, except in `models`. */
export function earnedFigures(row: Numbers, shopRevenue: number) {
  const revenue = row.money('last_order_revenue')
  const orders = row.get('last_orders')
  return {
    carts: row.get('carts'),
    orders,
    units: row.get('last_order_units'),
    revenue,
    attributed_share: ratio(revenue, shopRevenue),
    lines_by_click: row.get('last_order_lines:click'),
    lines_by_view: row.get('last_order_lines:view'),
    models: {
      last: { orders, revenue },
      first: { orders: row.get('first_orders'), revenue: row.money('first_order_revenue') },
      linear: { orders: row.get('linear_orders'), revenue: row.money('linear_order_revenue') },
    },
    unconverted_revenue: row.unconverted('last_order_revenue'),
  }
}

/** The click rate is clicks ÷ views, at most 1. */
export function shownFigures(row: Numbers) {
  const [views, clicks] = [row.get('views'), row.get('clicks')]
  const rate = ratio(clicks, views)
  return {
    renders: row.get('renders'),
    views,
    clicks,
    ctr: rate === null ? null : Math.min(1, rate),
    average_click_position: ratio(row.get('position_sum'), row.get('position_count')),
  }
}

/** The clicks add up to the total: null is an unknown position, and the last position includes all later ones. */
export function positionFigures(row: Numbers) {
  const total = row.get('clicks')
  const places = Array.from({ length: LAST_POSITION + 1 }, (_, place) => ({
    position: place === UNKNOWN_POSITION ? null : place,
    clicks: row.get(`clicks_at:${place}`),
  }))
  return places.filter(({ clicks }) => clicks > 0).map((one) => ({ ...one, share: ratio(one.clicks, total) }))
}

export function shopFigures(shop: Numbers = NOTHING, attributed: Numbers = NOTHING) {
  const revenue = shop.money('revenue')
  const attributedRevenue = attributed.money('last_order_revenue')
  const orders = shop.get('orders')
  return {
    events: shop.get('events'),
    bot_events: shop.get('bot_events'),
    page_views: shop.get('page_views'),
    product_views: shop.get('product_views'),
    cart_adds: shop.get('cart_adds'),
    orders,
    units: shop.get('units'),
    revenue,
    confirmed_orders: shop.get('confirmed_orders'),
    confirmed_revenue: shop.money('confirmed_revenue'),
    unconfirmed_revenue: roundMoney(revenue - shop.money('confirmed_revenue')),
    average_order_value: orders === 0 ? null : roundMoney(revenue / orders),
    attributed_orders: attributed.get('last_orders'),
    attributed_revenue: attributedRevenue,
    attributed_share: ratio(attributedRevenue, revenue),
    unconverted_revenue: shop.unconverted('revenue'),
  }
}

export function productFigures(row: Numbers) {
  const [views, orders] = [row.get('views'), row.get('orders')]
  return {
    views,
    cart_adds: row.get('cart_adds'),
    orders,
    units: row.get('units'),
    revenue: row.money('revenue'),
    orders_per_view: ratio(orders, views),
  }
}
