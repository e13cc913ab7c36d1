import { expect, it } from 'vitest'
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { topFacets } from './top-facets.ts'

const PRICES = { shopCurrency: 'USD', currency: 'USD', rate: 1, discountPercent: 0, shopDecimals: 2, decimals: 2 }

function buckets(prices: number[]) {
  const entries = prices.map((price) => ({ price }) as CatalogEntry)
  return topFacets(entries, ['price'], PRICES).price?.buckets ?? []
}

it('divides any range of prices into a handful of round steps', () => {
  for (const most of [3, 40, 95, 270, 999, 1500, 4800, 120_000]) {
    const found = buckets(Array.from({ length: 200 }, (_, i) => 1 + (i * (most - 1)) / 199))
    expect(found.length, `prices to ${most}`).toBeGreaterThanOrEqual(5)
    expect(found.length, `prices to ${most}`).toBeLessThanOrEqual(12)
    const step = (found[0]?.to ?? 0) - (found[0]?.from ?? 0)
    expect([1, 2, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6)))
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(200)
  }
})

it('puts products of one price into one bucket', () => {
  expect(buckets([20, 20])).toEqual([{ from: 20, to: 21, count: 2 }])
})

it('lists the fifty most frequent values, ties by value, and counts each once per product', () => {
  const entry = (...tags: string[]) =>
    ({ price: 1, product: { tags, vendor: '', productType: 'Mugs' } }) as unknown as CatalogEntry
  const entries = [entry('b', 'b', 'a'), entry('a'), ...Array.from({ length: 60 }, (_, i) => entry(`z${i}`))]
  const { tag, vendor, product_type: type } = topFacets(entries, ['tag', 'vendor', 'product_type'], PRICES)
  expect([tag?.length, tag?.slice(0, 3)]).toEqual([50, [{ value: 'a', count: 2 }, { value: 'b', count: 1 }, { value: 'z0', count: 1 }]]) // biome-ignore format: one line reads better
  expect([vendor, type]).toEqual([[], [{ value: 'Mugs', count: 62 }]])
})

it('has no bounds if no product has a price', () => {
  expect(topFacets([], ['price'], PRICES).price).toEqual({ min: null, max: null, buckets: [] })
})
