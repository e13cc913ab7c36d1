import type { TopFacets, TopRequest } from '@vitrine/contract'
import { displayPrice, type PriceView } from '../platform/price-view.ts'
import type { CatalogEntry } from './catalog/catalog-entries.ts'

const MAX_VALUES = 50
/** About as many as a page lists without scrolling. */
const PRICE_BUCKETS = 9

/** Counts all products that match, not only the page. */
export function topFacets(
  entries: readonly CatalogEntry[],
  asked: NonNullable<TopRequest['facets']>,
  prices: PriceView,
): TopFacets {
  const facets: TopFacets = {}
  for (const facet of asked) {
    if (facet === 'price') facets.price = priceFacet(entries.map(({ price }) => displayPrice(price, prices)))
    else facets[facet] = valueCounts(entries.map((entry) => valuesOf(entry, facet)))
  }
  return facets
}

function valuesOf({ product }: CatalogEntry, facet: 'vendor' | 'product_type' | 'tag'): readonly string[] {
  if (facet === 'tag') return product.tags
  const value = facet === 'vendor' ? product.vendor : product.productType
  return value ? [value] : []
}

function valueCounts(lists: readonly (readonly string[])[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const values of lists) for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return sorted.slice(0, MAX_VALUES).map(([value, count]) => ({ value, count }))
}

/** A price on the edge of two buckets belongs to the upper one. */
function priceFacet(prices: readonly number[]): NonNullable<TopFacets['price']> {
  const known = prices.filter(Number.isFinite)
  if (known.length === 0) return { min: null, max: null, buckets: [] }
  const min = known.reduce((least, price) => Math.min(least, price))
  const max = known.reduce((most, price) => Math.max(most, price))
  const step = roundStep(min, max)
  const first = Math.floor(min / step)
  const buckets = Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) => ({
    from: round((first + i) * step),
    to: round((first + i + 1) * step),
    count: 0,
  }))
  for (const price of known) {
    const bucket = buckets[Math.min(buckets.length - 1, Math.floor(price / step) - first)]
    if (bucket) bucket.count++
  }
  return { min, max, buckets }
}

/** Returns 1, 2 or 5 times a power of ten, to get close to the target number of buckets. */
function roundStep(min: number, max: number): number {
  if (max <= min) return 1
  const power = 10 ** Math.floor(Math.log10((max - min) / PRICE_BUCKETS))
  const excess = (step: number) => Math.abs(Math.floor(max / step) - Math.floor(min / step) + 1 - PRICE_BUCKETS)
  return [1, 2, 5, 10]
    .map((factor) => factor * power)
    .reduce((best, step) => (excess(step) < excess(best) ? step : best))
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
