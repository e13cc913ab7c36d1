/**
 * Converts a price in the shop's currency to what a shopper sees: first the price list, then the currency. Filters,
 * facets, sorting and displayed prices all use this function, so that a price of 9.99 on the page is matched by the
 * range `:9.99`.
 */
export interface PriceConversion {
  /** 0 for none. */
  discountPercent: number
  /** Units of the displayed currency per unit of the shop's. */
  rate: number
  /** `decimals` are those of the displayed currency. */
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
  // Slightly more than 1, so that 1.005 rounds to 1.01 as people expect.
  return Math.round(amount * scale * (1 + Number.EPSILON)) / scale
}
