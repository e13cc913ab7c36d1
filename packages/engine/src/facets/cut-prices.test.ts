import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPrices, roundPrice } from './cut-prices.ts'

const cents = fc.array(
  fc.integer({ min: 0, max: 500_000 }).map((price) => price / 100),
  { maxLength: 60 },
)

describe('ranges of prices', () => {
  it('contain every price once, and none is empty', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 2), (given, decimals) => {
        const prices = given.map((price) => Number(price.toFixed(decimals)))
        const ranges = cutPrices(prices, decimals)
        if (ranges.length === 0) return
        const holders = (price: number) => ranges.filter(({ from, to }) => price >= from && price <= to).length
        // Includes prices beyond the sample from which the ranges were computed.
        for (const price of [...prices, 0, 0.01, 1e6].map((one) => Number(one.toFixed(decimals)))) {
          expect(holders(price)).toBe(1)
        }
        for (const { from, to } of ranges) expect(prices.some((price) => price >= from && price <= to)).toBe(true)
      }),
    )
  })

  it('are cut at round numbers within the prices', () => {
    const cheap = Array.from({ length: 100 }, (_, i) => 5 + i * 0.45)
    const cutsOf = (prices: number[], decimals = 2) =>
      cutPrices(prices, decimals)
        .slice(1)
        .map(({ from }) => from)
    expect(cutsOf([...cheap, 4000])).toEqual([10, 20, 30, 40])
    expect(
      cutsOf(
        cheap.map((price) => price * 20_000),
        0,
      ),
    ).toEqual([250_000, 400_000, 500_000, 750_000])
    expect(cutsOf([10, 10, 10])).toEqual([])
    expect(cutsOf([])).toEqual([])
  })

  it("are written in the currency's decimals", () => {
    expect([roundPrice(2.6, 2), roundPrice(2.6, 0), roundPrice(0.3, 0), roundPrice(0, 2)]).toEqual([2.5, 3, 1, 0])
  })
})
