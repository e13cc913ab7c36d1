import type { MarketConfig, ShopConfig } from '@vitrine/contract'
import { convertPrice, listPrice as engineListPrice, type PriceConversion } from '@vitrine/engine'

export interface PriceView extends PriceConversion {
  shopCurrency: string
  currency: string
}

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

interface PriceRequest {
  /** Defaults to the market's currency, or else to the shop's. */
  currency?: string | null | undefined
  market?: MarketConfig | undefined
  discountPercent?: number | undefined
}

/** Returns the shopper's price view. Without a rate for the wanted currency, prices are in the shop's own. */
export function priceViewOf(config: ShopConfig, { currency, market, discountPercent = 0 }: PriceRequest): PriceView {
  const shopCurrency = config.shop.currency
  const wanted = (currency || market?.currency)?.toUpperCase() ?? shopCurrency
  const exchange = wanted === shopCurrency ? 1 : config.currency_rates[wanted]
  const shown = exchange === undefined ? shopCurrency : wanted
  const decimals = { shopDecimals: decimalsOf(shopCurrency), decimals: decimalsOf(shown) }
  const rate = (exchange ?? 1) * (1 + (market?.price_adjustment_percent ?? 0) / 100)
  return { shopCurrency, currency: shown, rate, discountPercent, ...decimals }
}

/** Applies the account's price list. The result is in the shop's currency. */
export function listPrice(price: number, view: PriceView): number {
  return engineListPrice(price, view)
}

/** Returns the price that the shopper sees, and that filters, facets and sorting use. */
export function displayPrice(price: number, view: PriceView): number {
  return convertPrice(price, view)
}

export function decimalsOf(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0
  return THREE_DECIMALS.includes(currency) ? 3 : 2
}
