/**
 * From a price in shop currency to what a shopper sees: price list first, then currency. Filters, facets, sorts and shown
 * prices use this one function, so that a price of 9.99 on the page is matched by the range `:9.99`.
 */
export interface PriceConversion {
  /** The price list's reduction; 0 for none. */
  discountPercent: number
  /** Units of the shown currency for one of the shop's. */
  rate: number
  /** Digits after the point in the shop's and in the shown currency. */
  shopDecimals: number
  decimals: number
}

export const SHOP_PRICES: PriceConversion = { discountPercent: 0, rate: 1, shopDecimals: 2, decimals: 2 }

export function convertPrice(price: number, conversion: PriceConversion): number {
  return roundMoney(listPrice(price, conversion) * conversion.rate, conversion.decimals)
}

/** The price after the price list, still in shop currency. */
export function listPrice(price: number, { discountPercent, shopDecimals }: PriceConversion): number {
  if (discountPercent === 0) return price
  return roundMoney(price * (1 - discountPercent / 100), shopDecimals)
}

export function roundMoney(amount: number, decimals: number): number {
  const scale = decimals === 2 ? 100 : 10 ** decimals
  // A hair more than the product, so that 1.005 rounds to 1.01 as a person expects.
  return Math.round(amount * scale * (1 + Number.EPSILON)) / scale
}
