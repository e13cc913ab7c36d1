import { describe, expect, it } from 'vitest'
import type { Serve } from '../serves/serve-log.ts'
import { Exposure, ShopExposures } from './exposure.ts'
import { rankedStream } from './ranked-stream.ts'
import { createContext, orders, query } from './testing/shop-context.ts'

describe('Exposure', () => {
  it('P1: is the share of the latest lists with a product, if there are at least 200', () => {
    const exposure = new Exposure()
    for (let i = 0; i < 199; i++) exposure.add([1])
    expect(exposure.share(1)).toBe(0)
    exposure.add([2])
    expect([exposure.share(1), exposure.share(2), exposure.share(3)]).toEqual([199 / 200, 1 / 200, 0])
  })

  it('P2: forgets products that are no longer shown', () => {
    const exposure = new Exposure()
    for (let i = 0; i < 1000; i++) exposure.add([1])
    for (let i = 0; i < 9000; i++) exposure.add([2])
    expect(exposure.share(1)).toBeLessThan(0.05)
    expect(exposure.share(2)).toBeGreaterThan(0.95)
  })

  it('P3: counts lists of recommendations, not of searches', () => {
    const exposures = new ShopExposures()
    const recorded: Serve[] = []
    const log = exposures.watch({ record: (serve) => void recorded.push(serve) })
    const products = [{ productId: 1, position: 1 }]
    for (let i = 0; i < 200; i++) {
      log.record({ shop: 's', surface: 'search', atMs: 0, products })
      log.record({ shop: 's', surface: 'section', atMs: 0, recommendationType: 'bestsellers', products: i % 2 ? products : [{ productId: 2, position: 1 }] }) // biome-ignore format: one line reads better
    }
    expect([exposures.of('s').share(1), exposures.of('other').share(1), recorded.length]).toEqual([0.5, 0, 400])
  })
})

describe('the cap of exposure', () => {
  const products = [
    { id: 1, title: 'Oak Desk', productType: 'Desk', tags: ['office', 'oak'] },
    { id: 2, title: 'Bright Lamp', productType: 'Lamp', tags: ['office', 'oak'] },
    { id: 3, title: 'Dim Lamp', productType: 'Lamp', tags: ['office'] },
    { id: 4, title: 'Red Pen', productType: 'Pen', tags: ['stationery'] },
    { id: 5, title: 'Blue Ink', productType: 'Ink', tags: ['stationery'] },
  ]
  const first = (changes: object) => {
    const spec = { products, exposure: (id: number) => (id === 2 ? 0.3 : 0), ...changes }
    const stream = rankedStream(createContext(spec), query({ type: 'cross_sell', anchors: [1] }))
    return [stream.at(0)?.productId, stream.at(1)?.productId]
  }

  it('P4: moves a product of more than a quarter of the lists to the end, if only the catalog supports it', () => {
    expect(first({ exposure: () => 0 })).toEqual([2, 3])
    expect(first({})).toEqual([3, 2])
  })

  it('P5: keeps products that were bought together in place, and is off at 1', () => {
    expect(first({ events: orders(4, [1, 2]) })).toEqual([2, 3])
    expect(first({ config: { recommendations: { exposure_cap: 1 } } })).toEqual([2, 3])
  })
})
