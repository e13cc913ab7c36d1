/** What a shopper saves on a product of a section: by the section's own offer, else by the product's compare-at price. */
import type { ProductDiscount, SectionConfig, SectionProduct } from '@vitrine/contract'

type Shown = Pick<SectionProduct, 'display_price' | 'display_compare_at_price' | 'currency_rate'>

/** In the currency the product is shown in; null where nothing is saved, or the price is not known. */
export function showDiscount(section: SectionConfig, product: Shown): ProductDiscount | null {
  const full = product.display_price
  if (full === null || full <= 0) return null
  const offered = offerOf(section, full, product.currency_rate)
  if (offered !== undefined) return discount(section, { full, price: offered })
  const before = product.display_compare_at_price
  return before !== null && before > full ? discount(section, { full: before, price: full }) : null
}

/** The price after `{type: percentage | fixed_amount, value}`; a fixed amount is in the shop's currency. */
function offerOf({ discount_config: offer }: SectionConfig, full: number, rate: number): number | undefined {
  const value = Number(offer?.value)
  if (!(value > 0)) return undefined
  if (offer?.type === 'percentage') return full * (1 - Math.min(100, value) / 100)
  return offer?.type === 'fixed_amount' ? Math.max(0, full - value * rate) : undefined
}

function discount(section: SectionConfig, { full, price }: { full: number; price: number }): ProductDiscount | null {
  const amount = cents(full - cents(price))
  if (amount <= 0) return null
  const percent = Math.round((100 * amount) / full)
  return {
    price: cents(price),
    amount,
    percent,
    label: section.show_discount_label ? labelOf(section, { amount, percent }) : null,
  }
}

/** The merchant's words with `{percent}` and `{amount}` filled in. */
function labelOf({ discount_config: offer }: SectionConfig, saved: { amount: number; percent: number }): string {
  const words = typeof offer?.label === 'string' && offer.label !== '' ? offer.label : '-{percent}%'
  return words.replaceAll('{percent}', String(saved.percent)).replaceAll('{amount}', saved.amount.toFixed(2))
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}
