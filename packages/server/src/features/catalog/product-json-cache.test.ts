import { expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import type { PriceView } from '../platform/price-view.ts'
import { presentProduct } from './present-product.ts'
import { productJsonCache } from './product-json-cache.ts'

const usd: PriceView = {
  shopCurrency: 'USD',
  currency: 'USD',
  rate: 1,
  discountPercent: 0,
  shopDecimals: 2,
  decimals: 2,
}
const views = [
  { style: 'search', prices: usd, locale: 'en' },
  { style: 'section', prices: usd, locale: 'en' },
  { style: 'search', prices: { ...usd, currency: 'EUR', rate: 0.5 }, locale: 'en' },
  { style: 'search', prices: { ...usd, discountPercent: 10 }, locale: 'en' },
  { style: 'search', prices: usd, locale: 'de' },
] as const

it('returns the presented product in every view, on the first call and from the cache', () => {
  const ready = productJsonCache()
  const product = sampleProduct(1, { translations: { de: { title: 'Stuhl' } } })
  for (let time = 0; time < 2; time++)
    for (const view of views) expect(ready(product, view).toJSON()).toEqual(presentProduct(product, view))
})

it('presents a product once per view', () => {
  const ready = productJsonCache()
  const product = sampleProduct(1)
  expect(ready(product, views[0])).toBe(ready(product, { ...views[0] }))
  expect(ready(product, views[0])).not.toBe(ready(product, views[1]))
})

it('presents a changed product again', () => {
  const ready = productJsonCache()
  const product = sampleProduct(1)
  ready(product, views[0])
  expect(ready({ ...product, title: 'Another' }, views[0]).toJSON()).toMatchObject({ title: 'Another' })
})

it('keeps only a few views per product and drops the oldest, however many locales are requested', () => {
  const ready = productJsonCache()
  const product = sampleProduct(1)
  const first = ready(product, views[0])
  for (let i = 0; i < 15; i++) ready(product, { ...views[0], locale: `x-${i}` })
  expect(ready(product, views[0])).toBe(first)
  ready(product, { ...views[0], locale: 'x-15' })
  expect(ready(product, views[0])).not.toBe(first)
})
