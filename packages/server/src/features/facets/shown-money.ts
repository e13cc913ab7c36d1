import type { FilterConfig } from '@vitrine/contract'
import { roundMoney } from '@vitrine/engine'
import type { PriceView } from '../platform/price-view.ts'
import { numberFormat } from './number-format.ts'

export interface ShownBounds {
  min: number | null
  max: number | null
  step: number | null
  unit: string | null
}

export function shownBounds(filter: FilterConfig, prices: PriceView, locale: string): ShownBounds {
  const { min = null, max = null, unit = null } = filter
  const step = shownStep(filter, prices) ?? null
  if (!isForeign(filter, prices)) return { min, max, step, unit }
  const convert = (amount: number | null) =>
    amount === null ? null : roundMoney(amount * prices.rate, prices.decimals)
  return { min: convert(min), max: convert(max), step, unit: unit && symbolOf(prices.currency, locale) }
}

/** Rounds the converted step to a simple number: nobody thinks in steps of 9.2. */
export function shownStep(filter: FilterConfig, prices: PriceView): number | undefined {
  const { step } = filter
  if (step == null || !isForeign(filter, prices)) return step ?? undefined
  const exact = step * prices.rate
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  const away = (candidate: number) => Math.abs(Math.log(candidate / exact))
  const round = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).sort((a, b) => away(a) - away(b))
  return Math.max(10 ** -prices.decimals, roundMoney(round[0]!, prices.decimals))
}

function isForeign({ attribute_type: type }: FilterConfig, { currency, shopCurrency }: PriceView): boolean {
  return type === 'price' && currency !== shopCurrency
}

function symbolOf(currency: string, locale: string): string {
  const parts = numberFormat(locale, currency).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
