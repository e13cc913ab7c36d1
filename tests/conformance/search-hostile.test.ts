import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, CONFIG, createSearchShop, FILTERS, INSTANT, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

const QUERIES: [name: string, query: string][] = [
  ['10 kB of words', 'shirt linen red '.repeat(640)],
  ['10 kB of one letter', 'a'.repeat(10_000)],
  ['10 kB of one-letter words', 'a b '.repeat(2_500)],
  ['control characters', 'shirt\u0000\u0007\u001b[31m\r\n\u0085'],
  ['lone surrogates', 'shirt \ud800 \udfff'],
  ['a regular expression', '(a+)+$ [^]*? \\d{1,9999}'],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['SQL', "'; DROP TABLE products; --"],
  ['right to left and joiners', '\u202eshirt\u200d\u200b\ufeff'],
  ['combining marks', 'e\u0301'.repeat(2_000)],
  ['emoji', '👕👚👨‍👩‍👧‍👦'.repeat(50)],
  ['digits', '1234567890'.repeat(500)],
  ['quotes and minus', '"""-- - -shirt -"red" +'],
  ['prototype names', '__proto__ constructor toString'],
]

describe('every query', () => {
  for (const [name, query] of QUERIES) {
    it(`is answered: ${name}`, async () => {
      for (const path of [SEARCH, INSTANT, AGGREGATIONS]) {
        const { status, body } = await harness.post(path, { query }, shop)
        expect(status).toBe(200)
        expect(JSON.stringify(body.suggestions ?? '')).not.toContain('<script')
      }
    })
  }
})

describe('every request body', () => {
  it('may contain 1,000 filters and 1,000 values', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ key: 'color', value: [`v${i}`] }))
    const or = await harness.post(SEARCH, { applied_filters: many, facets: [{ key: 'color' }] }, shop)
    expect(or).toMatchObject({ status: 200, body: { pagination: { total: 0 } } })
    const values = Array.from({ length: 1000 }, (_, i) => `v${i}`)
    for (const key of ['color', 'size', 'tag', 'vendor', 'stock']) {
      const applied_filters = [{ key, value: values, operator: 'and' }]
      const { status, body } = await harness.post(AGGREGATIONS, { applied_filters, facets: [{ key }] }, shop)
      expect(status).toBe(200)
      expect(body.metadata.total_products).toBe(0)
    }
    const unknown = Array.from({ length: 1000 }, (_, i) => ({ key: `k${i}`, value: ['x'] }))
    const refused = await harness.post(SEARCH, { applied_filters: unknown }, shop)
    expect(refused.status).toBe(400)
    expect(refused.body.error.length).toBeLessThanOrEqual(100)
  })

  it('is refused with more than 1,000 filters or values of one filter, and the limit is named', async () => {
    const values = Array.from({ length: 90_000 }, (_, i) => `v${i}`)
    const filters = values.map((value) => ({ key: 'color', value: [value] }))
    for (const path of [SEARCH, AGGREGATIONS]) {
      const long = await harness.post(path, { applied_filters: [{ key: 'color', value: values }] }, shop)
      expect(long.status).toBe(400)
      expect(long.body.error).toMatchObject([
        {
          message: '"applied_filters[0].value" must contain less than or equal to 1000 items',
          path: ['applied_filters', 0, 'value'],
          type: 'array.max',
        },
      ])
      const wide = await harness.post(path, { applied_filters: filters.slice(0, 10_000) }, shop)
      expect(wide.body.error).toMatchObject([{ path: ['applied_filters'], type: 'array.max' }])
    }
  })

  it('may contain odd keys and values, which are unknown, not code', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'color\u0000', '']) {
      const answer = await harness.post(SEARCH, { applied_filters: [{ key, value: ['x'] }] }, shop)
      expect(answer).toMatchObject({ status: 400, body: { ok: false } })
    }
    for (const value of ['__proto__', '\ud800', 'x'.repeat(10_000), '__others__', '']) {
      const answer = await harness.post(
        SEARCH,
        { applied_filters: [{ key: 'color', value: [value] }], facets: [{ key: 'color' }] },
        shop,
      )
      expect(answer).toMatchObject({ status: 200, body: { pagination: { total: 0 } } })
    }
    for (const value of ['NaN:Infinity', '1e999:', '--1:2', ':', '1:2:3', '0x10:', '10 : 50 ; DROP']) {
      const answer = await harness.post(SEARCH, { applied_filters: [{ key: 'price', value: [value] }] }, shop)
      expect(answer.status).toBe(400)
    }
  })

  it('with wrong types is refused with items, never with 500', async () => {
    const bodies: object[] = [
      { query: 5 },
      { query: ['a'] },
      { applied_filters: 'color' },
      { applied_filters: [null] },
      { applied_filters: [{ key: 'color', value: 'Red' }] },
      { facets: [{}] },
      { facets: ['color'] },
      { options: { limit: 0 } },
      { options: { limit: 1001 } },
      { options: { sort_by: 'random' } },
      { market: 'eu' },
      { tree: 'x' },
      { publication_ids: ['abc'] },
      { publication_ids: ['1'.repeat(51)] },
      { locale: 'x'.repeat(100) },
      { collection: {} },
    ]
    for (const body of bodies) {
      for (const path of [SEARCH, AGGREGATIONS]) {
        const answer = await harness.post(path, body, shop)
        expect({ body, status: answer.status }).toEqual({ body, status: 400 })
        expect(answer.body.ok).toBe(false)
        expect(answer.body.error[0]).toMatchObject({ message: expect.any(String), path: expect.any(Array) })
      }
    }
    for (const body of [[], 'x', 7, null, true]) {
      for (const path of [SEARCH, AGGREGATIONS, CONFIG, FILTERS, INSTANT]) {
        expect((await harness.post(path, body, shop)).status).toBeLessThan(500)
      }
    }
  })

  it('may contain odd locales and currencies, which count as unknown', async () => {
    for (const locale of ['xx-YY', '__proto__', 'de_DE@euro', '-', 'zh-Hant-TW']) {
      for (const path of [SEARCH, CONFIG, INSTANT]) {
        expect((await harness.post(path, { locale, query: 'shirt' }, shop)).status).toBe(200)
      }
    }
    // XXX is not a currency. Currencies without an exchange rate show the shop's own prices.
    expect((await harness.post(SEARCH, { currency: 'XXX' }, shop)).status).toBe(400)
    const { body } = await harness.post(SEARCH, { currency: 'GBP' }, shop)
    expect(body.products[0]).toMatchObject({ display_currency: 'USD' })
    expect(body.pagination.total).toBe(5)
  })
})
