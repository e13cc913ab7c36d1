import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContext, idsOf, NOW_MS, product, type ProductSpec, query, explained } from '../testing/shop-context.ts'
import { assorted, featured, spotlight } from './day-one-steps.ts'

const DAY_MS = 86_400_000
const [{ variants: [VARIANT] }] = [product({ id: 1 })] // biome-ignore format: one line reads better
const lamps = (count: number, parts: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, productType: 'Lamp', ...parts(i) })) as ProductSpec[]
const variants = (id: number, ...parts: object[]) => parts.map((one, i) => ({ ...VARIANT!, id: id * 100 + i, ...one }))

describe('the most promising products', () => {
  it('D1: are ranked by reviews, variants in stock, units, pictures and collections, each with its weight', () => {
    const one = fc.record({
      rating: fc.option(fc.record({ value: fc.integer({ min: 0, max: 5 }), count: fc.nat(40) })),
      stocks: fc.array(fc.integer({ min: -3, max: 30 }), { minLength: 1, maxLength: 5 }),
      pictures: fc.nat(2),
      collections: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), (specs) => {
        const products = lamps(specs.length, (i) => {
          const { rating, stocks, pictures, collections } = specs[i]!
          const images = Array.from({ length: pictures }, (_, at) => ({ id: i * 10 + at + 1, src: `https://x.example/${i}-${at}.jpg` })) // biome-ignore format: one line reads better
          const own = variants(i + 1, ...stocks.map((inventoryQuantity) => ({ inventoryQuantity })))
          return { rating, images, collections, variants: own }
        })
        const appeal = ({ rating, stocks, pictures, collections }: (typeof specs)[number]) => {
          const stocked = stocks.filter((units) => units > 0)
          const units = stocked.reduce((sum, each) => sum + each, 0)
          const rated = rating ? (rating.value / 5) * Math.log(1 + rating.count) : 0
          return 2 * rated + Math.log(1 + stocked.length) + 0.3 * Math.log(1 + units) + (pictures > 0 ? 1 : 0) + 0.1 * collections.length // biome-ignore format: one line reads better
        }
        const values = idsOf(featured(createContext({ products }), query())).map((id) => appeal(specs[id - 1]!))
        for (const [i, value] of values.entries()) if (i > 0) expect(value).toBeLessThanOrEqual(values[i - 1]! + 1e-9)
        expect(values).toHaveLength(specs.length)
      }),
    )
  })

  it('D2: are the best of each kind, then the second of each; larger kinds first, older ones first among equals', () => {
    const products = [
      ...lamps(2, (i) => ({ id: 10 + i, productType: 'Mug', stock: 1 + i })),
      ...lamps(3, (i) => ({ id: 20 + i, productType: 'Lamp', stock: 9 - i })),
      ...lamps(2, (i) => ({ id: 1 + i, productType: 'Bed', stock: 5 })),
    ]
    expect(idsOf(featured(createContext({ products }), query()))).toEqual([20, 1, 11, 21, 2, 10, 22])
  })
})

describe('the most reduced products', () => {
  const reduced = (id: number, ...prices: [price: number, before: number | null][]) => ({
    id,
    productType: 'Lamp',
    variants: variants(id, ...prices.map(([price, compareAtPrice]) => ({ price, compareAtPrice }))),
  })

  it('D3: are ranked by their most reduced variant, with the reduction as the reason', () => {
    const products = [
      reduced(1, [90, 100]),
      reduced(2, [100, 100], [50, 100]),
      reduced(3, [75, 100], [80, 100]),
      reduced(5, [120, 100]),
    ] as unknown as ProductSpec[]
    const found = explained(spotlight(createContext({ products }), query()))
    expect(found.slice(0, 3).map(([id, , why]) => [id, why])).toEqual([
      [2, 'reduced by 50 %'],
      [3, 'reduced by 25 %'],
      [1, 'reduced by 10 %'],
    ])
    expect(found.slice(3).map(([id]) => id)).toEqual([5])
    for (const [, , why] of found.slice(3)) expect(why).toBe('a pick of the day')
  })

  it('D4: are followed by picks that stay for a day and change on the next', () => {
    const context = createContext({ products: lamps(40) })
    const at = (ms: number) => idsOf(spotlight({ ...context, nowMs: NOW_MS + ms }, query()))
    expect(at(DAY_MS - 1)).toEqual(at(0))
    expect(at(DAY_MS)).not.toEqual(at(0))
    expect(at(DAY_MS).toSorted((a, b) => a - b)).toEqual(at(0).toSorted((a, b) => a - b))
  })
})

describe('a visitor’s own selection', () => {
  it('D5: is drawn from the first 120 products of the shop', () => {
    const context = createContext({ products: lamps(130, (i) => ({ stock: 200 - i })) })
    const found = idsOf(assorted(context, query()))
    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
  })

  it('D6: is always the same for a visitor, even after an update', () => {
    const context = createContext({ products: lamps(12), seed: 'me' })
    expect(idsOf(assorted(context, query()))).toEqual([6, 5, 12, 9, 1, 7, 3, 11, 10, 8, 2, 4])
  })

  it('D7: gives every product about the same chance to be first', () => {
    const context = createContext({ products: lamps(4) })
    const firsts = Array.from({ length: 400 }, (_, i) => idsOf(assorted({ ...context, seed: `v${i}` }, query()))[0])
    for (const id of [1, 2, 3, 4]) expect(firsts.filter((one) => one === id).length).toBeGreaterThan(60)
  })
})
