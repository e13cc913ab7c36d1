/** Searches on the server for the state in the URL. Every `router.push` runs this again. */
import { searchRequestOf, searchStateFromUrl } from '@vitrine/client'
import { cardOf, vitrine } from '@/lib/vitrine'
import { type Collection, Results } from './results'
import { visitorId } from './sections'

export type SearchParams = Record<string, string | string[] | undefined>

export async function SearchResults({ params, collection }: { params: SearchParams; collection?: Collection }) {
  const request = { ...searchRequestOf(searchStateFromUrl(params), 24), collection: collection?.id }
  const { query, appliedFilters } = request
  const [answer, facets] = await Promise.all([
    vitrine.search({ ...request, visitorId: await visitorId() }),
    vitrine.filterAggregations({ query, appliedFilters, collection: collection?.id }),
  ])
  return <Results answer={{ ...answer, products: answer.products.map(cardOf) }} {...{ facets, collection }} />
}
