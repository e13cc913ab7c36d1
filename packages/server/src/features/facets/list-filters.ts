import type { FiltersResponse, SearchConfigRequest } from '@vitrine/contract'
import type { Call } from '../call.ts'
import { type DefinitionDeps, filterDefinitions } from './filter-definitions.ts'

/** `filters`: the definitions of a page without live counts. */
export async function listFilters(deps: DefinitionDeps, call: Call<SearchConfigRequest>): Promise<FiltersResponse> {
  const { filters, filter_tree, view } = await filterDefinitions(deps, call)
  return {
    filters: filters.map((filter) => ({
      ...filter,
      values: filter.values.map((value) => ({ ...value, count: null })),
    })),
    filter_tree,
    metadata: { region: call.region, locale: view.locale, market: call.body.market ?? null },
  }
}
