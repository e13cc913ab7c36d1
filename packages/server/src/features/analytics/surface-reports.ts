import {
  addSearchSums,
  earnedFigures,
  NO_SEARCHES,
  positionFigures,
  productFigures,
  searchFigures,
  shopFigures,
  shownFigures,
  visitFigures,
} from './figures.ts'
import { queryFigures, readQueries, readRevenue, readSearchesByDay, readVisits, sumOfDays } from './read-figures.ts'
import { dateOfDay, NOTHING, type Numbers, type ReportCall, readNumbers, roundMoney } from './report-call.ts'

/** The rows of surfaces and `not_attributed` add up to `revenue` in every model. */
export function surfaceReport(dimension: 'surface' | 'section' | 'type' | 'variant' | 'step') {
  return async (call: ReportCall): Promise<object> => {
    const rows = await readNumbers(call, dimension)
    const [revenue, searches] = await Promise.all([readRevenue(call), readSearchesByDay(call)])
    const ranked = rows.sort(
      (a, b) => (a.day ?? 0) - (b.day ?? 0) || weightOf(b) - weightOf(a) || (a.key < b.key ? -1 : 1),
    )
    const shown = ranked.slice(0, call.limit).map((row) => ({
      key: row.key,
      ...(row.day === undefined ? {} : { date: dateOfDay(row.day) }),
      ...shownFigures(row),
      // Further pages, filters and sort orders of a search are not counted again.
      ...(dimension === 'surface' && row.key === 'search'
        ? searchFigures(row.day === undefined ? sumOfDays(searches) : (searches.get(row.day) ?? NO_SEARCHES))
        : {}),
      ...earnedFigures(row, revenue),
    }))
    if (dimension !== 'surface' || call.key !== undefined) return { rows: shown, revenue }
    const rest = (model: keyof Earned['models']) => ({
      revenue: roundMoney(revenue - shown.reduce((sum, { models }) => sum + models[model].revenue, 0)),
    })
    const models = { last: rest('last'), first: rest('first'), linear: rest('linear') }
    return { rows: shown, revenue, not_attributed: { ...models.last, models } }
  }
}

type Earned = ReturnType<typeof earnedFigures>

function weightOf(row: Numbers): number {
  return row.money('last_order_revenue') * 1000 + row.get('clicks') * 10 + row.get('renders')
}

export async function queriesReport(call: ReportCall): Promise<object> {
  const deciding = ['last_order_revenue:', 'clicks']
  const numbers = await readNumbers({ ...call, perDay: false, key: undefined }, 'query', { deciding })
  const wanted = numbers.filter(({ key }) => key.startsWith(call.key ?? '')).sort((a, b) => weightOf(b) - weightOf(a))
  const only = wanted.slice(0, call.limit).map(({ key }) => key)
  const rows = await readQueries({ ...call, key: undefined }, { orderBy: 'searches', only, limit: only.length })
  const figures = await queryFigures(call, rows)
  return { rows: figures.sort((a, b) => b.revenue - a.revenue || b.clicks - a.clicks || (a.query < b.query ? -1 : 1)) }
}

export async function overviewReport(call: ReportCall): Promise<object> {
  const whole = { ...call, key: undefined }
  const [shop, attributed, visits, searches] = await Promise.all([
    readNumbers(whole, 'shop'),
    readNumbers(whole, 'attributed'),
    readVisits(call, { perDay: call.perDay }),
    readSearchesByDay(call),
  ])
  if (!call.perDay) {
    const totals = figuresOf({ shop: shop[0], attributed: attributed[0], visits, searches: sumOfDays(searches) })
    return { totals }
  }
  const days = new Set([...shop, ...visits].map(({ day }) => day ?? 0))
  const ofDay = <T extends { day?: number }>(rows: readonly T[], day: number) => rows.filter((row) => row.day === day)
  return {
    days: [...days]
      .sort((a, b) => a - b)
      .map((day) => ({
        date: dateOfDay(day),
        ...figuresOf({
          shop: ofDay(shop, day)[0],
          attributed: ofDay(attributed, day)[0],
          visits: ofDay(visits, day),
          searches: searches.get(day) ?? NO_SEARCHES,
        }),
      })),
  }
}

interface Overview {
  shop: Numbers | undefined
  attributed: Numbers | undefined
  visits: Parameters<typeof visitFigures>[0]
  searches: Parameters<typeof searchFigures>[0]
}

function figuresOf({ shop, attributed = NOTHING, visits, searches }: Overview): object {
  const { clicks: _clicks, ctr, ...searched } = searchFigures(addSearchSums(NO_SEARCHES, searches))
  const { average_click_position: _position, ...shown } = shownFigures(attributed)
  return { ...visitFigures(visits), ...shopFigures(shop, attributed), ...shown, ...searched, search_ctr: ctr }
}

export async function productReport(call: ReportCall): Promise<object> {
  const rows = await readNumbers(
    call,
    'product',
    call.only ? { only: call.only } : { deciding: ['revenue:', 'views', 'orders', 'cart_adds'] },
  )
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
      ...productFigures(row),
    })),
  }
}

export async function positionsReport(call: ReportCall): Promise<object> {
  const surfaces = await readNumbers({ ...call, perDay: false }, 'surface')
  return {
    rows: surfaces
      .map((row) => ({ key: row.key, clicks: row.get('clicks'), positions: positionFigures(row) }))
      .filter(({ positions }) => positions.length > 0)
      .sort((a, b) => b.clicks - a.clicks || (a.key < b.key ? -1 : 1)),
  }
}
