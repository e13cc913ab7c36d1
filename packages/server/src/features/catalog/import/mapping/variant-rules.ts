import { isAbsent, type Raw, readMoney, readText, readTime, readWhole } from '../../../platform/catalog-values.ts'
import type { MapContext } from './map-product.ts'
import { listOf, textOf } from './transforms.ts'

/** Applies the reduced price while the sale lasts; the regular price becomes the compare-at price. */
export function applySale(raw: Raw, nowMs: number): void {
  const { sale_from: from, sale_to: to } = raw
  const price = readMoney(raw.price)
  const sale = isAbsent(raw.sale_price) ? discounted(raw, price) : raw.sale_price
  for (const field of SALE_FIELDS) delete raw[field]
  const reduced = readMoney(sale)
  if (reduced === undefined || reduced === 0) return
  const [start, end] = [readTime(from), readTime(to)]
  if ((start && Date.parse(start) > nowMs) || (end && Date.parse(end) < nowMs)) return
  if (price === undefined) raw.price = sale
  else if (reduced < price) {
    raw.compare_at_price = raw.price
    raw.price = sale
  }
}

const SALE_FIELDS = ['sale_price', 'sale_from', 'sale_to', 'discount_amount', 'discount_percent']

function discounted(raw: Raw, price: number | undefined): number | undefined {
  const [amount, percent] = [readMoney(raw.discount_amount), readMoney(raw.discount_percent)]
  if (price === undefined || (!amount && !percent)) return undefined
  return Math.round((price - (amount || (price * percent!) / 100)) * 100) / 100
}

/** Returns why a variant is refused, or undefined. The other variants of its product are still imported. */
export function variantFault(raw: Raw, isOwnRecord: boolean, { currency }: MapContext): string | undefined {
  const currencies = listOf(raw.currency ?? [])
    .map((one) => textOf(one).toUpperCase())
    .filter((one) => /^[A-Z]{3}$/.test(one))
  if (currency && currencies.length > 0 && !currencies.includes(currency)) {
    return `the price is in ${[...new Set(currencies)].join(', ')}, but the shop's currency is ${currency}`
  }
  if (!isOwnRecord) return undefined
  if (isAbsent(raw.price)) return currency ? `there is no price in ${currency}` : 'there is no price'
  return valueFault(raw)
}

function valueFault(raw: Raw): string | undefined {
  if (readMoney(raw.price) === undefined) return `price ${shown(raw.price)} is not a price`
  if (!isAbsent(raw.compare_at_price) && readMoney(raw.compare_at_price) === undefined) {
    return `compare-at price ${shown(raw.compare_at_price)} is not a price`
  }
  if (!isAbsent(raw.inventory_quantity) && readWhole(raw.inventory_quantity) === undefined) {
    return `inventory quantity ${shown(raw.inventory_quantity)} is not a whole number`
  }
  return undefined
}

function shown(value: unknown): string {
  return JSON.stringify(readText(value)?.slice(0, 60) ?? value)
}

/** True if the source gives no quantity, does not mark the stock as uncounted, and does not tell whether the variant is available. */
export function isStockUnknown(raw: Raw): boolean {
  return isAbsent(raw.inventory_quantity) && raw.inventory_management !== null && raw.available === undefined
}
