import type {
  InitRequest,
  InitResponse,
  SearchInitRequest,
  SearchInitResponse,
  ShopConfig,
  ShopSnapshot,
} from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { shopOrigin } from '../platform/shop-origin.ts'
import { readMarket } from '../query/shopper-view.ts'
import { externalIds } from '../catalog/external-ids.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import type { ProfileHistory, ProfileReader } from '../identity/profile-reader.ts'
import type { SessionTokens } from './session-token.ts'
import type { VisitIds } from './visit-ids.ts'

export interface VisitDeps {
  visits: VisitIds
  tokens: SessionTokens
  newId: () => string
}

export interface SessionDeps extends VisitDeps {
  profiles: ProfileReader
  products: Pick<ProductReader, 'read'>
}

export async function startVisit(deps: SessionDeps, call: Call<InitRequest>): Promise<InitResponse> {
  const visitor = call.identity.visitorId ?? deps.newId()
  const { visit, ...tokens } = continueVisit(deps, call, visitor)
  const history = await deps.profiles.history(call.shop.id, { ...call.identity, visitorId: visitor })
  return {
    visit_id: visit,
    user_id: visitor,
    client_id: call.identity.clientId ?? null,
    customer_id: call.body.customer_id || null,
    visitor: await presentHistory(deps, call.shop.id, history),
    config: shopSnapshot(call.shop.config, call.body.country),
    ...tokens,
  }
}

async function presentHistory(
  { products }: SessionDeps,
  shop: ShopId,
  { browsedProducts, cartProducts, purchasedProducts }: ProfileHistory,
): Promise<InitResponse['visitor']> {
  const ids = await externalIds(products, shop, [...browsedProducts, ...cartProducts, ...purchasedProducts])
  return {
    browsed_products: browsedProducts,
    cart_products: cartProducts,
    purchased_products: purchasedProducts,
    ...(ids.size > 0 ? { external_ids: Object.fromEntries(ids) } : {}),
  }
}

export async function startSearchVisit(deps: SessionDeps, call: Call<SearchInitRequest>): Promise<SearchInitResponse> {
  const visitor = call.identity.visitorId ?? deps.newId()
  const { shop, search } = call.shop.config
  readMarket(call.shop.config, call.body.market)
  const { visit, ...tokens } = continueVisit(deps, call, visitor)
  return {
    visitor_id: visitor,
    client_id: call.identity.clientId ?? null,
    customer_id: call.body.customer_id || null,
    session_id: visit,
    features: {
      instant_search_enabled: search.instant_search_enabled,
      search_result_page_enabled: search.search_result_page_enabled,
      image_search_enabled: search.image_search_enabled,
      personalization_enabled: search.personalization_enabled,
      auto_spell_correct_enabled: search.auto_spell_correct_enabled,
      exclude_out_of_stock: search.exclude_out_of_stock,
      move_out_of_stock_at_end: search.move_out_of_stock_at_end,
      search_page_autocomplete_enabled: search.search_page_autocomplete_enabled,
    },
    shop: { currency_format: shop.money_format, primary_locale: shop.primary_locale, currency: shop.currency },
    ...tokens,
    metadata: {
      region: call.region,
      locale: call.body.locale || shop.primary_locale,
      market: call.body.market ?? null,
    },
  }
}

export function shopSnapshot(config: ShopConfig, country: string | null | undefined): ShopSnapshot {
  return {
    shop: { money_format: config.shop.money_format, currency: config.shop.currency },
    integrations_enabled: config.integrations_enabled,
    product_review_app: config.product_review_app,
    analytics_enabled: config.analytics.enabled,
    consent_required: isConsentRequired(config.consent_required_in ?? [], country),
    skip_parent_product: config.skip_parent_product,
    storefront_graphql_version: config.storefront_graphql_version,
  }
}

/** The European Economic Area. */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

/** True if the shopper's country requires consent, or if the country is unknown and some country requires it. */
function isConsentRequired(places: readonly string[], country: string | null | undefined): boolean {
  if (!country || places.includes('*')) return places.length > 0
  const code = country.toUpperCase()
  return places.includes(code) || (places.includes('EEA') && EEA.includes(code))
}

export interface ContinuedVisit {
  visit: string
  /** The platform's public token if the merchant set one, otherwise ours. */
  token: string
  /** Always ours. It identifies visit and visitor for an hour. */
  session_token: string
}

export function continueVisit(deps: VisitDeps, call: Call<unknown>, visitor: string): ContinuedVisit {
  const { shop, nowMs } = call
  const visit = deps.visits.idOf(call, visitor)
  const ours = deps.tokens.issue({ shop: shopOrigin(shop), visit, visitor }, nowMs)
  return { visit, token: shop.config.storefront_token || ours, session_token: ours }
}
