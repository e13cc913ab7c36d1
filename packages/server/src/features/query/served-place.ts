import type { ShopConfig } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { localeChain } from '../platform/localized.ts'
import { oncePer } from '../platform/once-per.ts'
import type { ShopperView } from './shopper-view.ts'

/**
 * Market and locale of an answer, by which reports can be filtered. Only values from the configuration count, since
 * requests could contain anything.
 */
export function servedPlace(
  { config }: Shop,
  { market, locale }: Pick<ShopperView, 'market' | 'locale'>,
): { market?: string; locale?: string } {
  const known = knownLocales(config)
  return { market: market?.handle, locale: localeChain(locale).find((tag) => known.has(tag)) }
}

/** True if the shop has several markets or locales to tell answers apart by. */
export function hasPlaces(config: ShopConfig): boolean {
  return config.markets.length > 0 || knownLocales(config).size > 1
}

const knownLocales = oncePer(({ shop, markets, translations }: ShopConfig): ReadonlySet<string> => {
  const named = [shop.primary_locale, ...markets.flatMap(({ locales }) => locales ?? []), ...Object.keys(translations)]
  return new Set(named.map((locale) => localeChain(locale)[0] ?? ''))
})
