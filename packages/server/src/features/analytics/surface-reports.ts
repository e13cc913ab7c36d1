/** What each surface, section, recommendation type, variant or query showed, and what came of it. */
import { NOTHING, type Numbers, type ReportCall, dateOfDay, ratio, readNumbers, roundMoney } from './report-call.ts'

import { readVisits } from './audience-reports.ts'
import { readSearchesByDay } from './read-queries.ts'

/** Of a row's key, how often something shown was clicked; at most 1. */
export type ClickRates = (call: ReportCall, keys: readonly string[]) => Promise<(key: string) => number | null>

/** `ratesOf`: where clicks can be counted once for what was shown; else all clicks are held against all views. */
export function surfaceReport(dimension: string, ratesOf?: ClickRates) {
  return async (call: ReportCall): Promise<object> => {
    // There are as many queries as shoppers think of; of all else there are few.
    const rows = await readNumbers(call, dimension, dimension === 'query' ? DECIDING : undefined)
    const revenue = await shopRevenue(call)
    const ranked = rows.sort(
      (a, b) => (a.day ?? 0) - (b.day ?? 0) || weightOf(b) - weightOf(a) || (a.key < b.key ? -1 : 1),
    )
    const shown = ranked.slice(0, call.limit)
    const keys = shown.map(({ key }) => key)
    const rateOf = call.perDay ? undefined : await ratesOf?.({ ...call, key: undefined }, keys)
    return {
      rows: shown.map((row) => ({ ...surfaceRow(row, revenue), ...(rateOf && { ctr: rateOf(row.key) }) })),
    }
  }
}

const DECIDING = ['last_order_revenue:', 'clicks', 'renders', 'views']

/** What shares are of: all that the segment spent. */
export async function shopRevenue(call: ReportCall): Promise<number> {
  const [totals] = await readNumbers({ ...call, key: undefined, perDay: false }, 'shop')
  return (totals ?? NOTHING).money('revenue')
}

/** Most earning first, then most used. */
function weightOf(row: Numbers): number {
  return row.money('last_order_revenue') * 1000 + row.get('clicks') * 10 + row.get('renders')
}

export function surfaceRow(row: Numbers, shopRevenue: number): object {
  const [views, clicks, cartAdds] = [row.get('views'), row.get('clicks'), row.get('cart_adds')]
  const revenue = row.money('last_order_revenue')
  return {
    key: row.key,
    ...(row.day === undefined ? {} : { date: dateOfDay(row.day) }),
    renders: row.get('renders'),
    views,
    clicks,
    // A page may be clicked more than once; nothing is clicked more often than always.
    ctr: atMostOne(ratio(clicks, views)),
    cart_adds: cartAdds,
    add_to_cart_rate: ratio(cartAdds, clicks),
    average_click_position: ratio(row.get('position_sum'), row.get('position_count')),
    attributed_carts: row.get('last_carts'),
    orders: row.get('last_orders'),
    units: row.get('last_order_units'),
    revenue,
    attributed_share: ratio(revenue, shopRevenue),
    lines_by_click: row.get('last_order_lines:click'),
    lines_by_view: row.get('last_order_lines:view'),
    models: {
      last: { orders: row.get('last_orders'), revenue },
      first: { orders: row.get('first_orders'), revenue: row.money('first_order_revenue') },
      linear: { orders: row.get('linear_orders'), revenue: row.money('linear_order_revenue') },
    },
    unconverted_revenue: row.unconverted('last_order_revenue'),
  }
}

const atMostOne = (rate: number | null) => (rate === null ? null : Math.min(1, rate))

export async function overviewReport(call: ReportCall): Promise<object> {
  const numbers = await readNumbers({ ...call, key: undefined }, 'shop')
  const shop = numbers.sort((a, b) => (a.day ?? 0) - (b.day ?? 0))
  const attributed = await readNumbers({ ...call, key: undefined }, 'attributed')
  const sessions = (await readVisits(call)).reduce((sum, row) => sum + row.sessions, 0)
  const ofDay = (day: number | undefined) => attributed.find((row) => row.day === day) ?? NOTHING
  const found = await readSearchesByDay(call)
  if (call.perDay)
    return {
      days: shop.map((row) => ({
        date: dateOfDay(row.day ?? 0),
        ...totals(row, ofDay(row.day)),
        searches: found.get(row.day ?? 0) ?? 0,
      })),
    }
  const all = shop[0] ?? NOTHING
  // As the lists of queries count them: reported by whichever event, once a visit.
  const searches = [...found.values()].reduce((sum, one) => sum + one, 0)
  return {
    totals: {
      sessions,
      ...totals(all, attributed[0] ?? NOTHING),
      searches,
      conversion_rate: ratio(all.get('orders'), sessions),
    },
  }
}

function totals(shop: Numbers, attributed: Numbers): object {
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
    renders: attributed.get('renders'),
    views: attributed.get('views'),
    clicks: attributed.get('clicks'),
    ctr: atMostOne(ratio(attributed.get('clicks'), attributed.get('views'))),
    attributed_orders: attributed.get('last_orders'),
    attributed_revenue: attributedRevenue,
    attributed_share: ratio(attributedRevenue, revenue),
    unconverted_revenue: shop.unconverted('revenue'),
  }
}

export async function productReport(call: ReportCall): Promise<object> {
  const rows = await readNumbers(call, 'product', ['revenue:', 'views', 'orders', 'cart_adds'])
  const ranked = rows.sort(
    (a, b) =>
      (a.day ?? 0) - (b.day ?? 0) ||
      b.money('revenue') - a.money('revenue') ||
      b.get('views') - a.get('views') ||
      Number(a.key) - Number(b.key),
  )
  return {
    rows: ranked.slice(0, call.limit).map((row) => ({
      product_id: Number(row.key),
      ...(row.day === undefined ? {} : { date: dateOfDay(row.day) }),
      views: row.get('views'),
      cart_adds: row.get('cart_adds'),
      orders: row.get('orders'),
      units: row.get('units'),
      revenue: row.money('revenue'),
      conversion_rate: ratio(row.get('orders'), row.get('views')),
    })),
  }
}
