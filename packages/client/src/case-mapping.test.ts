import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFromWire, camelName, fromWire, snakeName, toWire } from './case-mapping.ts'

/** Names as the contract spells them: words of letters and digits, joined by underscores. */
const wireName = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join('_'))
  .filter((name) => !['metafields', 'data', 'facets', 'cart', 'extra', 'settings', 'location'].includes(name))

const wireValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string(),
    fc.array(tie('value')),
    tie('object'),
  ),
  object: fc.dictionary(wireName, tie('value'), { noNullPrototype: true }),
})).object

describe('case mapping', () => {
  it('is lossless: a body converted to camelCase and back is the same', () => {
    fc.assert(
      fc.property(wireValue, (body) => {
        expect(toWire(fromWire(body))).toEqual(body)
      }),
    )
  })

  it('converts every name to camelCase and back to the same name', () => {
    fc.assert(fc.property(wireName, (name) => snakeName(camelName(name)) === name))
  })

  it('keeps digits, and names that are in camelCase on the wire too', () => {
    expect(camelName('option1')).toBe('option1')
    expect(camelName('sales_7_days')).toBe('sales_7Days')
    for (const odd of ['hasMore', 'altText', 'totalRelation'])
      expect([camelName(odd), snakeName(odd)]).toEqual([odd, odd])
  })

  it('renames nothing below metafields, extra, translations and settings', () => {
    const wire = {
      section_serve_id: 's',
      extra: { my_key: { inner_key: 1 } },
      translations: { de: { see_all: 'Alle' } },
      products: [{ product_id: 1, metafields: [{ namespace: 'a_b', key: 'c_d', value: '{"e_f":1}' }] }],
    }
    expect(fromWire(wire)).toEqual({
      sectionServeId: 's',
      extra: wire.extra,
      translations: wire.translations,
      products: [{ productId: 1, metafields: wire.products[0]?.metafields }],
    })
  })

  it('keeps the keys of aggregations and of recommendation answers, and renames the fields below them', () => {
    expect(
      fromWire({ aggregations: { shoe_size: { has_more: true } }, data: { my_query: { serve_id: 'x' } } }),
    ).toEqual({
      aggregations: { shoe_size: { hasMore: true } },
      data: { my_query: { serveId: 'x' } },
    })
    expect(fromWire({ facets: [{ data_type: 'color' }] })).toEqual({ facets: [{ dataType: 'color' }] })
  })

  it('sends the data and tracks of an event unchanged', () => {
    const envelope = { userId: 'u', event: { name: 'product_viewed', data: { productVariant: { id: 1 } } } }
    expect(toWire(envelope)).toEqual({ user_id: 'u', event: envelope.event })
    expect(toWire({ customData: { track: { sectionServeId: 1 } } })).toEqual({
      custom_data: { track: { sectionServeId: 1 } },
    })
  })

  it("converts the price of every variant to the shopper's currency, rounded to its smallest coin", () => {
    const coins = { EUR: 100, JPY: 1, KWD: 1000 }
    const currency = fc.constantFrom(...(Object.keys(coins) as (keyof typeof coins)[]))
    const rate = fc.double({ min: 0.01, max: 200, noNaN: true })
    const cents = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(currency, rate, fc.array(cents), (display_currency, currency_rate, prices) => {
        const variants = [...prices.map((one) => ({ price: one / 100 })), { price: null }]
        const product = { product_id: 1, display_currency, currency_rate, variants }
        const { variants: read } = answerFromWire<{
          variants: { price: number | null; displayPrice: number | null }[]
        }>(product)
        for (const { price, displayPrice } of read) {
          if (price === null || displayPrice === null) expect(displayPrice).toBe(price)
          else {
            const inCoins = displayPrice * coins[display_currency]
            expect(Math.abs(inCoins - price * currency_rate * coins[display_currency])).toBeLessThan(0.5001)
            expect(inCoins).toBeCloseTo(Math.round(inCoins), 6)
          }
        }
      }),
    )
  })

  it('reads a key named __proto__ as an ordinary key', () => {
    const read = fromWire<object>(JSON.parse('{"__proto__": {"polluted": true}}'))
    expect((read as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
