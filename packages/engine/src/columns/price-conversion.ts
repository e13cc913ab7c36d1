/**
 * Converts a price in the shop's currency to the price that a shopper sees: first the price list is applied, then the
 * currency. Filters, facets, sorting and answers all use this conversion, so that the range `:9.99` matches a displayed
 * 9.99.
 */
export interface PriceConversion {
  discountPercent: number
  /** Units of the displayed currency per unit of the shop's. */
  rate: number
  shopDecimals: number
  decimals: number
}

export const SHOP_PRICES: PriceConversion = { discountPercent: 0, rate: 1, shopDecimals: 2, decimals: 2 }

export function convertPrice(price: number, conversion: PriceConversion): number {
  return roundMoney(listPrice(price, conversion) * conversion.rate, conversion.decimals)
}

/** Returns the price in the price list, still in the shop's currency. */
export function listPrice(price: number, { discountPercent, shopDecimals }: PriceConversion): number {
  if (discountPercent === 0) return price
  return roundMoney(price * (1 - discountPercent / 100), shopDecimals)
}

export function roundMoney(amount: number, decimals: number): number {
  const scale = decimals === 2 ? 100 : 10 ** decimals
  // The factor corrects binary fractions: 1.005 must round to 1.01.
  return Math.round(amount * scale * (1 + Number.EPSILON)) / scale
}
