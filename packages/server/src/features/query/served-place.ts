import type { ShopConfig } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { localeChain } from '../platform/localized.ts'
import { oncePer } from '../platform/once-per.ts'
import type { ShopperView } from './shopper-view.ts'

type Place = Pick<ShopperView, 'market' | 'locale'>

/** Returns the fields of a stored answer that come from its request. */
export function servedTo(call: Call<unknown>, view: Place) {
  const { shop, nowMs: atMs, identity, address, proof } = call
  const charge = { limits: shop.config.event_quota, address, proof }
  return { shop: shop.id, atMs, ...identity, ...servedPlace(shop, view), charge }
}

/** Returns only markets and locales of the configuration, because reports are filtered by them. */
function servedPlace({ config }: Shop, { market, locale }: Place): { market?: string; locale?: string } {
  const known = knownLocales(config)
  return { market: market?.handle, locale: localeChain(locale).find((tag) => known.has(tag)) }
}

/** True if there are several markets or locales to filter reports by. */
export function hasPlaces(config: ShopConfig): boolean {
  return config.markets.length > 0 || knownLocales(config).size > 1
}

const knownLocales = oncePer(({ shop, markets, translations }: ShopConfig): ReadonlySet<string> => {
  const named = [shop.primary_locale, ...markets.flatMap(({ locales }) => locales ?? []), ...Object.keys(translations)]
  return new Set(named.map((locale) => localeChain(locale)[0] ?? ''))
})
