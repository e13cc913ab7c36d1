/** Computes the saving from the section's own offer, or else from the product's compare-at price. */
import type { ProductDiscount, SectionConfig, SectionProduct } from '@vitrine/contract'
import { roundMoney } from '@vitrine/engine'
import { decimalsOf } from '../platform/price-view.ts'

type Shown = Pick<SectionProduct, 'display_price' | 'display_compare_at_price' | 'display_currency' | 'currency_rate'>

/** Returns null if nothing is saved or the price is unknown. */
export function showDiscount(section: SectionConfig, product: Shown): ProductDiscount | null {
  const full = product.display_price
  const decimals = decimalsOf(product.display_currency)
  if (full === null || full <= 0) return null
  const offered = offerOf(section, full, product.currency_rate)
  if (offered !== undefined) return discount(section, { full, price: offered, decimals })
  const before = product.display_compare_at_price
  return before > full ? discount(section, { full: before, price: full, decimals }) : null
}

/** A fixed amount is in the shop's currency. */
function offerOf({ discount_config: offer }: SectionConfig, full: number, rate: number): number | undefined {
  const value = Number(offer?.value)
  if (!(value > 0)) return undefined
  if (offer?.type === 'percentage') return full * (1 - Math.min(100, value) / 100)
  return offer?.type === 'fixed_amount' ? Math.max(0, full - value * rate) : undefined
}

interface Reduction {
  full: number
  price: number
  decimals: number
}

function discount(section: SectionConfig, { full, price, decimals }: Reduction): ProductDiscount | null {
  const reduced = roundMoney(price, decimals)
  const amount = roundMoney(full - reduced, decimals)
  if (amount <= 0) return null
  const percent = Math.round((100 * amount) / full)
  const saved = { amount: amount.toFixed(decimals), percent }
  return { price: reduced, amount, percent, label: section.show_discount_label ? labelOf(section, saved) : null }
}

/** Fills in `{percent}` and `{amount}`. The default text is `-{percent}%`. */
function labelOf({ discount_config: offer }: SectionConfig, saved: { amount: string; percent: number }): string {
  const words = typeof offer?.label === 'string' && offer.label !== '' ? offer.label : '-{percent}%'
  return words.replaceAll('{percent}', String(saved.percent)).replaceAll('{amount}', saved.amount)
}
