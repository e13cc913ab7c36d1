/**
 * In which currency, and at whose prices, one shopper sees the shop. Filters, facets, sorts and shown prices all go through
 * `displayPrice`, so that a price of 9.99 on the page is matched by the range `:9.99`.
 */
import type { ShopConfig } from '@vitrine/contract'

export interface PriceView {
  shopCurrency: string
  currency: string
  /** Units of `currency` for one unit of `shopCurrency`. */
  rate: number
  /** The business account's reduction; 0 for everybody else. */
  discountPercent: number
  /** Digits after the point that the display currency has. */
  decimals: number
}

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const OTHER_DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** Without a rate for the wanted currency the shop's own is shown: a wrong price is worse than a foreign one. */
export function priceViewOf(config: ShopConfig, currency: string | undefined, discountPercent = 0): PriceView {
  const shopCurrency = config.shop.currency
  const wanted = currency?.toUpperCase() ?? shopCurrency
  const rate = wanted === shopCurrency ? 1 : config.currency_rates[wanted]
  const shown = rate === undefined ? shopCurrency : wanted
  return { shopCurrency, currency: shown, rate: rate ?? 1, discountPercent, decimals: OTHER_DECIMALS[shown] ?? 2 }
}

/** The price in shop currency after the account's price list. */
export function listPrice(price: number, view: PriceView): number {
  if (view.discountPercent === 0) return price
  return roundMoney(price * (1 - view.discountPercent / 100), OTHER_DECIMALS[view.shopCurrency] ?? 2)
}

export function displayPrice(price: number, view: PriceView): number {
  return roundMoney(listPrice(price, view) * view.rate, view.decimals)
}

export function roundMoney(amount: number, decimals: number): number {
  const scale = 10 ** decimals
  // Half a unit in the last place is added back, so that 1.005 rounds to 1.01 as a person expects.
  return Math.round(amount * scale * (1 + Number.EPSILON)) / scale
}
