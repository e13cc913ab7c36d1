import type { SearchConfigRequest, SearchConfigResponse, ShopConfig } from '@vitrine/contract'
import type { Call } from '../call.ts'
import { localized } from '../platform/localized.ts'
import { type DefinitionDeps, filterDefinitions } from '../facets/filter-definitions.ts'
import { continueVisit, type VisitDeps } from '../session/start-visit.ts'

export interface SearchConfigDeps extends DefinitionDeps, VisitDeps {}

export async function readSearchConfig(
  deps: SearchConfigDeps,
  call: Call<SearchConfigRequest>,
): Promise<SearchConfigResponse> {
  const { config } = call.shop
  const { filters, filter_tree, view } = await filterDefinitions(deps, call)
  const { visit: _visit, ...tokens } = continueVisit(deps, call, call.identity.visitorId ?? deps.newId())
  return {
    config: searchFeatures(config),
    filters,
    filter_tree,
    shop: {
      currency_format: config.shop.money_format,
      primary_locale: config.shop.primary_locale,
      currency: config.shop.currency,
    },
    analytics: { enabled: config.analytics.enabled, tracking_id: config.analytics.tracking_id },
    translations: localized(config.translations, view.locale) ?? {},
    ...tokens,
    metadata: { region: call.region, locale: view.locale, market: call.body.market ?? null },
  }
}

/** Synonyms, stop words, rules and weights stay private. */
function searchFeatures({ search }: ShopConfig): SearchConfigResponse['config'] {
  const { synonyms: _synonyms, stop_words: _stopWords, rules: _rules, ranking: _ranking, ...features } = search
  return features
}
