import { createStoredStore } from './store.ts'
import { target } from './target.ts'

export interface Market {
  id: number
  handle: string
  name: string
  currency: string
  locales: string[]
}

/** Must equal the markets in the demo shop's configuration. */
export const MARKETS: readonly Market[] = [
  { id: 1, handle: 'us', name: 'United States', currency: 'USD', locales: ['en'] },
  { id: 2, handle: 'eu', name: 'European Union', currency: 'EUR', locales: ['en', 'de', 'fr'] },
  { id: 3, handle: 'uk', name: 'United Kingdom', currency: 'GBP', locales: ['en'] },
]

export const shopperMarket = createStoredStore('vitrine-demo-market', { handle: 'us', locale: 'en' })

let ownCurrency = 'USD'

export function setOwnCurrency(currency: string): void {
  ownCurrency = currency
}

export function marketOf(handle: string): Market {
  return MARKETS.find((market) => market.handle === handle) ?? MARKETS[0]!
}

export function searchContext(): { market?: number; locale: string; currency?: string } {
  const { handle, locale } = shopperMarket.get()
  if (!target.isDemo) return { locale }
  const market = marketOf(handle)
  return { market: market.id, locale, currency: market.currency }
}

/** Recommendation requests name the market by its handle; searches, by its number. */
export function recommendContext(): { market?: string; locale: string; currency?: string } {
  const { handle, locale } = shopperMarket.get()
  if (!target.isDemo) return { locale }
  return { market: handle, locale, currency: marketOf(handle).currency }
}

export function formatMoney(amount: number, currency = shopperCurrency()): string {
  return new Intl.NumberFormat(shopperMarket.get().locale, { style: 'currency', currency }).format(amount)
}

function shopperCurrency(): string {
  return target.isDemo ? marketOf(shopperMarket.get().handle).currency : ownCurrency
}
