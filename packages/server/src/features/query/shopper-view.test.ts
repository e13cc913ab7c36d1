import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { product } from '../recommend/testing/shop-context.ts'
import { RequestRefused } from '../errors.ts'
import { isVisible, type ShopperRequest, shopperView } from './shopper-view.ts'

const config: ShopConfigInput = {
  shop: { currency: 'USD', primary_locale: 'en' },
  publications: [{ id: '1', name: 'Store', is_online_store: true }, { id: '2', name: 'App' }], // biome-ignore format: one line reads better
  markets: [{ id: 7, handle: 'eu', name: 'EU', currency: 'EUR' }],
  currency_rates: { EUR: 0.5, JPY: 150 },
  business_accounts: [{ id: 9, customer_ids: ['76', '77'], catalog_ids: ['trade'], discount_percent: 10 }],
}
const NOW = 20_000 * 86_400_000
const view = (asked: ShopperRequest = {}, customer?: string, own = config) =>
  shopperView({ id: 's', config: completeConfig(own) } as unknown as Shop, asked, customer)
const sees = (changes: object, asked?: ShopperRequest, customer?: string) =>
  isVisible(product({ id: 1, ...changes }), view(asked, customer), NOW)

describe('what a shopper may see', () => {
  it('R1: is active and published at the time', () => {
    expect([sees({}), sees({ status: 'draft' }), sees({ launchedDaysAgo: -0.1 })]).toEqual([true, false, false])
  })

  it('R2: is in the online store, or in the requested channels', () => {
    expect([
      sees({ publishedAt: null }),
      sees({ publicationIds: ['2'] }),
      sees({ publicationIds: ['1', '2'] }),
    ]).toEqual([false, false, true])
    const app = { publication_ids: ['2'] }
    expect([sees({}, app), sees({ publicationIds: ['2'] }, app)]).toEqual([false, true])
    expect(view({ publication_ids: [] }).publicationIds).toEqual(['1'])
    expect(() => view({ publication_ids: ['9'] })).toThrow(RequestRefused)
    expect(() => view({ publication_ids: '9' })).toThrow(RequestRefused)
  })

  it('R3: is in the requested market, by id or handle', () => {
    expect([sees({ marketIds: [7] }, { market: 7 }), sees({ marketIds: [8] }, { market: 'eu' })]).toEqual([true, false])
    expect([sees({ marketIds: [8] }), sees({ marketIds: null }, { market: 7 })]).toEqual([true, true])
    expect(() => view({ market: 8 })).toThrow(RequestRefused)
    expect([
      view({ market: '' }).marketId,
      view({ market: 'x' }, undefined, {}).marketId,
      view({ market: 3 }, undefined, {}).marketId,
    ]).toEqual([null, -1, 3])
  })

  it('R4: includes business catalogs only with an account, in every spelling of the customer id', () => {
    expect(sees({ catalogIds: ['trade'] })).toBe(false)
    expect(sees({ catalogIds: ['trade'] }, {}, '77')).toBe(true)
    expect(sees({ catalogIds: ['trade'] }, {}, 'gid://shopify/Customer/77')).toBe(true)
    expect(sees({ catalogIds: ['other', 'trade'] }, {}, '77')).toBe(true)
    expect(sees({ catalogIds: ['other'] }, {}, '77')).toBe(false)
    expect(sees({ catalogIds: [] }, {}, undefined)).toBe(true)
  })

  it('R5: has prices in the requested currency, else the market’s, else the shop’s, which is also used without a rate', () => {
    const shown = (asked: ShopperRequest) => [view(asked).prices.currency, view(asked).prices.rate]
    expect(shown({})).toEqual(['USD', 1])
    expect(shown({ market: 'eu' })).toEqual(['EUR', 0.5])
    expect(shown({ market: 'eu', currency: 'jpy' })).toEqual(['JPY', 150])
    expect(shown({ currency: 'XXX' })).toEqual(['USD', 1])
    expect(view({ currency: 'JPY' }).prices).toMatchObject({ decimals: 0, shopDecimals: 2, discountPercent: 0 })
    expect(view({}, '77').prices.discountPercent).toBe(10)
    const [dear] = config.markets ?? []
    const own = { ...config, markets: [{ ...dear!, price_adjustment_percent: 20 }] }
    expect(view({ market: 'eu' }, undefined, own).prices.rate).toBeCloseTo(0.6)
    expect(view({ market: 'eu', currency: 'USD' }, undefined, own).prices.rate).toBeCloseTo(1.2)
    expect(view({}, undefined, own).prices.rate).toBe(1)
    expect([view({}).locale, view({ locale: 'de' }).locale]).toEqual(['en', 'de'])
  })
})
