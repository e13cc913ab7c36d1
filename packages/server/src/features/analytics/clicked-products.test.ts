import { expect, it } from 'vitest'
import type { StoredServe } from '../../ports/derived-store/derived-store.ts'
import { countClicks } from './clicked-products.ts'

const serve = (query: string, more: Partial<StoredServe> = {}): StoredServe => ({
  surface: 'search',
  atMs: 0,
  subjects: [],
  query,
  products: [1, 2, 3].map((productId, i) => ({ productId, position: i + 1 })),
  ...more,
})

it('counts what was chosen in which search, and where it stood on average', () => {
  const second = serve(' TEA ', { products: [{ productId: 3, position: 24 }] })
  const serves = new Map([
    ['a', [serve('tea')]],
    ['b', [second]],
    ['c', [serve('tea', { surface: 'section' })]],
  ])
  const click = (serveId: string, productId: number) => ({ serveId, productId })
  const clicks = [click('a', 3), click('a', 1), click('b', 3), click('c', 3), click('gone', 3), click('a', 9)]
  expect(countClicks(clicks, serves)).toEqual([
    { query: 'tea', productId: 3, clicks: 2, ofClicks: 3, position: 13.5 },
    { query: 'tea', productId: 1, clicks: 1, ofClicks: 3, position: 1 },
  ])
})
