/** Reports how much of the catalog recommendations show, and how evenly, by type of list. */
import type { ShownProduct } from '../../ports/derived-store/derived-records.ts'
import { type ReportCall, ratio } from './report-call.ts'
import { giniCoefficient } from './statistics.ts'

/** Each answer holds a whole list of products, so only the latest ones are read. */
const MAX_ANSWERS = 5_000

export async function exposureReport(call: ReportCall): Promise<object> {
  const { store, shop, days, fromDay, toDay, limit } = call
  const range = { fromMs: days.startOf(fromDay), toMs: days.startOf(toDay + 1) - 1 }
  const { answers, shown } = await store.productsShown(shop.id, range, MAX_ANSWERS)
  const catalog = await call.countProducts()
  const lists = answers.reduce((sum, { lists }) => sum + lists, 0)
  return {
    catalog_products: catalog,
    totals: spreadOf(shown, lists, catalog),
    rows: answers
      .toSorted((a, b) => b.lists - a.lists || (a.type < b.type ? -1 : 1))
      .map(({ type, lists }) => ({
        key: type,
        ...spreadOf(
          shown.filter((one) => one.type === type),
          lists,
          catalog,
        ),
      })),
    products: topShown(shown, lists).slice(0, limit),
  }
}

function spreadOf(shown: readonly ShownProduct[], lists: number, catalog: number): object {
  const counts = countsOf(shown)
  const places = shown.reduce((sum, { places }) => sum + places, 0)
  return {
    lists,
    places,
    products: counts.size,
    coverage: ratio(counts.size, Math.max(catalog, counts.size)),
    gini: round(giniCoefficient([...counts.values()], Math.max(catalog, counts.size))),
    explored_share: ratio(
      shown.reduce((sum, { explored }) => sum + explored, 0),
      places,
    ),
  }
}

function topShown(shown: readonly ShownProduct[], lists: number): object[] {
  const ranked = [...countsOf(shown)].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return ranked.map(([product_id, count]) => ({ product_id, lists: count, share_of_lists: ratio(count, lists) }))
}

function countsOf(shown: readonly ShownProduct[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { productId, places } of shown) counts.set(productId, (counts.get(productId) ?? 0) + places)
  return counts
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
