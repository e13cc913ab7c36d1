/** Collects what rules may depend on besides the query, such as market and device. */
import type { Call } from '../call.ts'
import { variantsOf } from '../experiments/variant-settings.ts'
import type { ShopperFactsReader } from '../identity/shopper-facts.ts'
import { numberedRules } from '../merchandise/numbered-rules.ts'
import { asksForBehaviour, deviceOf, type RuleSituation } from '../merchandise/rule-conditions.ts'
import type { ShopperView } from './shopper-view.ts'

export type ShopperSituation = Omit<RuleSituation, 'query' | 'collection' | 'filters'>

export async function shopperSituation(
  readFacts: ShopperFactsReader,
  { shop, identity, nowMs, headers }: Pick<Call<unknown>, 'shop' | 'identity' | 'nowMs' | 'headers'>,
  view: ShopperView,
): Promise<ShopperSituation> {
  const rules = numberedRules(shop.config)
  const currency = shop.config.shop.currency
  return {
    nowMs,
    market: view.market ? [String(view.market.id), view.market.handle] : [],
    locale: view.locale,
    device: deviceOf(headers['user-agent']),
    isLoggedIn: identity.customerId != null,
    isBusiness: view.isBusiness,
    variants: rules.some(({ when }) => when.experience) ? variantsOf(shop, identity) : [],
    facts: asksForBehaviour(rules) ? await readFacts({ id: shop.id, currency }, identity) : undefined,
  }
}
