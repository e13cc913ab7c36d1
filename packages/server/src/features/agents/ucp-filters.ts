import type { UcpContext, UcpFilters, UcpMessage } from '@vitrine/contract'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import type { PriceView } from '../platform/price-view.ts'
import { minorUnits } from './ucp-product.ts'

interface Asking {
  context: UcpContext
  prices: PriceView
  messages: UcpMessage[]
}

/** Leaves the filter out, with a message, if prices are not in the currency of the context. */
export function priceBounds({ price }: UcpFilters, { context, prices, messages }: Asking): UcpFilters['price'] {
  if (!price || (price.min === undefined && price.max === undefined)) return undefined
  if (context.currency === undefined || context.currency.toUpperCase() === prices.currency) return price
  const content = `prices are in ${prices.currency}; the price filter was not applied`
  messages.push({ type: 'warning', code: 'price_filter_ignored', content })
  return undefined
}

export function filteredVariants(filters: UcpFilters, asking: Asking): (product: Product) => Variant[] {
  const { categories = [] } = filters
  const { min = 0, max = Number.POSITIVE_INFINITY } = priceBounds(filters, asking) ?? {}
  return ({ productType, variants }) => {
    if (categories.length > 0 && !categories.includes(productType)) return []
    return variants.filter(({ price }) => {
      const amount = minorUnits(price, asking.prices)
      return amount >= min && amount <= max
    })
  }
}
