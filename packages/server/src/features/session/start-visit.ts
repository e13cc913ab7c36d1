/** Starts a visit: who it is, what they did before, what the shop is set to, and a token for the rest of the visit. */
import type {
  InitRequest,
  InitResponse,
  SearchInitRequest,
  SearchInitResponse,
  ShopConfig,
  ShopSnapshot,
} from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { readMarket } from '../query/shopper-view.ts'
import type { ProfileReader } from '../identity/profile-reader.ts'
import type { SessionTokens } from './session-token.ts'

export interface SessionDeps {
  profiles: ProfileReader
  tokens: SessionTokens
  newId: () => string
}

type TokenDeps = Pick<SessionDeps, 'tokens'>

export async function startVisit(deps: SessionDeps, call: Call<InitRequest>): Promise<InitResponse> {
  const visit = deps.newId()
  const visitor = call.identity.visitorId ?? deps.newId()
  const history = await deps.profiles.history(call.shop.id, { ...call.identity, visitorId: visitor })
  return {
    visit_id: visit,
    user_id: visitor,
    client_id: call.identity.clientId ?? null,
    customer_id: call.body.customer_id || null,
    visitor: {
      browsed_products: history.browsedProducts,
      cart_products: history.cartProducts,
      purchased_products: history.purchasedProducts,
    },
    config: shopSnapshot(call.shop.config),
    ...visitTokens(deps, call.shop, { visit, visitor, nowMs: call.nowMs }),
  }
}

export async function startSearchVisit(deps: SessionDeps, call: Call<SearchInitRequest>): Promise<SearchInitResponse> {
  const session = deps.newId()
  const visitor = call.identity.visitorId ?? deps.newId()
  const { shop, search } = call.shop.config
  readMarket(call.shop.config, call.body.market)
  return {
    visitor_id: visitor,
    client_id: call.identity.clientId ?? null,
    customer_id: call.body.customer_id || null,
    session_id: session,
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
    ...visitTokens(deps, call.shop, { visit: session, visitor, nowMs: call.nowMs }),
    metadata: {
      region: call.region,
      locale: call.body.locale || shop.primary_locale,
      market: call.body.market ?? null,
    },
  }
}

/** What init and sections tell the client of the shop's settings. */
export function shopSnapshot(config: ShopConfig): ShopSnapshot {
  return {
    shop: { money_format: config.shop.money_format, currency: config.shop.currency },
    integrations_enabled: config.integrations_enabled,
    product_review_app: config.product_review_app,
    analytics_enabled: config.analytics.enabled,
    skip_parent_product: config.skip_parent_product,
    storefront_graphql_version: config.storefront_graphql_version,
  }
}

interface Visit {
  visit: string
  visitor: string
  nowMs: number
}

/** What init and config give. `token` is the platform's own public token where the merchant set one; `session_token` is always ours. */
export function visitTokens(deps: TokenDeps, shop: Shop, session: Visit): { token: string; session_token: string } {
  const ours = sessionToken(deps, shop, session)
  return { token: shop.config.storefront_token || ours, session_token: ours }
}

/** Ours, whatever the merchant set: who is visiting, for the hour to come. */
export function sessionToken(deps: TokenDeps, shop: Shop, session: Visit): string {
  return deps.tokens.issue({ shop: shop.id, visit: session.visit, visitor: session.visitor }, session.nowMs)
}
